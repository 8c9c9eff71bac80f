import { setTimeout as sleep } from 'node:timers/promises';
import { ProjectError } from '../../project/errors.js';
import type { Database } from '../database.js';
import { type Address, parseAddress, showAddress } from './address.js';
import { Connection } from './connection.js';
import { codeOf, reasonOf } from './faults.js';
import { Pool } from './pool.js';
import { PostgresDatabase } from './postgres-database.js';
import { tlsAttempts } from './tls.js';

/** How a database of PostgreSQL is opened. */
export interface PostgresOptions {
  /** How many connections there may be. */
  readonly connections: number;
  /** How long one may be waited for while all are in use, in milliseconds. */
  readonly connectionWait: number;
  /** Whether a database that is away is no error: what needs it fails until it is there. */
  readonly mayBeAway: boolean;
  /** How long to wait for a database that is not there yet, in milliseconds. */
  readonly startWait: number;
}

/** How often to look whether the database is there, in milliseconds. */
const lookInterval = 250;

/** Opens connections in the first way that the server accepts. */
function connector(address: Address): () => Promise<Connection> {
  const attempts = tlsAttempts(address);
  return async () => {
    let failure: unknown;
    for (const tls of attempts) {
      try {
        return await Connection.open(address, tls);
      } catch (error) {
        failure = error;
        // Only how TLS is used can be done in another way.
        if (!isAboutTls(error)) break;
      }
    }
    throw failure;
  };
}

function isAboutTls(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  // 28000: pg_hba.conf has no entry for a connection with, or without, encryption.
  return (
    /SSL|TLS/.test(cause.message) || codeOf(cause) === '28000' || /^ERR_SSL/.test(codeOf(cause))
  );
}

/** Whether waiting may help: the server is not there, or not ready. */
function mayCome(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return !/^(?:28|3D|42)/.test(codeOf(cause));
}

/**
 * Opens a database of PostgreSQL: connects once, to learn whether that can be done.
 *
 * @throws ProjectError in a sentence without secrets, when it cannot
 */
export async function openPostgres(text: string, options: PostgresOptions): Promise<Database> {
  const address = parseAddress(text, process.env);
  const open = connector(address);
  const pool = new Pool(open, options.connections, options.connectionWait);
  if (options.mayBeAway) {
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
      if (performance.now() < deadline && mayCome(error)) {
        await sleep(lookInterval);
        continue;
      }
      await pool.close();
      const name = showAddress(address);
      throw new ProjectError(`The database ${name} cannot be used: ${reasonOf(error)}.`);
    }
  }
}
