/** Opens PostgreSQL databases and creates temporary schemas in them. */

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { cut } from '../../../kit/words.js';
import { ProjectError } from '../../project/errors.js';
import type { ScratchSchema } from '../database.js';
import { parseAddress, showAddress } from './address.js';
import { connector } from './connection.js';
import { codeOf, reasonOf } from './faults.js';
import { Pool } from './pool.js';
import { PostgresDatabase } from './postgres-database.js';
import { ServerWatch } from './server-watch.js';

/** Options of `openPostgres`. */
export interface PostgresOptions {
  /** Maximum number of connections. */
  readonly connections: number;
  /** Time limit of waiting for a connection while all are in use, in milliseconds. */
  readonly connectionWait: number;
  /** Whether the database may be unreachable: statements then fail until it is reachable. */
  readonly mayBeUnreachable: boolean;
  /** Time to wait until the database is reachable, in milliseconds. */
  readonly startWait: number;
  /** Receives notes for the operator, in sentences. */
  readonly note: (text: string) => void;
}

/** Interval of attempts to reach the database, in milliseconds. */
const attemptInterval = 250;

/** Whether waiting may help: the server is not reachable, or not ready. */
function isTemporary(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return !/^(?:28|3D|42)/.test(codeOf(cause));
}

/**
 * Opens a PostgreSQL database: connects once, to check that this is possible.
 *
 * @throws ProjectError without secrets when it is not
 */
export async function openPostgres(
  text: string,
  options: PostgresOptions,
): Promise<PostgresDatabase> {
  const address = parseAddress(text, process.env);
  const { connections: maximum, connectionWait: longestWait, note } = options;
  const watch = new ServerWatch(address);
  const pool = new Pool(connector(address, watch), watch, { maximum, longestWait, note });
  if (options.mayBeUnreachable) {
    const database = new PostgresDatabase(address, pool);
    void database.learnSoon();
    return database;
  }
  const deadline = performance.now() + options.startWait;
  for (;;) {
    try {
      const database = new PostgresDatabase(address, pool);
      await database.learn();
      return database;
    } catch (error) {
      if (performance.now() < deadline && isTemporary(error)) {
        await sleep(attemptInterval);
        continue;
      }
      await pool.close();
      const name = showAddress(address);
      throw new ProjectError(`The database ${name} cannot be used: ${reasonOf(error)}.`);
    }
  }
}

/**
 * Creates a schema with a random name.
 *
 * @throws ProjectError when the database cannot be used
 * @throws DatabaseFault when the user must not create schemas
 */
export async function createPostgresSchema(address: string): Promise<ScratchSchema> {
  const schema = `touchstone_${randomBytes(8).toString('hex')}`;
  await runOnce(address, `CREATE SCHEMA ${schema}`);
  return {
    address: withSearchPath(address, schema),
    drop: () => runOnce(address, `DROP SCHEMA ${schema} CASCADE`),
  };
}

const oneConnection: PostgresOptions = {
  connections: 1,
  connectionWait: 2_000,
  startWait: 0,
  mayBeUnreachable: false,
  note: () => undefined,
};

/** Opens a database to run one statement. */
async function runOnce(address: string, text: string): Promise<void> {
  const database = await openPostgres(address, oneConnection);
  try {
    await database.pool.withConnection((connection) => connection.run({ text }));
  } finally {
    await database.close();
  }
}

function withSearchPath(address: string, schema: string): string {
  const setting = `-c search_path=${schema}`;
  const [start, query] = cut(address, '?');
  const parameters = new URLSearchParams(query);
  const options = parameters.get('options');
  parameters.set('options', options === null ? setting : `${options} ${setting}`);
  return `${start}?${parameters}`;
}
