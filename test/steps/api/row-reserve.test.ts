/**
 * Rows that are made in advance, several at the same time, proved by one list, and each for one
 * scenario.
 */
import { beforeEach, expect, test } from 'vitest';
import { OwnRows } from '../../../conformance/creations/own-rows.js';
import { OwnedResources } from '../../../conformance/creations/owned-resources.js';
import type { Exchange } from '../../../conformance/http/exchange.js';
import { SharedPreparations } from '../../../conformance/scenarios/scenario.js';
import { takeReserved } from '../../../steps/api/rows/row-reserve.js';
import type { ServiceRequest } from '../../../steps/world/service.js';
import type { ServiceWorld } from '../../../steps/world/world.js';

const marker = 'touchstone-0a1b2c3d';

let sent: string[];
let rows: object[];
let preparations: SharedPreparations;
let owned: OwnedResources;
let number: number;
beforeEach(() => {
  sent = [];
  rows = [];
  preparations = new SharedPreparations();
  owned = new OwnedResources();
  number = 0;
});

/** A target that rejects creates after a number of them, and may show no list. */
interface Target {
  readonly mostRows?: number;
  readonly hasList?: boolean;
}

/** A scenario of the session. */
function openWorld(
  { mostRows = 100, hasList = true }: Target = {},
  { isHolder = false, readOnly = false } = {},
): ServiceWorld {
  const users = { name: 'users', item: '/api/users?id=${id}', list: '/api/users' };
  const resources = [{ ...users, members: ['name', 'email'], ids: 'integers' }] as const;
  const ownRows = new OwnRows(
    { marker, owned, suite: { resources } },
    { refuse: (_needs, reason) => new Error(reason) },
  );
  const answer = ({ method, json }: ServiceRequest): readonly [status: number, body: unknown] => {
    if (method === 'GET') return hasList ? [200, rows] : [500, {}];
    if (rows.length >= mostRows) return [400, { error: 'no more' }];
    const row = { ...(json as object), id: rows.length + 1 };
    rows.push(row);
    return [201, row];
  };
  const send = async (call: ServiceRequest): Promise<Exchange> => {
    sent.push(call.method);
    const [status, body] = answer(call);
    return {
      request: { method: call.method, url: 'http://t/api/users', headers: {}, body: undefined },
      response: { status, headers: [], body: JSON.stringify(body), malformedAt: undefined },
      durationMs: 1,
    };
  };
  const request = (call: ServiceRequest): Promise<Exchange> => {
    const { method, query = [], json } = call;
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    const specification = { method, path: '/api/users', query, ...body };
    const get = () => send({ method: 'GET', resource: 'users' });
    return ownRows.send('users', specification, get, () => send(call));
  };
  const nextNumber = () => ++number;
  const run = { marker, owned, shared: preparations.open(), readOnly, nextNumber };
  const preserveAnswer = (act: () => Promise<unknown>) => act();
  return {
    run,
    scenario: { isHolder },
    ownRows,
    request,
    preserveAnswer,
  } as unknown as ServiceWorld;
}

async function take(count: number, target: Target = {}) {
  const taken = [];
  for (let index = 0; index < count; index += 1) {
    taken.push(await takeReserved(openWorld(target), 'users'));
  }
  return taken;
}

test('each scenario gets another row, in the order of their ids', async () => {
  const ids = (await take(12)).map((made) => made?.row.id);
  expect(ids).toEqual(Array.from({ length: 12 }, (_, index) => String(index + 1)));
});

test('as many rows are made at the same time as were taken so far, up to a bound, and one list proves them', async () => {
  const taken = await take(17);
  expect(
    sent
      .join(' ')
      .split(' GET')
      .map((part) => part.match(/POST/g)?.length ?? 0),
  ).toEqual([1 + 1 + 2, 4, 8, 8, 0]);
  expect(taken.slice(2).every((made) => made?.isProved)).toBe(true);
});

test('scenarios that ask at the same time share what is made', async () => {
  const worlds = Array.from({ length: 6 }, () => openWorld());
  const taken = await Promise.all(worlds.map((world) => takeReserved(world, 'users')));
  expect(new Set(taken.map((made) => made?.row.id)).size).toBe(6);
});

test('a row that no list shows is not proved', async () => {
  const taken = await take(6, { hasList: false });
  expect(taken.map((made) => made?.isProved)).toEqual(Array(6).fill(false));
  expect(sent.filter((method) => method === 'GET')).toHaveLength(1);
});

test('after a create that failed, scenarios create their rows themselves', async () => {
  const taken = await take(9, { mostRows: 5 });
  expect(taken.map((made) => made?.row.id)).toEqual([
    ...['1', '2', '3', '4', '5'],
    ...Array(4).fill(undefined),
  ]);
  const count = sent.length;
  await take(2, { mostRows: 5 });
  expect(sent).toHaveLength(count);
});

test.each([
  ['holds the target', { isHolder: true }],
  ['may change nothing', { readOnly: true }],
])('a scenario that %s gets none', async (_title, traits) => {
  expect(await takeReserved(openWorld({}, traits), 'users')).toBeUndefined();
  expect(sent).toEqual([]);
});
