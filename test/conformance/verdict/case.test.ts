import { expect, test } from 'vitest';
import type { Exchange } from '../../../conformance/http/exchange.js';
import { OpenCase } from '../../../conformance/verdict/case.js';

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
