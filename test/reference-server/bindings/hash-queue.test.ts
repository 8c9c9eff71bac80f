import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HashQueue } from '../../../reference-server/bindings/hash-queue.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A queue with hashes of 100 ms; `begun` lists them. */
function makeQueue() {
  const queue = new HashQueue();
  const begun: string[] = [];
  const add = (name: string, deadline = Infinity): Promise<string> =>
    queue.run(deadline, () => {
      begun.push(name);
      return new Promise((resolve) => setTimeout(() => resolve(name), 100));
    });
  return { queue, begun, add };
}

describe('hashes of passwords', () => {
  test('are computed three at a time, in order of arrival', async () => {
    const { begun, add } = makeQueue();
    const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => add(name)));
    expect(begun).toEqual(['a', 'b', 'c']);
    await vi.advanceTimersByTimeAsync(200);
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(await all).toEqual(begun);
  });

  test('are not computed for scripts that end before', async () => {
    const { begun, add } = makeQueue();
    const deadline = performance.now() + 350;
    for (let count = 0; count < 1_000; count++) void add('flood', deadline);
    await vi.advanceTimersByTimeAsync(310);
    const before = begun.length;
    expect(before).toBeLessThan(12);
    const later = add('later', performance.now() + 350);
    await vi.advanceTimersByTimeAsync(200);
    expect(await later).toBe('later');
    expect(begun).toHaveLength(before + 1);
  });

  test('are computed after a long one if no other is being computed', async () => {
    const { queue, add } = makeQueue();
    const long = queue.run(Infinity, () => new Promise((resolve) => setTimeout(resolve, 10_000)));
    await vi.advanceTimersByTimeAsync(10_000);
    await long;
    const next = add('next', performance.now() + 350);
    await vi.advanceTimersByTimeAsync(100);
    expect(await next).toBe('next');
  });

  test('continue after one that fails', async () => {
    const { queue, add } = makeQueue();
    const fails = (): Promise<never> => Promise.reject(new Error('no memory'));
    const failed = [1, 2, 3].map(() => queue.run(Infinity, fails));
    const next = add('next');
    for (const each of failed) await expect(each).rejects.toThrow('no memory');
    await vi.advanceTimersByTimeAsync(100);
    expect(await next).toBe('next');
  });
});
