/**
 * Opens databases: an address leads to the driver in `database/postgres/`, a file to the one in
 * `database/sqlite/`.
 */
import type { Database, Engine, ScratchSchema, StatementWatch } from '../database/database.js';
import { openFile } from '../database/sqlite/file.js';
import { SqliteDatabase } from '../database/sqlite/sqlite-database.js';
import { ProjectError } from '../project/errors.js';

/** Options of `openDatabase`. */
export interface OpenOptions {
  /**
   * Whether a missing file is an error. A PostgreSQL database must always exist. Default: false.
   */
  readonly mustExist?: boolean;
  /**
   * Time that a statement waits for another process's lock, or for a free connection, in
   * milliseconds. Default: 5,000 for a file, 2,000 for PostgreSQL.
   */
  readonly lockWait?: number;
  /** The same until `limitWaits` is called, for a file. Default: `lockWait`. */
  readonly startLockWait?: number;
  /** Maximum number of connections to PostgreSQL. Default: 10. */
  readonly connections?: number;
  /** Whether PostgreSQL may be unreachable when it is opened. Default: false. */
  readonly mayBeUnreachable?: boolean;
  /** Time to wait until PostgreSQL is reachable, in milliseconds. Default: 0. */
  readonly startWait?: number | undefined;
  /** Receives notes for the operator, in sentences. Default: they are dropped. */
  readonly note?: (text: string) => void;
  /** Watches the statements of SQLite. */
  readonly watch?: StatementWatch | undefined;
}

/**
 * Whether a database is named by an address, not by a file.
 *
 * @throws ProjectError for an address of another kind of database
 */
export function isAddress(database: string): boolean {
  const [, scheme] = /^([a-z][a-z\d+.-]*):\/\//i.exec(database) ?? [];
  if (scheme === undefined) return false;
  if (/^postgres(?:ql)?$/i.test(scheme)) return true;
  throw new ProjectError(
    `The database cannot be used: ${scheme}:// is not supported. Name a file for SQLite, or postgres://… for PostgreSQL.`,
  );
}

/**
 * A check of SQL texts that needs no database; undefined for a database that checks a statement
 * when it is prepared. The check takes an SQL text, a byte string, and returns its problem, if any.
 */
export async function statementCheckOf(
  engine: Engine,
): Promise<((sql: string) => string | undefined) | undefined> {
  if (engine === 'sqlite') return undefined;
  return (await import('../database/postgres/prepared-statements.js')).findProblem;
}

/**
 * Creates a temporary schema in a PostgreSQL database; the caller drops it.
 *
 * @param address begins with `postgres://`
 * @throws ProjectError when the database cannot be used
 * @throws DatabaseFault when the user must not create schemas
 */
export async function createScratchSchema(address: string): Promise<ScratchSchema> {
  const { createPostgresSchema } = await import('../database/postgres/open.js');
  return createPostgresSchema(address);
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
  {
    watch,
    connections = 10,
    startWait = 0,
    mayBeUnreachable = false,
    note = () => undefined,
    ...options
  }: OpenOptions = {},
): Promise<Database> {
  if (isAddress(database)) {
    // Loaded on demand: the driver takes time to load.
    const { openPostgres } = await import('../database/postgres/open.js');
    return openPostgres(database, {
      connections,
      connectionWait: options.lockWait ?? 2_000,
      startWait,
      mayBeUnreachable,
      note,
    });
  }
  const { startLockWait, lockWait, mustExist = false } = options;
  const firstWait = startLockWait ?? lockWait;
  const file = openFile(database, {
    mustExist,
    ...(firstWait === undefined ? {} : { lockWait: firstWait }),
  });
  return new SqliteDatabase(file, watch, lockWait);
}
