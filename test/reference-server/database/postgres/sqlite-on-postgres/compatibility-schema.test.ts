/** Updates of an installed compatibility schema. */
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { createTestSchema, endSharedPostgres, sharedAddress } from '../../../support/postgres.js';
import { serveFiles } from '../../../support/serve.js';

afterAll(endSharedPostgres);

const comment =
  "SELECT obj_description(oid, 'pg_namespace') AS text FROM pg_namespace WHERE nspname = 'touchstone'";

/** The comment of the schema after a start on a schema with a given comment. */
async function commentAfterStart(note: string): Promise<string> {
  const client = new pg.Client({ connectionString: await sharedAddress() });
  await client.connect();
  const schema = await createTestSchema();
  try {
    await client.query('CREATE SCHEMA IF NOT EXISTS touchstone');
    await client.query(`COMMENT ON SCHEMA touchstone IS '${note}'`);
    await serveFiles({ 'api/a.wren': 'Response.json(1)' }, { database: schema.address });
    return (await client.query<{ text: string }>(comment)).rows[0]?.text ?? '';
  } finally {
    // The next start installs it again.
    await client.query("COMMENT ON SCHEMA touchstone IS ''");
    await schema.drop();
    await client.end();
  }
}

it.each(['', '0.0.9 abc', 'abc'])(
  'the schema of an earlier release, "%s", is replaced',
  async (note) => {
    expect(await commentAfterStart(note)).toMatch(/^0\.\d+\.\d+ [0-9a-f]{16}$/);
  },
);

it.each(['1000.0.0 abc', '0.1000.0 abc'])(
  'the schema of a later release, "%s", stays unchanged',
  async (note) => {
    expect(await commentAfterStart(note)).toBe(note);
  },
);
