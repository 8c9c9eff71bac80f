import { expect, test } from 'vitest';
import type { Exchange } from '../../../conformance/http/exchange.js';
import { readPage } from '../../../steps/world/pages.js';

function answer(body: string): Exchange {
  return {
    request: { method: 'GET', url: 'http://t/api/products?page=1', headers: {}, body: undefined },
    response: { status: 200, headers: [], body, malformedAt: undefined },
    durationMs: 1,
  };
}

test.each([
  ['', '200 empty'],
  ['{"data": 7}', '200 json'],
  ['no products', '200 text'],
])('an answer %j without a list is named', (body, name) => {
  const message = `GET /api/products?page=1 gave no list of products (${name}).`;
  expect(() => readPage(answer(body))).toThrow(message);
});
