import { expect, test } from 'vitest';
import type { Exchange, RequestSpecification } from '../../../conformance/http/exchange.js';
import { TargetFailure } from '../../../conformance/outcomes.js';
import type { Profile } from '../../../conformance/requirements.js';
import type { CreatedRow } from '../../../conformance/scenarios/scenario-run.js';
import { deleteRows, RowLedger } from '../../../conformance/sessions/ledger.js';

const credentials = { apiKey: 'key', bearerToken: 'token' };

/** Rows as they would be deleted, with the requests that this takes. */
async function clean(
  rows: readonly CreatedRow[],
  answer: (request: RequestSpecification) => number,
  profile: Profile = 'basic',
) {
  const sent: RequestSpecification[] = [];
  const send = async (request: RequestSpecification): Promise<Exchange> => {
    sent.push(request);
    const response = { status: answer(request), headers: [], body: '', malformedAt: undefined };
    const { method, path: url } = request;
    return { request: { method, url, headers: {}, body: undefined }, response, durationMs: 1 };
  };
  return { leftovers: await deleteRows(rows, { send }, profile, credentials), sent };
}

const user = { resource: 'users', id: '7' } as const;
const product = { resource: 'products', id: '8' } as const;

test('the ledger gives what was added and not removed, the newest first', () => {
  const ledger = new RowLedger();
  for (const row of [user, product, { ...product, id: '9' }]) ledger.add(row);
  ledger.remove({ ...product });
  expect(ledger.rows).toEqual([{ ...product, id: '9' }, user]);
});

test.each([
  ['basic', [{}, { 'X-API-Key': 'key' }]],
  ['users-api-key', [{ 'X-API-Key': 'key' }, { 'X-API-Key': 'key' }]],
  ['bearer', [{ Authorization: 'Bearer token' }, { Authorization: 'Bearer token' }]],
] as const)('rows are deleted with the credential of profile %s', async (profile, headers) => {
  const { sent, leftovers } = await clean([user, product], () => 204, profile);
  expect(sent).toEqual([
    { method: 'DELETE', path: '/api/users', query: [['id', '7']], headers: headers[0] },
    { method: 'DELETE', path: '/api/products', query: [['id', '8']], headers: headers[1] },
  ]);
  expect(leftovers).toEqual([]);
});

test('a row that is gone already is no leftover, one that is refused is', async () => {
  const { leftovers } = await clean([user, product], ({ path }) =>
    path === '/api/users' ? 404 : 500,
  );
  expect(leftovers).toEqual([{ ...product, reason: 'DELETE was answered with 500' }]);
});

test('nothing more is sent to a target that does not answer', async () => {
  const { leftovers, sent } = await clean([user, product], () => {
    throw new TargetFailure('no answer');
  });
  expect(sent).toHaveLength(1);
  expect(leftovers.map(({ reason }) => reason)).toEqual(['no answer', 'no answer']);
});
