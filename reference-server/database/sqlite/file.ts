/** The file of a SQLite database. */
import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import type BetterSqlite3 from 'better-sqlite3';
import { ProjectError } from '../../project/errors.js';
import { reasonOf, sqliteDriver } from './driver.js';

/** Default time that a statement waits for another process's lock, in milliseconds. */
const defaultLockWait = 5_000;

/**
 * Size to which SQLite cuts the WAL once its content is in the database, in bytes. Otherwise the
 * file would keep the size of the largest transaction, even if it was rolled back.
 */
const keptWal = 64 * 2 ** 20;

/** Only the owner reads and writes a new file. SQLite gives the files beside it the same mode. */
const ownerOnly = 0o600;

/** SQLite's name of a database without a file. */
const inMemory = ':memory:';

/** Creates a missing file, empty: SQLite takes it for an empty database. */
function create(file: string): void {
  if (file !== inMemory && !existsSync(file)) closeSync(openSync(file, 'a', ownerOnly));
}

/**
 * Opens a database file; creates a missing file for its owner only. Foreign keys are enforced, and
 * an acknowledged write survives a crash of the process and of the machine: WAL with
 * `synchronous = FULL` (https://sqlite.org/pragma.html#pragma_synchronous).
 *
 * @throws ProjectError that names the file when it is not a database or cannot be opened, or what
 *   the driver lacks
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
    // SQLite would open a device such as /dev/null, and what it stores would be lost.
    if (file !== inMemory && !statSync(file).isFile()) throw new Error('it is not a file');
    database = new Database(file, { timeout: options.lockWait ?? defaultLockWait });
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    database.pragma(`journal_size_limit = ${keptWal}`);
    return database;
  } catch (error) {
    database?.close();
    throw new ProjectError(`The database "${file}" cannot be opened: ${reasonOf(error)}.`);
  }
}

/** The column names of a table; empty when there is no such table. */
export function columnsOf(database: BetterSqlite3.Database, table: string): ReadonlySet<string> {
  const select = database.prepare<[string], string>('SELECT name FROM pragma_table_info(?)');
  return new Set(select.pluck().all(table));
}

/**
 * Rewrites the file so that it contains the current rows only
 * (https://sqlite.org/lang_vacuum.html). Without this, deleted and overwritten values remain in
 * free space of the file and in old frames of the WAL. Takes some ten seconds per gigabyte, and
 * free disk space for two copies meanwhile.
 *
 * @throws Error when another connection prevents it, or the disk is full
 */
export function rewriteFile(database: BetterSqlite3.Database): void {
  database.exec('VACUUM');
  if (database.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) !== 0) {
    throw new Error('another process is using it');
  }
}
