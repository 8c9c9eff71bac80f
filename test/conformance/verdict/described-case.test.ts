import { expect, test } from 'vitest';
import { plainConnection } from '../../../conformance/http/connection-options.js';
import type { Exchange, RecordedExchange } from '../../../conformance/http/exchange.js';
import { createRedactor, reachOf } from '../../../conformance/http/secrets/redact.js';
import type { Level } from '../../../conformance/suite/requirements.js';
import { describeCase, keepCase, OpenCase } from '../../../conformance/verdict/case.js';
import { Blocked, Violation } from '../../../conformance/verdict/outcomes.js';

const long = 'x'.repeat(2000);
const key = 'fail-for-ever';

const request = {
  method: 'POST',
  url: 'http://t/api/users',
  headers: { 'X-Key': key },
  body: long,
};
const response = { status: 200, headers: [['x-echo', key]], body: long } as const;
const exchange: Exchange = {
  request,
  response: { ...response, malformedAt: undefined },
  durationMs: 1.23456,
};

const usual = [exchange, { request, reason: `no answer to ${key}` }];

function describe(
  result: 'passed' | Error,
  level: Level,
  exchanges: readonly RecordedExchange[] = usual,
) {
  const place = { requirement: 'users.list.status', scenario: 's', feature: 'f', line: 1 };
  const open = new OpenCase(place, 'basic');
  open.observe(key);
  const ended = { ...open.end(result), exchanges, durationMs: 2.34567 };
  const secrets = [{ value: key, variable: 'TOUCHSTONE_KEY' }];
  const kept = keepCase(ended, level, reachOf(secrets));
  return describeCase(kept, { connection: plainConnection, redact: createRedactor(secrets) });
}

function bodiesOf(result: 'passed' | Error, level: Level) {
  const [first] = describe(result, level).exchanges;
  return { request: first?.request.body, response: first?.response?.body };
}

const failed = new Violation([]);

test('the long answer of a passed case is cut, with the number of omitted characters; the request is whole', () => {
  expect(bodiesOf('passed', 'must')).toEqual({
    request: long,
    response: `${'x'.repeat(512)}… (1488 more characters)`,
  });
});

test('failures and observations keep their answers', () => {
  expect(bodiesOf(failed, 'must').response).toBe(long);
  expect(bodiesOf('passed', 'open').response).toBe(long);
});

test('the request of a failure is whole, also in its curl line', () => {
  const body = 'x'.repeat(65_536);
  const sent = { ...exchange, request: { ...request, body } };
  const [first] = describe(failed, 'must', [sent]).exchanges;
  expect(first?.request.body).toBe(body);
  expect(first?.curl).toContain(body);
  const [passed] = describe('passed', 'must', [sent]).exchanges;
  expect(passed?.curl).toContain('@body.txt');
});

test('the last of many exchanges are kept whole, and answers to earlier reads are cut', () => {
  const [first] = usual;
  if (first === undefined) throw new Error('there is no exchange');
  const read = { ...first, request: { ...first.request, method: 'GET' } };
  const many = Array.from({ length: 25 }, () => read);
  const { exchanges } = describe(failed, 'must', many);
  const lengths = exchanges.map(({ response }) => response?.body?.length ?? 0);
  expect(lengths.filter((length) => length >= 2000)).toHaveLength(20);
  expect(Math.max(...lengths.slice(0, 5))).toBeLessThan(600);
});

test('no secret remains in texts of the target or of a step', () => {
  const mismatch = { path: 'body', expected: 'a name', observed: key };
  const described = [
    describe(new Violation([mismatch]), 'must'),
    describe(new Blocked('a.b', `no row for ${key}`), 'must'),
  ];
  expect(JSON.stringify(described)).not.toContain(key);
  expect(described[0]?.mismatches).toMatchObject([{ observed: { words: '$TOUCHSTONE_KEY' } }]);
});

test.each([
  ['plain', key],
  ['percent-encoded', Buffer.from(key).toString('hex').replace(/../g, '%$&')],
])('no part of a secret is shown where a very long answer is cut: %s', (_name, written) => {
  // The places of the shown end, and of the end of the part in which secrets are searched for.
  for (const place of [512, 512 + 64 * key.length]) {
    const start = place - written.length + 4;
    const body = `${'x'.repeat(start)}${written}${'y'.repeat(100_000)}`;
    const answered = { ...exchange, response: { ...exchange.response, body } };
    const [shown] = describe('passed', 'must', [answered]).exchanges;
    const text = shown?.response?.body ?? '';
    expect(text).toMatch(/^x{400,512}(\$\{?[A-Z_]*\}?y*)?… \(\d+ more characters\)$/);
    expect(text).not.toContain(written.slice(0, 4));
  }
});

test('times are rounded to hundredths', () => {
  const { durationMs, exchanges } = describe(failed, 'must');
  expect([durationMs, exchanges.map((one) => one.durationMs)]).toEqual([2.35, [1.23, null]]);
});
