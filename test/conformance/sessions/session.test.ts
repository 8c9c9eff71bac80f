import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { OwnedResources } from '../../../conformance/creations/owned-resources.js';
import type { OpenClient } from '../../../conformance/http/client.js';
import { ConcurrencyLimit } from '../../../conformance/http/concurrency-limit.js';
import type { Exchange } from '../../../conformance/http/exchange.js';
import { TargetFailure } from '../../../conformance/http/target-failure.js';
import { RequestScheduler } from '../../../conformance/scenarios/request-scheduler.js';
import type { OpenScenario } from '../../../conformance/scenarios/scenario.js';
import {
  Attempts,
  numbersAfter,
  type SessionParts,
} from '../../../conformance/sessions/attempts.js';
import { SuiteMistake, Violation } from '../../../conformance/verdict/outcomes.js';
import { makeFolder, removeFolders } from '../run-check.js';

const folder = makeFolder();
afterAll(removeFolders);
writeFileSync(
  join(folder, 'openapi.json'),
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Rows', version: '1' },
    paths: {
      '/': {
        get: { responses: { 404: { description: 'unknown' }, 409: { description: 'taken' } } },
      },
    },
  }),
);

const exchange: Exchange = {
  request: { method: 'GET', url: 'http://target/', headers: {}, body: undefined },
  response: { status: 200, headers: [], body: '', malformedAt: undefined },
  durationMs: 1,
};

/** The status of the next answers. */
let status: number;

/** Of a target that answers every request. */
const client = {
  reportingTo: (listener, admit = (send) => send(() => {}, undefined)) => ({
    send: async () => {
      const response = { ...exchange.response, status };
      const answered = await admit(async () => ({ ...exchange, response }), {
        method: 'GET',
        path: '/',
      });
      listener.exchange(answered);
      return answered;
    },
  }),
} as Pick<OpenClient, 'reportingTo'> as OpenClient;

const parts = {
  client,
  session: {
    ...{ requirements: [], secrets: [], numbersFrom: 0, readOnly: false },
    suite: { credentials: [], openapi: join(folder, 'openapi.json') },
  },
  target: { name: 'basic', credentials: {}, baseUrl: 'http://target' },
  owned: new OwnedResources(),
  onIssued: () => {},
} as unknown as SessionParts;

const wrong = new Violation([{ path: 'status', expected: '200', observed: '500' }]);

let told: string[];
let attempts: Attempts;
beforeEach(() => {
  told = [];
  status = 200;
  const scheduler = new RequestScheduler(new ConcurrencyLimit({ bound: 9, adapts: false }));
  attempts = new Attempts(
    { ...parts, scheduler, nextNumber: numbersAfter(0) },
    ({ scenario, verdict }) => told.push(`${scenario}: ${verdict}`),
  );
});

/** Begins a scenario and sends a request in it. */
async function begin(scenario: string, isSolitary = false): Promise<OpenScenario> {
  const start = { requirement: 'a.b', scenario, feature: 'f.feature', line: scenario.length };
  const open = await attempts.begin(start, { isSolitary });
  if (open === undefined) throw new Error('It may not begin.');
  await open.run.client.send({ method: 'GET', path: '/' });
  return open;
}

test('a failure counts when no other scenario sent anything meanwhile', async () => {
  const open = await begin('one');
  expect(open.end(wrong)).toBe('counts');
  expect(told).toEqual(['one: fail']);
});

test('a pass with a 503 may have judged nothing, and is repeated twice at most', async () => {
  status = 503;
  for (const end of ['has to run again', 'has to run again', 'counts']) {
    expect((await begin('one', true)).end('passed')).toBe(end);
  }
  expect([told, attempts.passedAlone]).toEqual([['one: pass'], []]);
});

test('a failure while others run has to occur again alone', async () => {
  const [first, second] = [await begin('one'), await begin('other')];
  expect(first.end(wrong)).toBe('has to run again');
  expect(second.end('passed')).toBe('counts');
  const again = await begin('one', true);
  expect(again.end(wrong)).toBe('counts');
  expect(told).toEqual(['other: pass', 'one: fail']);
});

test.each([
  ['a pass', 'passed', ['a.b']],
  ['a failure', wrong, []],
  ['a mistake of the suite', new SuiteMistake('wrong'), []],
  ['a request without an answer', new TargetFailure('lost', { isSent: true }), []],
] as const)(
  'only a pass alone after a failure is one that others spoiled: %s',
  async (_, result, ids) => {
    const [first, second] = [await begin('one'), await begin('other')];
    first.end(wrong);
    second.end('passed');
    (await begin('one', true)).end(result);
    expect(attempts.passedAlone).toEqual(ids);
  },
);

test.each([
  ['a documented conflict', 409, []],
  ['another client error', 404, ['a.b']],
  ['a client error that is not documented', 422, ['a.b']],
  ['a server error', 500, ['a.b']],
] as const)(
  'a pass alone after %s (%i) is one that others spoiled: %j',
  async (_name, first, ids) => {
    status = first;
    const [one, other] = [await begin('one'), await begin('other')];
    one.end(wrong);
    other.end('passed');
    status = 200;
    (await begin('one', true)).end('passed');
    expect(attempts.passedAlone).toEqual(ids);
  },
);

test.each([
  ['counts when a failure while others run shows again', wrong, 'counts'],
  ['has to be made again when others are known to disturb', 'passed', 'has to run again'],
] as const)('an observation while others run %s', async (_name, result, settled) => {
  const [observing, failing] = [await begin('one'), await begin('other')];
  await observing.run.client.send({ method: 'GET', path: '/' });
  observing.run.recorder.observe('409 json');
  const settle = observing.end('passed');
  expect(failing.end(wrong)).toBe('has to run again');
  (await begin('other', true)).end(result);
  expect(settle).toBeTypeOf('function');
  expect(typeof settle === 'function' && settle()).toBe(settled);
  const isCounted = settled === 'counts';
  expect(told).toEqual(isCounted ? ['other: fail', 'one: pass'] : ['other: pass']);
});

test('a stop drops open cases, and no scenario begins or sends a request', async () => {
  const open = await begin('one');
  attempts.stop();
  await expect(open.run.client.send({ method: 'GET', path: '/' })).rejects.toThrow('was stopped');
  open.end('passed');
  await expect(begin('other')).rejects.toThrow('It may not begin.');
  expect(told).toEqual([]);
});

test('no number is the beginning of one that another scenario has at the same time', async () => {
  const { run } = await begin('one');
  const numbers = Array.from({ length: 500 }, () => String(run.nextNumber()));
  const beginsAnother = (one: string) =>
    numbers.some((other) => other !== one && other.startsWith(one));
  expect(numbers.filter(beginsAnother)).toEqual([]);
});
