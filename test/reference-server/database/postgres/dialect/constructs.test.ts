/** The table of constructs: every one of them, on both engines. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Construct, given, groups } from './constructs/index.js';
import { type Engine, installCompatibility, openPostgres, openSqlite } from './engines.js';
import { type PostgresServer, startPostgres } from './postgres-server.js';

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
  await installCompatibility(server.url);
});
afterAll(() => server?.stop());

/** Both engines, with the tables that statements find. */
async function openBoth(): Promise<readonly [Engine, Engine]> {
  const engines = [openSqlite(), await openPostgres(server.url)] as const;
  for (const engine of engines) {
    for (const statement of given) {
      const answer = await engine.run(statement);
      if ('fault' in answer) throw new Error(`${answer.fault}: ${statement}`);
    }
  }
  return engines;
}

async function check({ steps, differs }: Construct): Promise<void> {
  const [sqlite, postgres] = await openBoth();
  try {
    for (const step of steps) {
      const [expected, found] = [await sqlite.run(step), await postgres.run(step)];
      expect(expected, 'SQLite must run it').not.toHaveProperty('fault');
      expect({ step, answer: found }).toEqual({ step, answer: expected });
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

describe.each(groups)('$title', ({ constructs }) => {
  test.each(constructs)('$construct', check);
});
