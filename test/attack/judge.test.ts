import { describe, expect, it } from 'vitest';
import type { Attack } from './attack.js';
import { attackWithScripts } from './attacks/define.js';
import { outcomesOf } from './client.js';
import { findProblems } from './judge.js';
import type { Measurement } from './measure.js';
import { longestWait } from './witness.js';

const [attack] = attackWithScripts('scripts', { 'a loop': { script: 'while (true) {}' } });

const withstood: Measurement = {
  outcomes: new Map([[503, 1]]),
  after: 5_900,
  others: { served: 20, failures: [], longestWait: 5_900 },
  memory: 200,
  keptProcesses: true,
  log: '',
};

function judge(change: Partial<Measurement>, { workers = 1, slowness = 1 } = {}): unknown {
  return findProblems({ ...(attack as Attack), workers }, { ...withstood, ...change }, slowness);
}

describe('the problems of an attack', () => {
  it('are none within the bounds', () => {
    expect(judge({})).toEqual([]);
  });

  it.each<[string, Partial<Measurement>, string]>([
    ['an outcome', { outcomes: new Map([['closed', 1]]) }, 'outcome closed'],
    ['a late end', { after: 6_100 }, 'it took 6100 ms, at most 6000'],
    [
      'a long wait of other requests',
      { others: { served: 3, failures: [], longestWait: 6_100 } },
      'others waited 6100 ms, at most 6000',
    ],
    [
      'other requests that failed',
      { others: { served: 3, failures: ['503', '503', 'ECONNRESET'], longestWait: 1 } },
      '3 others failed: 503, ECONNRESET',
    ],
    ['memory', { memory: 1_025 }, 'held 1025 MiB, at most 1024'],
    ['a process that has ended', { keptProcesses: false }, 'lost a process'],
  ])('include %s beyond the bounds', (_, change, problem) => {
    expect(judge(change)).toEqual([problem]);
  });

  it('include a wait of more than a second if the server has two workers', () => {
    expect(judge({}, { workers: 2 })).toEqual(['others waited 5900 ms, at most 1000']);
  });

  it('include no longer times on a slow machine, but more memory', () => {
    expect(judge({ after: 11_000, memory: 1_025 }, { slowness: 2 })).toEqual([
      'held 1025 MiB, at most 1024',
    ]);
  });
});

describe('the longest wait', () => {
  it('is the longest time between sending and answer', () => {
    const attempts = [
      { sentAt: 0, servedAt: 300 },
      { sentAt: 200, servedAt: 900 },
    ];
    expect(longestWait(attempts)).toBe(700);
  });

  it('of a failed request lasts until a later one is served', () => {
    const attempts = [
      { sentAt: 0, servedAt: undefined },
      { sentAt: 200, servedAt: undefined },
      { sentAt: 400, servedAt: 450 },
    ];
    expect(longestWait(attempts)).toBe(450);
  });

  it('is infinite if no later request is served', () => {
    const attempts = [
      { sentAt: 0, servedAt: 10 },
      { sentAt: 200, servedAt: undefined },
    ];
    expect(longestWait(attempts)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('the outcomes of a connection', () => {
  const json = 'HTTP/1.1 500 Internal Server Error\r\nContent-Type: application/json\r\n\r\n{}';

  it.each<[string, string, unknown[]]>([
    ['the statuses in order, without 1xx', `HTTP/1.1 100 Continue\r\n\r\n${json}`, [500]],
    ['an end without an answer', '', ['closed']],
    ['an error that is not JSON', 'HTTP/1.1 404 Not Found\r\n\r\nno', [404, 'not JSON']],
    ['a stack of the server', `${json}\n    at f (node:fs:1:2)`, [500, 'disclosed']],
  ])('include %s', (_, received, outcomes) => {
    expect(outcomesOf(received)).toEqual(outcomes);
  });
});
