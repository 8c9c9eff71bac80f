import { describe, expect, test } from 'vitest';
import {
  type ActiveRequest,
  ConcurrencyLimit,
} from '../../../conformance/http/concurrency-limit.js';

const adapting = { bound: 8, adapts: true };

/** Sends requests, as many at a time as the limit says, to a target that takes so long for them. */
function load(limit: ConcurrencyLimit, requests: number, durationOf: (underWay: number) => number) {
  for (let sent = 0; sent < requests; ) {
    const requests: ActiveRequest[] = [];
    while (requests.length < limit.current) requests.push(limit.begin());
    const durationMs = durationOf(requests.length);
    for (const request of requests) request.record({ status: 200, durationMs });
    for (const request of requests) request.end();
    sent += requests.length;
  }
}

describe('the limit', () => {
  test('begins with one, and grows to its bound while answers do not slow down', () => {
    const limit = new ConcurrencyLimit(adapting);
    expect(limit.current).toBe(1);
    load(limit, 100, () => 80);
    expect([limit.current, limit.most]).toEqual([8, 8]);
  });

  test('stays low when two requests take twice as long as one', () => {
    const limit = new ConcurrencyLimit(adapting);
    load(limit, 500, (underWay) => 20 * underWay);
    expect(limit.most).toBe(3);
  });

  test('does not shrink when answers take a few milliseconds longer', () => {
    const limit = new ConcurrencyLimit(adapting);
    load(limit, 200, (underWay) => underWay / 2);
    expect(limit.current).toBe(8);
  });

  test('shrinks when answers slow down, and grows again when it was not the reason', () => {
    const limit = new ConcurrencyLimit(adapting);
    load(limit, 100, () => 50);
    load(limit, 60, () => 200);
    expect(limit.current).toBeLessThan(8);
    load(limit, 300, () => 200);
    expect(limit.current).toBe(8);
  });

  test.each([{ status: 429 }, { status: 503 }, { silence: 'closed' }] as const)(
    'is halved once when requests under way together are refused: %j',
    (refusal) => {
      const limit = new ConcurrencyLimit(adapting);
      load(limit, 100, () => 80);
      const requests = Array.from({ length: 8 }, () => limit.begin());
      for (const request of requests) request.record({ durationMs: 80, ...refusal });
      for (const request of requests) request.end();
      expect(limit.current).toBe(4);
      load(limit, 150, () => 80);
      expect(limit.current).toBe(7);
      load(limit, 200, () => 80);
      expect(limit.current).toBe(8);
    },
  );

  test('ignores the rejection of a single request', () => {
    const limit = new ConcurrencyLimit({ bound: 3, adapts: true });
    load(limit, 100, () => 80);
    const request = limit.begin();
    request.record({ status: 503, durationMs: 80 });
    request.end();
    expect(limit.current).toBe(3);
  });

  test('equals the bound when it does not adapt', () => {
    const limit = new ConcurrencyLimit({ bound: 4, adapts: false });
    load(limit, 200, (underWay) => 20 * underWay);
    expect(limit.current).toBe(4);
  });
});
