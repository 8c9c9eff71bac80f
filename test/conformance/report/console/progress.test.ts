import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { type Clock, createProgress } from '../../../../conformance/report/console/progress.js';
import type { Case } from '../../../../conformance/verdict/case.js';
import type { Environment } from '../../../../kit/environment.js';

interface StartOptions {
  readonly terminal: boolean;
  readonly env?: Record<string, string>;
  /** Whether the number of cases is known. */
  readonly hasBegun?: boolean;
}

/** A clock that a test moves. */
function makeClock() {
  let [now, next] = [0, Number.POSITIVE_INFINITY];
  let alarm = { milliseconds: 0, act: () => {} };
  const clock: Clock = {
    now: () => now,
    every(milliseconds, act) {
      alarm = { milliseconds, act };
      next = now + milliseconds;
      return () => {
        next = Number.POSITIVE_INFINITY;
      };
    },
  };
  const advance = (milliseconds: number) => {
    for (const end = now + milliseconds; now < end; ) {
      now = Math.min(next, end);
      if (now !== next) continue;
      next += alarm.milliseconds;
      alarm.act();
    }
  };
  return { clock, advance };
}

function start({ terminal, env = {}, hasBegun = true }: StartOptions) {
  const stdout = Object.assign(new PassThrough(), { isTTY: terminal });
  const { clock, advance } = makeClock();
  const expected = new Map([
    ['a', 30],
    ['b', 10],
    ['c', 10],
  ]);
  const progress = createProgress({ stdout, env } as unknown as Environment, clock);
  /** Ends cases of a requirement, with two requests each. */
  const end = (requirement: string, count: number, verdict = 'pass') => {
    const one = { requirement, verdict };
    for (let i = 0; i < count; i += 1) progress.add(one as unknown as Case, 2);
  };
  if (hasBegun) progress.begin(expected);
  const written = () => String(stdout.read() ?? '');
  return { progress, advance, end, written };
}

test('a log gets a line with the progress every ten seconds', () => {
  const { progress, advance, end, written } = start({ terminal: false });
  end('a', 10);
  advance(9_999);
  expect(written()).toBe('');
  advance(1);
  expect(written()).toBe('0 of 3 requirements · 0 failed cases · 2 requests/s · 10.0 s\n');
  end('a', 20);
  end('b', 9);
  end('b', 1, 'fail');
  advance(10_000);
  expect(written()).toBe(
    '2 of 3 requirements · 1 failed case · 4 requests/s · 20.0 s · about 5 s to go\n',
  );
  end('c', 10);
  advance(10_000);
  expect(written()).toBe(
    '3 of 3 requirements · 1 failed case · 3 requests/s · 30.0 s · cleaning up\n',
  );
  progress.finish();
  advance(60_000);
  expect(written()).toBe('');
});

test('a terminal has one line, which is redrawn and finally removed', () => {
  const { progress, advance, end, written } = start({ terminal: true });
  end('a', 1);
  expect(written()).toBe('\r\u001b[K0 of 3 requirements · 0 failed cases · 0 requests/s · 0.0 s');
  end('a', 29);
  expect(written()).toBe('');
  advance(250);
  expect(written()).toBe(
    '\r\u001b[K1 of 3 requirements · 0 failed cases · 240 requests/s · 0.3 s · about 1 s to go',
  );
  progress.finish();
  advance(1_000);
  expect(written()).toBe('\r\u001b[K');
});

test('a terminal in a CI system gets lines', () => {
  const { advance, written } = start({ terminal: true, env: { CI: 'true' } });
  advance(10_000);
  expect(written()).toBe('0 of 3 requirements · 0 failed cases · 0 requests/s · 10.0 s\n');
});

test('before the first scenario the progress says that it waits for the server', () => {
  const { progress, advance, written } = start({ terminal: false, hasBegun: false });
  advance(10_000);
  expect(written()).toBe('waiting for the server · 10.0 s\n');
  progress.begin(new Map([['a', 1]]));
  advance(10_000);
  expect(written()).toBe('0 of 1 requirements · 0 failed cases · 0 requests/s · 20.0 s\n');
});
