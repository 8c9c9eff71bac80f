/** The table of kinds: each kind finds its fault in exchanges that can have it. */
import { describe, expect, it } from 'vitest';
import type { ReceivedResponse } from '../../../conformance/http/exchange.js';
import type { Fault, FaultSource, SeenExchange } from '../../../conformance/prove/faults/fault.js';
import { areEqual } from '../../../conformance/prove/faults/json-places.js';
import { faultKinds } from '../../../conformance/prove/faults/kinds.js';

const marker = 'touchstone-0a1b2c3d';

function answer(status: number, json?: unknown): ReceivedResponse {
  const headers =
    json === undefined
      ? []
      : ([
          ['content-type', 'application/json'],
          ['cache-control', 'no-store'],
        ] as const);
  return { status, headers, body: JSON.stringify(json) ?? '', malformedAt: undefined };
}

function exchange(
  operation: string,
  url: string,
  response: ReceivedResponse,
  { body, headers = { Authorization: 'Bearer good' } }: Partial<SeenExchange['request']> = {},
): SeenExchange {
  const [method = ''] = operation.split(' ');
  const request = { method, url: `http://127.0.0.1${url}`, headers, body };
  return { operation, request, response };
}

const text = (number: number) => `${marker}-${number}`;
const row = (id: number, more: object = {}) => ({
  id,
  text: text(id),
  price: 1.5,
  done: false,
  ...more,
});
const sent = (id: number) => ({ body: JSON.stringify({ text: text(id) }) });
const list = (...items: unknown[]) => ({ items, total: items.length, page: 1 });

/** One scenario after the other, as a recording has them. */
const exchanges: readonly SeenExchange[] = [
  exchange('POST /rows', '/rows', answer(201, row(1)), sent(1)),
  exchange('POST /rows', '/rows', answer(201, row(2)), sent(2)),
  exchange('POST /rows', '/rows', answer(201, row(3)), sent(3)),
  exchange('POST /rows', '/rows', answer(400, { error: 'no text' }), { body: '{}' }),
  exchange(
    'GET /rows',
    '/rows?done=false&sort=id&page=1',
    answer(200, list(row(1), row(2), row(3))),
  ),
  exchange('GET /rows/{}', '/rows/1', answer(200, row(1))),
  exchange('PATCH /rows/{}', '/rows/1', answer(200, row(1, { done: true })), {
    body: '{"done":true}',
  }),
  exchange('GET /rows/{}', '/rows/1', answer(200, row(1, { done: true }))),
  exchange('GET /rows/{}', '/rows/1', answer(401, { error: 'no token' }), { headers: {} }),
  exchange('DELETE /rows/{}', '/rows/1', answer(204)),
  exchange('GET /rows/{}', '/rows/1', answer(404, { error: 'gone' })),
  {
    ...exchange('GET /rows/{}', '/rows/2', answer(200, row(2))),
    overlapping: [exchange('GET /rows/{}', '/rows/3', answer(200, row(3)))],
  },
];

const groups = [
  ...new Set(exchanges.map(({ operation, response }) => `${operation}|${response.status}`)),
].map((key) => {
  const [operation = '', status = ''] = key.split('|');
  const own = exchanges.filter(
    (one) => one.operation === operation && one.response.status === Number(status),
  );
  return { operation, status: Number(status), exchanges: own };
});

const source: FaultSource = {
  groups,
  statusesOf: () => [200, 201, 400, 404],
  isForbidden: ({ response }) => response.body.includes('unexpected'),
  credentialHeaders: new Set(['authorization']),
  credentials: ['good'],
  template: undefined,
  marker,
  isDisposable: false,
};

/** Whether a fault changes an exchange, given those before it. */
function changes({ operation, status, change }: Fault): boolean {
  return exchanges.some((seen, index) => {
    if (seen.operation !== operation || seen.response.status !== status) return false;
    const before = exchanges.slice(0, index);
    if ('request' in change) return change.request.applies(seen, before);
    const altered = change.answer(seen, before);
    return altered !== undefined && !areEqual(altered, seen.response);
  });
}

describe('a kind of faults', () => {
  it.each(faultKinds.map((kind) => [kind.name, kind] as const))(
    '%s has a fault that changes an exchange',
    (_name, { find }) => {
      expect(find(source).filter(changes)).not.toEqual([]);
    },
  );

  it('has a name and a meaning of its own', () => {
    for (const part of ['name', 'meaning'] as const) {
      expect(new Set(faultKinds.map((kind) => kind[part])).size).toBe(faultKinds.length);
    }
  });

  it.each([
    ['member-absent', 'GET /rows (200): $.items[*].text is absent'],
    ['list-first', 'GET /rows (200): $.items lacks its first element'],
    ['count-off', 'GET /rows (200): $.total is off by one'],
    ['page-ignored', 'GET /rows (200): the parameter page is ignored'],
    ['status-400', 'GET /rows/{} (404): the status is 400'],
  ])('%s names the place: %s', (kind, expected) => {
    const found = faultKinds.find(({ name }) => name === kind)?.find(source) ?? [];
    const names = found.map((one) => `${one.operation} (${one.status}): ${one.sentence}`);
    expect(names).toContain(expected);
  });

  it('changes only what the scenario created', () => {
    const elsewhere = faultKinds.find(({ name }) => name === 'write-elsewhere')?.find(source) ?? [];
    const [fault] = elsewhere.filter(({ operation }) => operation === 'DELETE /rows/{}');
    if (fault === undefined || !('request' in fault.change)) throw new Error('there is no fault');
    const { applies } = fault.change.request;
    const deletion = exchanges.find(({ operation }) => operation === 'DELETE /rows/{}');
    const foreign = exchange('DELETE /rows/{}', '/rows/77', answer(204));
    expect(applies(deletion as SeenExchange, exchanges.slice(0, 4))).toBe(true);
    expect(applies(foreign, exchanges.slice(0, 4))).toBe(false);
    expect(applies(deletion as SeenExchange, [])).toBe(false);
  });
});

it('a number that a request sent names no resource', () => {
  const stale = faultKinds.find(({ name }) => name === 'member-stale')?.find(source) ?? [];
  const [fault] = stale.filter(
    ({ operation, place }) => operation === 'GET /rows/{}' && place === '$.text',
  );
  const read = exchange('GET /rows/{}', '/rows/7', answer(200, row(7)));
  const afterCreating = (id: number, price: number) => {
    const body = JSON.stringify({ text: 'before', price });
    return exchange('POST /rows', '/rows', answer(201, { id, text: 'before', price }), { body });
  };
  const alter = (before: SeenExchange) =>
    fault && 'answer' in fault.change ? fault.change.answer(read, [before]) : undefined;
  expect(alter(afterCreating(1, 7))).toBeUndefined();
  expect(alter(afterCreating(7, 1))?.body).toContain('"before"');
});

it('the words of a message, and the letters of a time, may be in any case', () => {
  const kind = faultKinds.find(({ name }) => name === 'member-case');
  const error = exchange(
    'GET /rows',
    '/rows',
    answer(400, { message: 'invalid', code: 'invalid', at: '2026-11-29T12:00:00Z' }),
  );
  const group = { operation: 'GET /rows', status: 400, exchanges: [error] };
  const faults = kind?.find({ ...source, groups: [group] }) ?? [];
  expect(faults.map(({ place }) => place)).toEqual(['$.code']);
});

it('answers to changes of one resource at the same time are not told apart', () => {
  const kind = faultKinds.find(({ name }) => name === 'answers-mixed');
  const change = (id: number, text: string, overlapping: readonly SeenExchange[] = []) => ({
    ...exchange('PUT /rows/{}', `/rows/${id}`, answer(200, row(id, { text }))),
    overlapping,
  });
  const [fault] =
    kind?.find({ ...source, groups: [{ ...groups[0], exchanges: [] } as never] }) ?? [];
  const alter = (seen: SeenExchange) =>
    fault && 'answer' in fault.change ? fault.change.answer(seen, []) : undefined;
  expect(alter(change(1, 'a', [change(1, 'b')]))).toBeUndefined();
  expect(alter(change(1, 'a', [change(2, 'b')]))?.body).toContain('"b"');
});
