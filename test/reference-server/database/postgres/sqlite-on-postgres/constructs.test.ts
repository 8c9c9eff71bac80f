/** The table of constructs: each construct runs on both engines. */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageFile } from '../../../../../kit/package-root.js';
import { functionGroups } from '../../../../../reference-server/database/postgres/sqlite-on-postgres/functions/functions.js';
import { endSharedPostgres, sharedAddress } from '../../../support/postgres.js';
import { type Construct, given, groups } from './constructs/index.js';
import { type Engine, installCompatibility, openPostgres, openSqlite } from './engines.js';
import { renderFunctions, renderTables } from './table.js';

beforeAll(async () => installCompatibility(await sharedAddress()));
afterAll(endSharedPostgres);

/** Opens both engines, with the tables for the statements. */
async function openBoth(): Promise<readonly [Engine, Engine]> {
  const engines = [openSqlite(), await openPostgres(await sharedAddress())] as const;
  for (const engine of engines) {
    for (const statement of given) {
      const result = await engine.run(statement);
      if ('fault' in result) throw new Error(`${result.fault}: ${statement}`);
    }
  }
  return engines;
}

async function check({ steps, failing = [], differs }: Construct): Promise<void> {
  const [sqlite, postgres] = await openBoth();
  try {
    for (const step of steps) {
      const [expected, found] = [await sqlite.run(step), await postgres.run(step)];
      expect(expected, 'SQLite must run it').not.toHaveProperty('fault');
      expect({ step, result: found }).toEqual({ step, result: expected });
    }
    for (const step of failing) {
      expect({ step, result: await sqlite.run(step) }).toHaveProperty('result.fault');
      expect({ step, result: await postgres.run(step) }).toHaveProperty('result.fault');
    }
    if (differs === undefined) return;
    expect(await sqlite.run(differs.step)).not.toHaveProperty('fault');
    const found = await postgres.run(differs.step);
    expect('fault' in found ? found.fault : JSON.stringify(found)).toMatch(differs.outcome);
  } finally {
    await sqlite.close();
    await postgres.close();
  }
}

test('the documentation contains the tables', () => {
  const guide = readFileSync(packageFile('docs/postgresql.md'), 'utf8');
  expect(guide).toContain(`${renderTables(groups)}\n`);
  expect(guide).toContain(`${renderFunctions(functionGroups)}\n`);
});

test('a backup contains each function before its callers', async () => {
  const select = `SELECT proname FROM pg_proc JOIN pg_language AS l ON l.oid = prolang
    WHERE pronamespace = 'touchstone'::regnamespace AND lanname = 'sql'
      AND prosqlbody IS NULL AND prosrc LIKE '%touchstone.%'`;
  const client = new pg.Client({ connectionString: await sharedAddress() });
  await client.connect();
  // PostgreSQL does not find the calls in a body that is a text.
  expect((await client.query(select)).rows).toEqual([]);
  await client.end();
});

describe.each(groups)('$title', ({ constructs }) => {
  test.each(constructs)('$construct', check);
});
