import { describe, expect, test } from 'vitest';
import { type Concurrency, ConcurrencyLimit } from '../../../conformance/http/concurrency-limit.js';
import type { Exchange } from '../../../conformance/http/exchange.js';
import { NoAnswer } from '../../../conformance/outcomes.js';
import { type Stay, Turnstile } from '../../../conformance/scenarios/turnstile.js';

const settle = () => new Promise(setImmediate);

function exchangeWith(status: number): Exchange {
  const request = { method: 'GET', url: 'http://target/', headers: {}, body: undefined };
  const response = { status, headers: [], body: '', malformedAt: undefined };
  return { request, response, durationMs: 1 };
}

/** A turnstile before a target that answers when it is told to. */
function open(bound: number, adapts = false) {
  const concurrency: Concurrency = { bound, adapts };
  const limit = new ConcurrencyLimit(concurrency);
  const turnstile = new Turnstile(limit);
  const answers = new Map<string, (status: number) => void>();
  const losses = new Map<string, () => void>();
  const send = (stay: Stay, name: string, method = 'POST', path = '/') =>
    stay.admit(
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
    turnstile,
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
  const { turnstile, send, answer, underWay } = open(2);
  const [a, b] = [await turnstile.enter(), await turnstile.enter()];
  const sent = [send(a, 'a1'), send(b, 'b1'), send(a, 'a2')];
  expect(await underWay()).toBe('a1 b1');
  await answer('b1');
  expect(await underWay()).toBe('a1 a2');
  await answer('a1');
  await answer('a2');
  await Promise.all(sent);
  expect([a.leave().wereThere, b.leave().wereThere]).toEqual([true, true]);
});

test('the limit does not hold back what is to be sent at once', async () => {
  const { turnstile, send, answer, underWay, limit } = open(1);
  const stay = await turnstile.enter();
  const both = stay.atOnce(() => Promise.all([send(stay, 'first'), send(stay, 'second')]));
  expect(await underWay()).toBe('first second');
  await answer('first');
  await answer('second');
  await both;
  expect(limit.most).toBe(2);
});

describe('one that holds the target', () => {
  test('waits for the requests of others, which send nothing until it leaves', async () => {
    const { turnstile, send, answer, underWay } = open(9);
    const [holder, other] = [await turnstile.enter(), await turnstile.enter()];
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
    holder.leave();
    expect(await underWay()).toBe('meanwhile');
  });

  test('waits until more scenarios want to hold it than go on without', async () => {
    const { turnstile, send, underWay, answer } = open(9);
    const stays = await Promise.all([1, 2, 3, 4].map(() => turnstile.enter()));
    const held: number[] = [];
    const holding = stays.slice(0, 3).map(async (stay, index) => {
      const release = await stay.hold();
      held.push(index);
      return release;
    });
    await settle();
    expect(held).toEqual([0]);
    (await holding[0])?.();
    await settle();
    expect(held).toEqual([0, 1]);
    void send(stays[3] as Stay, 'of another');
    expect(await underWay()).toBe('');
    (await holding[1])?.();
    (await holding[2])?.();
    expect(await underWay()).toBe('of another');
    await answer('of another');
  });

  test('releases it by itself, too, and says whether it held it', async () => {
    const { turnstile, send, underWay } = open(2);
    const [holder, other] = [await turnstile.enter(), await turnstile.enter()];
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

  test('lets those hold it meanwhile that hold other parts of it', async () => {
    const { turnstile } = open(9);
    const parts = ['baskets', 'orders', 'baskets', undefined];
    const stays = await Promise.all(parts.map((part) => turnstile.enter({ part })));
    const held: number[] = [];
    const holding = stays.map(async (stay, index) => {
      await stay.hold();
      held.push(index);
    });
    await settle();
    expect(held).toEqual([0, 1]);
    stays[0]?.leave();
    await settle();
    expect(held).toEqual([0, 1, 2]);
    stays[1]?.leave();
    await settle();
    expect(held).toEqual([0, 1, 2]);
    stays[2]?.leave();
    await Promise.all(holding);
    expect(held).toEqual([0, 1, 2, 3]);
  });

  test('of a part lets others read, and change what is on paths of other parts', async () => {
    const { turnstile, send, answer, underWay } = open(9);
    const [baskets, orders] = ['baskets', 'orders'].map((part) => ({ part }));
    const [holder, other] = [await turnstile.enter(baskets), await turnstile.enter(orders)];
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
    holder.leave();
    expect(await underWay()).toBe('same part several parts no part');
  });

  test('of a second part waits until nothing but the first could go on', async () => {
    const { turnstile, send, answer, underWay } = open(9);
    const parts = ['baskets', 'orders', undefined];
    const stays = await Promise.all(parts.map((part) => turnstile.enter({ part })));
    const [first, second, other] = stays as [Stay, Stay, Stay];
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

  test('goes on with those that are left when most have ended', async () => {
    const { turnstile } = open(9);
    const [holder, ...others] = await Promise.all([1, 2, 3].map(() => turnstile.enter()));
    let isHeld = false;
    void holder?.hold().then(() => {
      isHeld = true;
    });
    others[0]?.leave();
    await settle();
    expect(isHeld).toBe(false);
    others[1]?.leave();
    await settle();
    expect(isHeld).toBe(true);
  });

  test('lets others send in its pauses, and says that they were there', async () => {
    const { turnstile, send, answer, underWay } = open(9);
    const holder = await turnstile.enter();
    await holder.hold();
    const other = await turnstile.enter();
    const sent = send(other, 'other');
    expect(await underWay()).toBe('');
    const pause = holder.pause(0);
    expect(await underWay()).toBe('other');
    await answer('other');
    await sent;
    expect(other.leave().wereThere).toBe(false);
    await pause;
    expect(holder.leave().wereThere).toBe(true);
  });

  test('from its beginning lets nobody send in pauses, and sends one request at a time', async () => {
    const { turnstile, send, answer, underWay } = open(9);
    const holder = await turnstile.enter({ isSolitary: true });
    const other = await turnstile.enter();
    void send(other, 'other');
    await holder.pause(0);
    void send(holder, 'first');
    void send(holder, 'second');
    expect(await underWay()).toBe('first');
    await answer('first');
    expect(await underWay()).toBe('second');
    await answer('second');
    expect(holder.leave()).toEqual({ wereThere: false, wereTooMany: false });
    expect(await underWay()).toBe('other');
  });
});

describe('a request that is refused', () => {
  test.each(['503', 'lost'])('may be so because of others: %s', async (how) => {
    const { turnstile, send, answer, lose } = open(2);
    const [a, b] = [await turnstile.enter(), await turnstile.enter()];
    const sent = Promise.allSettled([send(a, 'a'), send(b, 'b')]);
    await settle();
    await answer('b');
    if (how === 'lost') await lose('a');
    else await answer('a', 503);
    await sent;
    expect([a.leave().wereTooMany, b.leave().wereTooMany]).toEqual([true, false]);
  });

  test('alone is what the target answers', async () => {
    const { turnstile, send, answer } = open(2);
    const stay = await turnstile.enter();
    const sent = send(stay, 'a');
    await settle();
    await answer('a', 503);
    await sent;
    expect(stay.leave()).toEqual({ wereThere: false, wereTooMany: false });
  });
});

test('a request that waits when its scenario ends is not sent', async () => {
  const { turnstile, send, answer, underWay } = open(1);
  const stay = await turnstile.enter();
  void send(stay, 'first');
  const second = send(stay, 'second');
  await settle();
  stay.leave();
  await expect(second).rejects.toMatchObject({ isSent: false });
  await answer('first');
  expect(await underWay()).toBe('');
});
