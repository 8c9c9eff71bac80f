import type { Database, Statement } from 'better-sqlite3';

/** Longest time for which a change by another process goes unnoticed, in milliseconds. */
const checkInterval = 10;

/**
 * Notices schema changes by any process. After a schema change SQLite re-prepares statements
 * silently, and the remembered column names would no longer match the cells. A busy process checks
 * rarely, because a check takes half the time of a short query.
 */
export class TableLayout {
  /** Incremented after each noticed change. */
  version = 0;
  readonly #database: Database;
  /** Prepared at the first check: a damaged database can be opened, but not read. */
  #select: Statement<[], number> | undefined;
  #schemaVersion: number | undefined;
  #checked = -Infinity;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Called before each statement.
   *
   * @param now in milliseconds of `performance.now`
   * @throws SqliteError when the database cannot be read
   */
  check(now: number): void {
    if (now - this.#checked < checkInterval) return;
    this.#select ??= this.#database.prepare<[], number>('PRAGMA schema_version').pluck();
    const schemaVersion = this.#select.get();
    this.#checked = now;
    if (schemaVersion === this.#schemaVersion) return;
    this.#schemaVersion = schemaVersion;
    this.version++;
  }

  /** Called when this process may have changed the tables, or taken a change back. */
  checkNext(): void {
    this.#checked = -Infinity;
  }
}
