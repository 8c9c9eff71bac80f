import { afterAll, expect, test } from 'vitest';
import { argumentsFor, removeFolders, runCheck } from '../run-check.js';
import { startServer } from '../servers.js';
import { idsWith } from '../survey.js';

afterAll(removeFolders);

test('a read-only check changes nothing and judges what can be read', async () => {
  const server = await startServer({ variations: ['hundreds of rows are there already'] });
  const rows = JSON.stringify([server.store.users, server.store.products]);
  const { code, report, stdout } = await runCheck([
    ...argumentsFor(server),
    ...['--read-only', '--keep', 'all'],
  ]);
  expect(JSON.stringify([server.store.users, server.store.products])).toBe(rows);
  const exchanges = report?.requirements.flatMap(({ cases }) =>
    cases.flatMap((one) => one.exchanges),
  );
  const methods = new Set(exchanges?.map(({ request }) => request.method));
  expect([...methods].sort()).toEqual(['GET', 'HEAD', 'OPTIONS']);
  expect(idsWith(report, 'pass')).toEqual(
    expect.arrayContaining([
      'users.read.status',
      'users.list.complete',
      'products.list.limit',
      'products.list.offset',
      'auth.api-key.header-name',
      'auth.api-key.preflight-first',
    ]),
  );
  expect(idsWith(report, 'fail', 'blocked', 'error')).toEqual([]);
  expect(report?.requirements.find(({ id }) => id === 'users.create.status')).toMatchObject({
    verdict: 'not tested',
    option: null,
    reason: '--read-only: POST /api/users was not sent',
  });
  expect(stdout).toMatch(/^Checking .*, read-only: /);
  expect(code).toBe(3);
});

test('a read-only check names a missing key only for requirements that it could judge', async () => {
  const server = await startServer();
  const argv = [
    '--base-url',
    server.url,
    '--read-only',
    '--only',
    '*.create.status,users.list.array,*.list.limit',
  ];
  const { report, stdout } = await runCheck(argv);
  const options = report?.requirements
    .filter(({ selected }) => selected)
    .map(({ id, option }) => [id, option]);
  expect(options).toEqual([
    ['users.create.status', null],
    ['users.list.array', null],
    ['products.create.status', null],
    ['products.list.limit', '--api-key'],
  ]);
  expect(stdout).toContain(
    '3 of 4 stated requirements not tested (2 because of --read-only; give --api-key for the read-only requirements)',
  );
});

test('a read-only check accuses no server with empty tables', async () => {
  const server = await startServer({ variations: ['no rows are there yet'] });
  const argv = [...argumentsFor(server), '--read-only', '--allow-untested'];
  const { code, report } = await runCheck(argv);
  expect(idsWith(report, 'fail', 'blocked', 'error')).toEqual([]);
  expect(report?.counts.pass).toBeGreaterThan(0);
  expect(code).toBe(0);
});

test('a read-only check accuses no server whose rows others replace all the time', async () => {
  const server = await startServer();
  const { users, products } = server.store;
  let generation = 0;
  const replaced = <T extends { readonly id: number }>(rows: readonly T[]) => {
    generation += 100;
    return rows.map((row) => ({ ...row, id: row.id + generation }));
  };
  Object.defineProperties(server.store, {
    users: { get: () => replaced(users) },
    products: { get: () => replaced(products) },
  });
  const { code, report } = await runCheck([...argumentsFor(server), '--read-only']);
  expect(idsWith(report, 'fail', 'blocked', 'error')).toEqual([]);
  expect(code).toBe(3);
});

test.each([
  ['products show the price as text', 'products.fields.price-number'],
  ['every id reads the first user', 'users.read.members'],
  ['the page count is rounded down', 'products.list.pages'],
])('a read-only check finds that %s', async (fault, requirement) => {
  const server = await startServer({ fault });
  const area = requirement.replace(/[^.]+$/, '*');
  const argv = [...argumentsFor(server), '--read-only', '--only', area];
  const { code, report } = await runCheck(argv);
  expect(idsWith(report, 'fail')).toContain(requirement);
  expect(code).toBe(1);
});
