import type { Database as Connection } from 'better-sqlite3';
import {
  type Database,
  DatabaseFault,
  type DatabaseUser,
  type Migrations,
  type StatementWatch,
} from '../database.js';
import { StatementCache } from '../statement-cache.js';
import { isBusy, reasonOf } from './driver.js';
import { columnsOf } from './file.js';
import { LockWait } from './lock-wait.js';
import { SqliteMigrations } from './migrations.js';
import { SqliteStatement } from './prepared-statements.js';
import { type SharedConnection, SqliteQueryRunner } from './query-runner.js';
import { TableLayout } from './table-layout.js';

/** A database in a file, over one connection that all users share. */
export class SqliteDatabase implements Database, SharedConnection {
  readonly engine = 'sqlite';
  readonly connection: Connection;
  readonly statements: StatementCache<SqliteStatement>;
  readonly layout: TableLayout;
  lockWait: LockWait;
  readonly watch: StatementWatch | undefined;
  readonly #usualWait: number | undefined;

  /**
   * @param watch Default: none, and statements run without a time limit
   * @param usualWait see `limitWaits`. Default: that of the connection
   */
  constructor(connection: Connection, watch?: StatementWatch, usualWait?: number) {
    this.#usualWait = usualWait;
    this.connection = connection;
    this.layout = new TableLayout(connection);
    this.statements = new StatementCache(
      (sql) => new SqliteStatement(connection, this.layout, sql),
      (_, statement) => statement.size,
    );
    this.lockWait = new LockWait(connection);
    this.watch = watch;
  }

  get name(): string {
    return this.connection.name;
  }

  openQueryRunner(user: DatabaseUser): SqliteQueryRunner {
    return new SqliteQueryRunner(this, user);
  }

  openMigrations(project: string): Migrations {
    try {
      return new SqliteMigrations(this.connection, project);
    } catch (error) {
      throw isBusy(error) ? new DatabaseFault('busy', reasonOf(error), 'SQLITE_BUSY') : error;
    }
  }

  limitWaits(): void {
    if (this.#usualWait === undefined) return;
    this.connection.pragma(`busy_timeout = ${this.#usualWait}`);
    this.lockWait = new LockWait(this.connection);
  }

  columnsOf(table: string): ReadonlySet<string> {
    return columnsOf(this.connection, table);
  }

  forget(): void {
    this.statements.clear();
  }

  findProblem(): undefined {
    return undefined;
  }

  findRisk(): undefined {
    return undefined;
  }

  close(): void {
    this.connection.close();
  }
}
