/** Statements without end on PostgreSQL. A busy machine may replace a process that is slow to interrupt one. */
import { afterAll, expect, test } from 'vitest';
import { endSharedPostgres, sharedAddress } from '../reference-server/support/postgres.js';
import { attackAll, shortLimits } from './attack-all.js';
import { allAttacks } from './attacks/all.js';
import { shareServers } from './shared-server.js';

afterAll(endSharedPostgres);

/** Names of attacks whose statements PostgreSQL takes as well, and interrupts. */
const onPostgres = new Set([
  'a recursive query without end',
  'a sort without end',
  'an INSERT without end',
  'a statement without end in a transaction',
  'a statement without end after Util.hash',
  'rows without end',
  'transactions without end',
  'a loop in a transaction',
  'texts that are not Unicode',
  'numbers that are not numbers',
]);

test('a server on PostgreSQL withstands statements without end, and replaces no process', async () => {
  const attacks = allAttacks
    .filter(({ name }) => onPostgres.has(name))
    .map((attack) => ({ ...attack, bounds: { ...attack.bounds, mayReplace: false } }));
  expect(attacks).toHaveLength(onPostgres.size);
  const address = await sharedAddress();
  for (const group of shareServers(attacks, shortLimits)) {
    expect(await attackAll(group, address)).toEqual([]);
  }
});
