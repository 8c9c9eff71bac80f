import { describe, expect, test } from 'vitest';
import { type Concurrency, ConcurrencyLimit } from '../../../conformance/http/concurrency-limit.js';
import type { Exchange } from '../../../conformance/http/exchange.js';
import { NoAnswer } from '../../../conformance/http/target-failure.js';
import {
  RequestScheduler,
  type TargetAccess,
} from '../../../conformance/scenarios/request-scheduler.js';

const settle = () => new Promise(setImmediate);

function exchangeWith(status: number): Exchange {
  const request = { method: 'GET', url: 'http://target/', headers: {}, body: undefined };
  const response = { status, headers: [], body: '', malformedAt: undefined };
  return { request, response, durationMs: 1 };
}

/** A scheduler of requests to a target that answers when it is told to. */
function open(bound: number, adapts = false) {
  const concurrency: Concurrency = { bound, adapts };
  const limit = new ConcurrencyLimit(concurrency);
  const scheduler = new RequestScheduler(limit);
  const answers = new Map<string, (status: number) => void>();
  const losses = new Map<string, () => void>();
  const send = (access: TargetAccess, name: string, method = 'POST', path = '/') =>
    access.admit(
      (onAnswer) =>
        new Promise((resolve, reject) => {
          answers.set(name, (status) => {
            answers.delete(name);
            onAnswer({ status, durationMs: 1 });
            resolve(exchangeWith(status));
          });
          losses.set(name, () => {
            answers.delete(name);
            onAnswer({ silence: 'closed' });
            reject(new NoAnswer('closed', 'lost'));
          });
        }),
      { method, path },
    );
  return {
    scheduler,
    limit,
    send,
    answer: async (name: string, status = 200) => {
      answers.get(name)?.(status);
      await settle();
    },
    lose: async (name: string) => {
      losses.get(name)?.();
      await settle();
    },
    /** The requests that are under way. */
    underWay: async () => {
      await settle();
      return [...answers.keys()].join(' ');
    },
  };
}

test('as many requests are under way as the limit says, in the order in which they came', async () => {
  const { scheduler, send, answer, underWay } = open(2);
  const [a, b] = [await scheduler.open(), await scheduler.open()];
  const sent = [send(a, 'a1'), send(b, 'b1'), send(a, 'a2')];
  expect(await underWay()).toBe('a1 b1');
  await answer('b1');
  expect(await underWay()).toBe('a1 a2');
  await answer('a1');
  await answer('a2');
  await Promise.all(sent);
  expect([a.close().wasPossible, b.close().wasPossible]).toEqual([true, true]);
});

test('an access that is closed sends nothing, and holds nothing', async () => {
  const { scheduler, send, underWay } = open(1);
  const [holder, closed] = [await scheduler.open(), await scheduler.open()];
  await holder.hold('a');
  const waiting = closed.hold('a');
  closed.close();
  const reason = 'not sent: its scenario has ended';
  await expect(waiting).rejects.toThrow(reason);
  await expect(closed.hold()).rejects.toThrow(reason);
  await expect(send(closed, 'late')).rejects.toThrow(reason);
  expect(await underWay()).toBe('');
});

test('a request waits for those of another scheduler with the same limit', async () => {
  const { scheduler, limit, send, answer, underWay } = open(1);
  const first = await scheduler.open();
  void send(first, 'of the scenario');
  first.close();
  const later = await new RequestScheduler(limit).open();
  void send(later, 'of the clean-up');
  expect(await underWay()).toBe('of the scenario');
  await answer('of the scenario');
  expect(await underWay()).toBe('of the clean-up');
});

test('the limit does not delay requests that are sent at the same time', async () => {
  const { scheduler, send, answer, underWay, limit } = open(1);
  const access = await scheduler.open();
  const both = access.atOnce(() => Promise.all([send(access, 'first'), send(access, 'second')]));
  expect(await underWay()).toBe('first second');
  await answer('first');
  await answer('second');
  await both;
  expect(limit.most).toBe(2);
});

describe('a scenario that holds the target', () => {
  test('waits for the requests of others, which send nothing until it leaves', async () => {
    const { scheduler, send, answer, underWay } = open(9);
    const [holder, other] = [await scheduler.open(), await scheduler.open()];
    void send(other, 'before');
    other.pause(0);
    const held = holder.hold();
    await settle();
    void send(other, 'meanwhile');
    await answer('before');
    await held;
    void send(holder, 'own');
    expect(await underWay()).toBe('own');
    await answer('own');
    holder.close();
    expect(await underWay()).toBe('meanwhile');
  });

  test('waits until more scenarios want to hold it than go on without', async () => {
    const { scheduler, send, underWay, answer } = open(9);
    const accesses = await Promise.all([1, 2, 3, 4].map(() => scheduler.open()));
    const held: number[] = [];
    const holding = accesses.slice(0, 3).map(async (access, index) => {
      const release = await access.hold();
      held.push(index);
      return release;
    });
    await settle();
    expect(held).toEqual([0]);
    (await holding[0])?.();
    await settle();
    expect(held).toEqual([0, 1]);
    void send(accesses[3] as TargetAccess, 'of another');
    expect(await underWay()).toBe('');
    (await holding[1])?.();
    (await holding[2])?.();
    expect(await underWay()).toBe('of another');
    await answer('of another');
  });

  test('can release it, and learns whether it held it', async () => {
    const { scheduler, send, underWay } = open(2);
    const [holder, other] = [await scheduler.open(), await scheduler.open()];
    expect(holder.release()).toBe(false);
    const held = holder.hold();
    void other.pause(0);
    const releaseFirst = await held;
    await settle();
    void send(other, 'of another');
    expect(await underWay()).toBe('');
    expect(holder.release()).toBe(true);
    expect(await underWay()).toBe('of another');
    releaseFirst();
    expect(holder.release()).toBe(false);
  });

  test('waits no longer when most others have ended', async () => {
    const { scheduler } = open(9);
    const [holder, ...others] = await Promise.all([1, 2, 3].map(() => scheduler.open()));
    let isHeld = false;
    void holder?.hold().then(() => {
      isHeld = true;
    });
    others[0]?.close();
    await settle();
    expect(isHeld).toBe(false);
    others[1]?.close();
    await settle();
    expect(isHeld).toBe(true);
  });
});

describe('a scenario that holds a part of the target', () => {
  test('lets others hold other parts of it', async () => {
    const { scheduler } = open(9);
    const parts = ['baskets', 'orders', 'baskets', undefined];
    const accesses = await Promise.all(parts.map((part) => scheduler.open({ part })));
    const held: number[] = [];
    const holding = accesses.map(async (access, index) => {
      await access.hold();
      held.push(index);
    });
    await settle();
    expect(held).toEqual([0, 1]);
    accesses[0]?.close();
    await settle();
    expect(held).toEqual([0, 1, 2]);
    accesses[1]?.close();
    await settle();
    expect(held).toEqual([0, 1, 2]);
    accesses[2]?.close();
    await Promise.all(holding);
    expect(held).toEqual([0, 1, 2, 3]);
  });

  test('lets others read, and change what is on paths of other parts', async () => {
    const { scheduler, send, answer, underWay } = open(9);
    const [baskets, orders] = ['baskets', 'orders'].map((part) => ({ part }));
    const [holder, other] = [await scheduler.open(baskets), await scheduler.open(orders)];
    void send(other, 'earlier', 'PUT', '/baskets/7');
    const held = holder.hold();
    let isHeld = false;
    void held.then(() => {
      isHeld = true;
    });
    void send(other, 'read', 'GET', '/baskets');
    void send(other, 'other part', 'POST', '/shop/orders?of=baskets');
    void send(other, 'same part', 'DELETE', '/shop/baskets/7');
    void send(other, 'several parts', 'POST', '/orders/7/baskets');
    void send(other, 'no part', 'POST', '/carts');
    expect(await underWay()).toBe('earlier read other part');
    expect(isHeld).toBe(false);
    await answer('earlier');
    expect(isHeld).toBe(true);
    await answer('read');
    await answer('other part');
    expect(await underWay()).toBe('');
    holder.close();
    expect(await underWay()).toBe('same part several parts no part');
  });

  test('waits, when another part is held, until only its holder could go on', async () => {
    const { scheduler, send, answer, underWay } = open(9);
    const parts = ['baskets', 'orders', undefined];
    const accesses = await Promise.all(parts.map((part) => scheduler.open({ part })));
    const [first, second, other] = accesses as [TargetAccess, TargetAccess, TargetAccess];
    void send(other, 'read', 'GET', '/orders');
    await first.hold();
    let isHeld = false;
    void second.hold().then(() => {
      isHeld = true;
    });
    await settle();
    expect(isHeld).toBe(false);
    void send(other, 'change', 'POST', '/baskets');
    await answer('read');
    expect(isHeld).toBe(true);
    expect(await underWay()).toBe('');
  });
});

describe('the pauses of a holder', () => {
  test('lets others send in its pauses, and reports their possible influence', async () => {
    const { scheduler, send, answer, underWay } = open(9);
    const holder = await scheduler.open();
    await holder.hold();
    const other = await scheduler.open();
    const sent = send(other, 'other');
    expect(await underWay()).toBe('');
    const pause = holder.pause(0);
    expect(await underWay()).toBe('other');
    await answer('other');
    await sent;
    expect(other.close().wasPossible).toBe(false);
    await pause;
    expect(holder.close().wasPossible).toBe(true);
  });

  test('from its beginning lets no other send in pauses, and sends one request at a time', async () => {
    const { scheduler, send, answer, underWay } = open(9);
    const holder = await scheduler.open({ isSolitary: true });
    const other = await scheduler.open();
    void send(other, 'other');
    await holder.pause(0);
    void send(holder, 'first');
    void send(holder, 'second');
    expect(await underWay()).toBe('first');
    await answer('first');
    expect(await underWay()).toBe('second');
    await answer('second');
    expect(holder.close()).toEqual({
      wasPossible: false,
      mayBeOverload: false,
      wasUnavailable: false,
    });
    expect(await underWay()).toBe('other');
  });
});

describe('a rejected request', () => {
  test.each(['503', 'lost'])('may be rejected because of others: %s', async (how) => {
    const { scheduler, send, answer, lose } = open(2);
    const [a, b] = [await scheduler.open(), await scheduler.open()];
    const sent = Promise.allSettled([send(a, 'a'), send(b, 'b')]);
    await settle();
    await answer('b');
    if (how === 'lost') await lose('a');
    else await answer('a', 503);
    await sent;
    expect([a.close().mayBeOverload, b.close().mayBeOverload]).toEqual([true, false]);
  });

  test('counts as the answer of the target when no other was under way', async () => {
    const { scheduler, send, answer } = open(2);
    const access = await scheduler.open();
    const sent = send(access, 'a');
    await settle();
    await answer('a', 503);
    await sent;
    expect(access.close()).toEqual({
      wasPossible: false,
      mayBeOverload: false,
      wasUnavailable: true,
    });
  });
});

test('a request that waits when its scenario ends is not sent', async () => {
  const { scheduler, send, answer, underWay } = open(1);
  const access = await scheduler.open();
  void send(access, 'first');
  const second = send(access, 'second');
  await settle();
  access.close();
  await expect(second).rejects.toMatchObject({ isSent: false });
  await answer('first');
  expect(await underWay()).toBe('');
});
