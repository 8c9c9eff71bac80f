import type { Database, Engine, StatementWatch } from './database.js';
import { openFile } from './sqlite/open.js';
import { SqliteDatabase } from './sqlite/sqlite-database.js';

/** How a database is opened. */
export interface OpenOptions {
  /** Whether a file that is not there is an error; a database of PostgreSQL always has to be there. */
  readonly mustExist?: boolean;
  /** How long a statement of SQLite waits for another process's lock, in milliseconds. */
  readonly lockWait?: number;
  readonly watch?: StatementWatch | undefined;
}

const address = /^postgres(?:ql)?:\/\//i;

/** Whether a database is named by an address, and not by a file. */
export function isAddress(database: string): boolean {
  return address.test(database);
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
  { watch, ...options }: OpenOptions = {},
): Promise<Database> {
  return new SqliteDatabase(openFile(database, options), watch);
}
