import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WaitingRequests } from '../../../conformance/http/request-time-limits.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Adds requests that note when they are ended, and why. */
function makeRequests(limitMs: number) {
  const waiting = new WaitingRequests(limitMs);
  const startedAt = performance.now();
  const ended: string[] = [];
  const add = (name: string) => {
    const end = (reason = 'time is up') => {
      waiting.delete(end);
      ended.push(`${name} after ${performance.now() - startedAt}: ${reason}`);
    };
    waiting.add(end);
    return end;
  };
  return { waiting, ended, add };
}

test('each request has the whole time, independently of its start', () => {
  const { ended, add } = makeRequests(100);
  add('a');
  vi.advanceTimersByTime(60);
  add('b');
  vi.advanceTimersByTime(1000);
  add('c');
  vi.advanceTimersByTime(1000);
  expect(ended).toEqual([
    'a after 100: time is up',
    'b after 160: time is up',
    'c after 1160: time is up',
  ]);
});

test('a request with an answer is not interrupted', () => {
  const { waiting, ended, add } = makeRequests(100);
  waiting.delete(add('a'));
  vi.advanceTimersByTime(50);
  add('b');
  vi.advanceTimersByTime(99);
  expect(ended).toEqual([]);
});

test('time in which this process is stopped does not count', async () => {
  vi.useRealTimers();
  const { ended, add } = makeRequests(200);
  add('a');
  const until = performance.now() + 250;
  while (performance.now() < until);
  await new Promise(setImmediate);
  expect(ended).toEqual([]);
  await expect.poll(() => ended).toHaveLength(1);
});

test('all requests can be ended early', () => {
  const { waiting, ended, add } = makeRequests(100);
  add('a');
  add('b');
  waiting.endAll('stopped');
  vi.advanceTimersByTime(1000);
  expect(ended).toEqual(['a after 0: stopped', 'b after 0: stopped']);
});
