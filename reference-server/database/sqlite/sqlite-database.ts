import type { Database as Connection } from 'better-sqlite3';
import type { Database, DatabaseUser, Migrations, StatementWatch } from '../database.js';
import { LockWait } from './lock-wait.js';
import { SqliteMigrations } from './migrations.js';
import { SqliteSession } from './session.js';
import { Statements } from './statements.js';
import { columnsOf } from './tables.js';

/** A database in a file, over one connection, which all its users share. */
export class SqliteDatabase implements Database {
  readonly engine = 'sqlite';
  readonly connection: Connection;
  readonly statements: Statements;
  readonly lockWait: LockWait;
  readonly watch: StatementWatch | undefined;

  /** @param watch unless given, a statement may run for ever */
  constructor(connection: Connection, watch?: StatementWatch) {
    this.connection = connection;
    this.statements = new Statements(connection);
    this.lockWait = new LockWait(connection);
    this.watch = watch;
  }

  get name(): string {
    return this.connection.name;
  }

  openSession(user: DatabaseUser): SqliteSession {
    return new SqliteSession(this, user);
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
