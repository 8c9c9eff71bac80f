import type { Database as Connection } from 'better-sqlite3';
import type { Database, DatabaseUser, Migrations, StatementWatch } from '../database.js';
import { StatementCache } from '../statement-cache.js';
import { columnsOf } from './file.js';
import { LockWait } from './lock-wait.js';
import { SqliteMigrations } from './migrations.js';
import { SqliteStatement } from './prepared-statements.js';
import { type SharedConnection, SqliteQueryRunner } from './query-runner.js';

/** A database in a file, over one connection that all users share. */
export class SqliteDatabase implements Database, SharedConnection {
  readonly engine = 'sqlite';
  readonly connection: Connection;
  readonly statements: StatementCache<SqliteStatement>;
  readonly lockWait: LockWait;
  readonly watch: StatementWatch | undefined;

  /** @param watch Default: none, and statements run without a time limit */
  constructor(connection: Connection, watch?: StatementWatch) {
    this.connection = connection;
    this.statements = new StatementCache((sql) => new SqliteStatement(connection, sql));
    this.lockWait = new LockWait(connection);
    this.watch = watch;
  }

  get name(): string {
    return this.connection.name;
  }

  openQueryRunner(user: DatabaseUser): SqliteQueryRunner {
    return new SqliteQueryRunner(this, user);
  }

  openMigrations(): Migrations {
    return new SqliteMigrations(this.connection);
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

  close(): void {
    this.connection.close();
  }
}
