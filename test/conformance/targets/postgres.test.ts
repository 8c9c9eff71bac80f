/** The embedded check of servers that keep their data in PostgreSQL. */
import { afterAll, expect, test } from 'vitest';
import { unlimitedUser } from '../../../reference-server/database/database.js';
import { openDatabase } from '../../../reference-server/serving/open-database.js';
import { isFull } from '../../extent.js';
import { endSharedPostgres, sharedAddress } from '../../reference-server/support/postgres.js';
import { removeFolders, runCheck } from '../run-check.js';

afterAll(endSharedPostgres);
afterAll(removeFolders);

/** The schemas of a database that are not its own. */
async function schemasOf(address: string): Promise<unknown[]> {
  const database = await openDatabase(address);
  const select =
    "/* postgresql */ SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'touchstone\\_%'";
  const rows = await database.openQueryRunner(unlimitedUser).all(select, []);
  await database.close();
  return rows.map((row) => row.get('name'));
}

/** In `npm test`, the requirements whose statements the engine runs differently. */
const selection = isFull ? [] : ['--only', 'products.create.*,products.list.*,runtime.query.*'];

test('the requirements of all classes and profiles pass, and no row remains', async () => {
  const address = await sharedAddress();
  const before = await schemasOf(address);
  const { code, report, stdout, stderr } = await runCheck(['--db', address, ...selection]);
  expect(report?.counts).toMatchObject({ fail: 0, error: 0, blocked: 0, 'not tested': 0 });
  expect(code).toBe(0);
  expect(await schemasOf(address)).toEqual(before);
  const shown = [JSON.stringify(report), stdout, stderr].join('');
  expect(shown).not.toContain(new URL(address).password);
});

test.each([
  ['--db', 'no-address', 'The option --db needs an address such as postgres://user@host/name.'],
  ['--db', 'postgres://nobody:hidden@127.0.0.1:1/app', 'postgres://nobody@127.0.0.1:1/app'],
])('%s %s ends with 2 and says why', async (option, address, message) => {
  const { code, stderr } = await runCheck([option, address]);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('hidden');
});

test('--db is refused for a server at an address', async () => {
  const url = ['--base-url', 'http://127.0.0.1:1'];
  const { code, stderr } = await runCheck(['--db', 'postgres://a@b/c', ...url]);
  expect(code).toBe(2);
  expect(stderr).toContain(
    '--db: applies to servers that the suite starts, but --base-url names another.',
  );
});
