/** The table of constructs: every one of them, on both engines. */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageFile } from '../../../../../kit/package-root.js';
import { endSharedPostgres, sharedAddress } from '../../../support/postgres.js';
import { type Construct, given, groups } from './constructs/index.js';
import { type Engine, installCompatibility, openPostgres, openSqlite } from './engines.js';
import { renderTables } from './table.js';

beforeAll(async () => installCompatibility(await sharedAddress()));
afterAll(endSharedPostgres);

/** Both engines, with the tables that statements find. */
async function openBoth(): Promise<readonly [Engine, Engine]> {
  const engines = [openSqlite(), await openPostgres(await sharedAddress())] as const;
  for (const engine of engines) {
    for (const statement of given) {
      const answer = await engine.run(statement);
      if ('fault' in answer) throw new Error(`${answer.fault}: ${statement}`);
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
      expect({ step, answer: found }).toEqual({ step, answer: expected });
    }
    for (const step of failing) {
      expect({ step, answer: await sqlite.run(step) }).toHaveProperty('answer.fault');
      expect({ step, answer: await postgres.run(step) }).toHaveProperty('answer.fault');
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

test('the documentation has the table', () => {
  const guide = readFileSync(packageFile('docs/postgresql.md'), 'utf8');
  expect(guide).toContain(`${renderTables(groups)}\n`);
});

test('a backup has the functions before those that call them', async () => {
  const select = `SELECT proname FROM pg_proc JOIN pg_language AS l ON l.oid = prolang
    WHERE pronamespace = 'touchstone'::regnamespace AND lanname = 'sql'
      AND prosqlbody IS NULL AND prosrc LIKE '%touchstone.%'`;
  const client = new pg.Client({ connectionString: await sharedAddress() });
  await client.connect();
  // PostgreSQL does not look for calls in a body that is a text.
  expect((await client.query(select)).rows).toEqual([]);
  await client.end();
});

describe.each(groups)('$title', ({ constructs }) => {
  test.each(constructs)('$construct', check);
});
