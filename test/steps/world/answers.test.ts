/** A read of a row as the latest request, which need not be repeated. */
import { expect, test } from 'vitest';
import { isReadOf } from '../../../steps/world/answers.js';

test.each([
  ['a read of the row', 'GET', 'http://t/api/users?id=7', 200, true],
  ['a read of another row', 'GET', 'http://t/api/users?id=17', 200, false],
  ['a read with other parameters', 'GET', 'http://t/api/users?page=2&id=7', 200, false],
  ['a read of another resource', 'GET', 'http://t/api/products?id=7', 200, false],
  ['a failed read', 'GET', 'http://t/api/users?id=7', 401, false],
  ['an update', 'PUT', 'http://t/api/users?id=7', 200, false],
])('%s', (_title, method, url, status, isRead) => {
  const exchange = {
    request: { method, url, headers: {}, body: undefined },
    response: { status, headers: [], body: '{}', malformedAt: undefined },
    durationMs: 1,
  };
  expect(isReadOf(exchange, { resource: 'users', id: '7' })).toBe(isRead);
});
