import { closeSync, existsSync, openSync } from 'node:fs';
import type BetterSqlite3 from 'better-sqlite3';
import { messageOf } from '../../../kit/errors.js';
import { ProjectError } from '../../project/errors.js';
import { sqliteDriver } from './driver.js';

/** How long a statement waits for another process's lock unless told otherwise, in milliseconds. */
const defaultLockWait = 5_000;

/** Who may read and write a new file: its owner. SQLite gives the files beside it the same mode. */
const ownerOnly = 0o600;

/** Makes an empty file unless there is one: to SQLite it is an empty database. */
function create(file: string): void {
  if (file !== ':memory:' && !existsSync(file)) closeSync(openSync(file, 'a', ownerOnly));
}

/**
 * Opens a database file, creating it for its owner only when it is not there. Foreign keys are
 * enforced, and a write that was acknowledged survives a crash of the process and of the machine:
 * WAL with `synchronous = FULL`.
 *
 * @throws ProjectError that names the file, when it is not a database or cannot be opened, or what
 *   the driver lacks.
 */
export function openFile(
  file: string,
  options: { readonly mustExist?: boolean; readonly lockWait?: number } = {},
): BetterSqlite3.Database {
  const Database = sqliteDriver();
  let database: BetterSqlite3.Database | undefined;
  try {
    if (options.mustExist && !existsSync(file)) throw new Error('there is no such file');
    create(file);
    database = new Database(file, { timeout: options.lockWait ?? defaultLockWait });
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    return database;
  } catch (error) {
    database?.close();
    throw new ProjectError(`The database "${file}" cannot be opened: ${messageOf(error)}.`);
  }
}
