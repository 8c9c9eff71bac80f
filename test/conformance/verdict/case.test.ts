import { expect, test } from 'vitest';
import type { Exchange } from '../../../conformance/http/exchange.js';
import { OpenCase } from '../../../conformance/verdict/case.js';
import { Blocked, Violation } from '../../../conformance/verdict/outcomes.js';

const start = { requirement: 'a.b', scenario: 's', feature: 'f', line: 1 };
const request = { method: 'GET', url: 'http://t/', headers: {}, body: undefined };
const response = { status: 200, headers: [], body: '', malformedAt: undefined };
const exchange: Exchange = { request, response, durationMs: 1 };

test('keeps what happens in each of the cases that are open', () => {
  const first = new OpenCase(start, 'basic');
  const second = new OpenCase({ ...start, scenario: 'other' }, 'basic');
  first.exchange(exchange);
  second.observe('200 json');
  first.unanswered(request, 'no answer');
  first.observe('409 json-error');
  expect(second.end('passed')).toMatchObject({
    ...{ scenario: 'other', exchanges: [], observations: ['200 json'] },
  });
  expect(first.end('passed')).toMatchObject({
    ...start,
    server: 'basic',
    verdict: 'pass',
    exchanges: [exchange, { request, reason: 'no answer' }],
    observations: ['409 json-error'],
  });
});

test.each([
  ['a mismatch', (about?: Exchange) => new Violation([], about)],
  ['a failed preparation', (about?: Exchange) => new Blocked('a.b', '', about)],
])('%s is about the exchange that it names', (_name, fail) => {
  const other = { ...exchange, durationMs: 2 };
  const open = new OpenCase(start, 'basic');
  open.exchange(exchange);
  open.exchange(other);
  expect(open.end(fail(exchange))).toMatchObject({ decisive: 0 });
  expect(open.end(fail())).not.toHaveProperty('decisive');
  // Other scenarios may have sent it.
  expect(open.end(fail({ ...exchange }))).not.toHaveProperty('decisive');
});
