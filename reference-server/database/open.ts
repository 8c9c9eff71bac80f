import type { Database, Engine, ScratchSchema, StatementWatch } from './database.js';
import { openFile } from './sqlite/open.js';
import { SqliteDatabase } from './sqlite/sqlite-database.js';

/** How a database is opened. */
export interface OpenOptions {
  /** Whether a file that is not there is an error; a database of PostgreSQL always has to be there. */
  readonly mustExist?: boolean;
  /**
   * How long a statement waits for another process's lock, or for a free connection, in milliseconds.
   */
  readonly lockWait?: number;
  /** How many connections there may be to a database of PostgreSQL. */
  readonly connections?: number;
  /** Whether a database of PostgreSQL that is away is no error. */
  readonly mayBeAway?: boolean;
  /** How long to wait for a database of PostgreSQL that is not there yet, in milliseconds. */
  readonly startWait?: number;
  readonly watch?: StatementWatch | undefined;
}

const address = /^postgres(?:ql)?:\/\//i;

/** Whether a database is named by an address, and not by a file. */
export function isAddress(database: string): boolean {
  return address.test(database);
}

/**
 * What finds, without running it, a statement that a kind of database does not understand; undefined
 * for one that is asked when it runs. It takes an SQL text, a byte string, and returns what is wrong.
 */
export async function statementCheckOf(
  engine: Engine,
): Promise<((sql: string) => string | undefined) | undefined> {
  if (engine === 'sqlite') return undefined;
  return (await import('./postgres/statements.js')).findProblem;
}

/**
 * Creates a schema of its own in a database of PostgreSQL, to be dropped in the end.
 *
 * @param address begins with `postgres://`
 * @throws ProjectError
 */
export async function createScratchSchema(address: string): Promise<ScratchSchema> {
  const postgres = await import('./postgres/scratch.js');
  return postgres.createScratchSchema(address);
}

/** The kind of database that a file or an address names. */
export function engineOf(database: string): Engine {
  return isAddress(database) ? 'postgresql' : 'sqlite';
}

/**
 * Opens a database.
 *
 * @param database a file, or an address that begins with `postgres://`
 * @throws ProjectError when it cannot be opened
 */
export async function openDatabase(
  database: string,
  { watch, connections = 10, startWait = 0, mayBeAway = false, ...options }: OpenOptions = {},
): Promise<Database> {
  if (isAddress(database)) {
    // The driver takes time to load, which only those need who use it.
    const { openPostgres } = await import('./postgres/open.js');
    return openPostgres(database, {
      connections,
      connectionWait: options.lockWait ?? 2_000,
      startWait,
      mayBeAway,
    });
  }
  return new SqliteDatabase(openFile(database, options), watch);
}
