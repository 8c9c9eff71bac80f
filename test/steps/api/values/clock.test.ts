import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../../conformance/http/exchange.js';
import { compare } from '../../../../conformance/verdict/compare.js';
import { repeatUntilLater, theCurrentTime } from '../../../../steps/api/values/clock.js';
import type { ServiceWorld } from '../../../../steps/world/world.js';

/** An answer, optionally with the clock of its server. */
function answerOf(path: string, date?: string): Exchange {
  const request = { method: 'GET', url: `http://target${path}`, headers: {}, body: undefined };
  const headers = date === undefined ? [] : [['date', date] as const];
  const response = { status: 200, headers, body: '{}', malformedAt: undefined };
  return { request, response, durationMs: 1 };
}

describe('the current time', () => {
  const date = 'Mon, 06 May 2024 12:00:00 GMT';
  const isAccepted = (time: unknown, path = '/api/products?id=1') =>
    compare(theCurrentTime(answerOf(path, date)), time).length === 0;

  it('is the time of the server', () => {
    expect(isAccepted('2024-05-06T12:00:03Z')).toBe(true);
    expect(isAccepted(new Date().toISOString())).toBe(false);
  });

  it('is our time when the server shows none', () => {
    const now = new Date();
    const expected = theCurrentTime(answerOf('/api/products?id=1'));
    expect(compare(expected, now.toISOString())).toEqual([]);
    const dayBefore = new Date(now.getTime() - 25 * 3600_000).toISOString();
    expect(compare(expected, dayBefore)).toHaveLength(1);
  });

  it('may be in any zone without a zone, but must match a given zone', () => {
    expect(isAccepted('2024-05-06 14:00:00')).toBe(true);
    expect(isAccepted('2024-05-06T14:00:00Z')).toBe(false);
    expect(isAccepted('2024-05-06T14:00:00+02:00')).toBe(true);
  });

  it('is ISO-like for a user, and of any form for a product', () => {
    expect(isAccepted(date)).toBe(true);
    expect(isAccepted(date, '/api/users')).toBe(false);
    expect(isAccepted('2024-05-06T12:00:00Z', '/api/users')).toBe(true);
  });
});

describe('a change of time', () => {
  /** A world that records its pauses. */
  function makeWorld() {
    const pauses: number[] = [];
    const pause = async (milliseconds: number) => {
      pauses.push(milliseconds);
    };
    return { world: { scenario: { pause } } as unknown as ServiceWorld, pauses };
  }

  it('needs no pause when it is immediate', async () => {
    const { world, pauses } = makeWorld();
    expect(await repeatUntilLater(world, async () => 'later')).toBe('later');
    expect(pauses).toEqual([]);
  });

  it('is tried again after a second and more', async () => {
    const { world, pauses } = makeWorld();
    const results = [undefined, undefined, 'later'];
    expect(await repeatUntilLater(world, async () => results.shift())).toBe('later');
    expect(pauses).toEqual([1010, 250]);
  });

  it('is given up after several pauses', async () => {
    const { world, pauses } = makeWorld();
    expect(await repeatUntilLater(world, async () => undefined)).toBeUndefined();
    expect(pauses.length).toBeLessThan(10);
  });
});
