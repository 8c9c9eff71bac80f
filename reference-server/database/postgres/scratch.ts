import { randomBytes } from 'node:crypto';
import type { ScratchSchema } from '../database.js';
import { openPostgres } from './open.js';
import { PostgresDatabase } from './postgres-database.js';

const oneConnection = {
  connections: 1,
  connectionWait: 2_000,
  startWait: 0,
  mayBeAway: false,
};

/** Runs a statement in a database. */
async function run(address: string, text: string): Promise<void> {
  const database = await openPostgres(address, oneConnection);
  try {
    if (!(database instanceof PostgresDatabase)) return;
    await database.withConnection((connection) => connection.run({ text }));
  } finally {
    await database.close();
  }
}

function withSearchPath(address: string, schema: string): string {
  const setting = `-c search_path=${schema}`;
  const [start = '', query = ''] = address.split('?');
  const parameters = new URLSearchParams(query);
  const options = parameters.get('options');
  parameters.set('options', options === null ? setting : `${options} ${setting}`);
  return `${start}?${parameters}`;
}

/**
 * Creates a schema that nothing else uses.
 *
 * @throws ProjectError when the database cannot be used, DatabaseFault when it may not be changed
 */
export async function createScratchSchema(address: string): Promise<ScratchSchema> {
  const schema = `touchstone_${randomBytes(8).toString('hex')}`;
  await run(address, `CREATE SCHEMA ${schema}`);
  return {
    address: withSearchPath(address, schema),
    drop: () => run(address, `DROP SCHEMA ${schema} CASCADE`),
  };
}
