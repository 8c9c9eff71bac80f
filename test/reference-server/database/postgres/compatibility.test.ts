/** Which installed compatibility schema is left as it is. */
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { createTestSchema, endSharedPostgres, sharedAddress } from '../../support/postgres.js';
import { serveFiles } from '../../support/serve.js';

afterAll(endSharedPostgres);

const comment =
  "SELECT obj_description(oid, 'pg_namespace') AS text FROM pg_namespace WHERE nspname = 'touchstone'";

/** What is noted of the schema after a start on one with a note. */
async function noteAfterStart(note: string): Promise<string> {
  const client = new pg.Client({ connectionString: await sharedAddress() });
  await client.connect();
  const schema = await createTestSchema();
  try {
    await client.query('CREATE SCHEMA IF NOT EXISTS touchstone');
    await client.query(`COMMENT ON SCHEMA touchstone IS '${note}'`);
    await serveFiles({ 'api/a.wren': 'Response.json(1)' }, { database: schema.address });
    return (await client.query<{ text: string }>(comment)).rows[0]?.text ?? '';
  } finally {
    // Whoever starts next installs it anew.
    await client.query("COMMENT ON SCHEMA touchstone IS ''");
    await schema.drop();
    await client.end();
  }
}

it.each(['', '0.0.9 abc', 'abc'])(
  'one of an earlier release, noted as "%s", is replaced',
  async (note) => {
    expect(await noteAfterStart(note)).toMatch(/^0\.\d+\.\d+ [0-9a-f]{16}$/);
  },
);

it.each(['1000.0.0 abc', '0.1000.0 abc'])(
  'one of a later release, noted as "%s", stays',
  async (note) => {
    expect(await noteAfterStart(note)).toBe(note);
  },
);
