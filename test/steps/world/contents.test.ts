import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../conformance/http/exchange.js';
import { Violation } from '../../../conformance/verdict/outcomes.js';
import { contentOf, demandNoEnvelope, idOf, listIn } from '../../../steps/world/contents.js';

function answer(body: unknown, request = 'GET /api/users?id=7', status = 200): Exchange {
  const [method = '', target = ''] = request.split(' ');
  return {
    request: { method, url: `http://t${target}`, headers: {}, body: undefined },
    response: { status, headers: [], body: JSON.stringify(body), malformedAt: undefined },
    durationMs: 1,
  };
}

const row = { id: 7, name: 'Ada' };
const page = { data: [row], pagination: { page: 1, total: 1 } };

describe('content without an envelope is returned unchanged', () => {
  test.each([
    ['a row', row],
    ['a row with an object in it', { ...row, links: { self: '/7' } }],
    ['an empty object', {}],
    ['an object of several objects', { one: row, other: row }],
  ])('%s', (_name, body) => {
    expect(contentOf(answer(body))).toEqual(body);
    expect(() => demandNoEnvelope(answer(body))).not.toThrow();
  });

  test('a list, also of one row', () => {
    expect(contentOf(answer([row], 'GET /api/users'))).toEqual([row]);
  });

  test('a page', () => {
    expect(contentOf(answer(page, 'GET /api/products?page=1'))).toEqual(page);
  });

  test('an error', () => {
    const body = { error: { name: 'taken' } };
    expect(contentOf(answer(body, 'POST /api/users', 409))).toEqual(body);
  });
});

describe('the content of an envelope is read, and the envelope is a violation', () => {
  test.each([
    ['a row in a member', { data: row }, 'POST /api/users', row],
    ['a row beside what is not an object', { ok: true, user: row }, 'GET /api/users?id=7', row],
    ['a row in an array', [row], 'GET /api/users?id=7', row],
    ['a list in a member', { data: [row] }, 'GET /api/users', [row]],
    ['a page in a member', { result: page }, 'GET /api/products', page],
  ])('%s', (_name, body, request, content) => {
    const exchange = answer(body, request);
    expect(contentOf(exchange)).toEqual(content);
    expect(() => demandNoEnvelope(exchange)).toThrow(Violation);
  });

  test('the id inside is the id of the row', () => {
    expect(idOf(answer({ data: row }, 'POST /api/users'))).toBe('7');
  });
});

test.each([
  ['in the member data', page, [row]],
  ['in another member', { items: [row], pagination: {} }, [row]],
  ['beside its pagination', { data: [row], page: 1, total: 1 }, [row]],
  ['bare', [row, row], [row, row]],
  ['of one, without an array', { data: row, pagination: {} }, [row]],
  ['of none, as null', { data: null, pagination: {} }, []],
  ['that is not there', { pagination: {} }, undefined],
])('the list of a page is found: %s', (_name, body, list) => {
  expect(listIn(answer(body, 'GET /api/products'))).toEqual(list);
});
