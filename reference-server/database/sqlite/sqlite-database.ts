import type { Database as Connection } from 'better-sqlite3';
import type { Database, DatabaseUser, Migrations, StatementWatch } from '../database.js';
import { columnsOf } from './file.js';
import { LockWait } from './lock-wait.js';
import { SqliteMigrations } from './migrations.js';
import { SqliteStatements } from './prepared-statements.js';
import { type SharedConnection, SqliteQueryRunner } from './query-runner.js';

/** A database in a file, over one connection that all users share. */
export class SqliteDatabase implements Database, SharedConnection {
  readonly engine = 'sqlite';
  readonly connection: Connection;
  readonly statements: SqliteStatements;
  readonly lockWait: LockWait;
  readonly watch: StatementWatch | undefined;

  /** @param watch Default: none, and statements run without a time limit */
  constructor(connection: Connection, watch?: StatementWatch) {
    this.connection = connection;
    this.statements = new SqliteStatements(connection);
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
    this.statements.forget();
  }

  findProblem(): undefined {
    return undefined;
  }

  close(): void {
    this.connection.close();
  }
}
