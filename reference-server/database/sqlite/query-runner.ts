import type { Database as Connection } from 'better-sqlite3';
import { reserveStack } from '../../../interpreter/index.js';
import {
  controlInBlock,
  DatabaseFault,
  type DatabaseUser,
  type Outcome,
  type QueryRunner,
  rolledBack,
  type StatementWatch,
} from '../database.js';
import type { RowMap } from '../row-map.js';
import type { StatementCache } from '../statement-cache.js';
import type { SqlParameter } from '../values.js';
import { isBusy, toSqliteFault } from './driver.js';
import type { LockWait } from './lock-wait.js';
import type { SqliteStatement } from './prepared-statements.js';
import type { TableLayout } from './table-layout.js';

/** Statements that control a transaction (https://sqlite.org/lang_transaction.html). */
const transaction = { begin: 'BEGIN IMMEDIATE', commit: 'COMMIT', rollBack: ['ROLLBACK'] } as const;
/** Statements that control a savepoint within one (https://sqlite.org/lang_savepoint.html). */
const savepoint = {
  begin: 'SAVEPOINT _part',
  commit: 'RELEASE _part',
  rollBack: ['ROLLBACK TO _part', 'RELEASE _part'],
} as const;

/** The connection that all query runners of a database share, with its statements and limits. */
export interface SharedConnection {
  readonly connection: Connection;
  readonly statements: StatementCache<SqliteStatement>;
  readonly layout: TableLayout;
  readonly lockWait: LockWait;
  readonly watch: StatementWatch | undefined;
}

/**
 * The transaction of a user:
 *
 * - `none`: each statement is stored by itself
 * - `open`: statements are stored by its commit
 * - `lost`: SQLite has rolled it back, because a statement failed with OR ROLLBACK, the disk is full
 *   or the like (https://sqlite.org/lang_transaction.html). Until its end, no statement may follow:
 *   it would be stored by itself.
 */
type TransactionState = 'none' | 'open' | 'lost';

/** Runs the statements of one user on the connection that all users share. */
export class SqliteQueryRunner implements QueryRunner {
  /** False: conflicts need a second writer at the same time, which SQLite does not have. */
  readonly isRepeatable = false;
  readonly #database: SharedConnection;
  readonly #user: DatabaseUser;
  /** Open transaction and savepoints, the outermost first; undefined while none was begun. */
  #begun: (typeof transaction | typeof savepoint)[] | undefined;
  #state: TransactionState = 'none';

  constructor(database: SharedConnection, user: DatabaseUser) {
    this.#database = database;
    this.#user = user;
  }

  get mustNotWait(): boolean {
    return this.#database.connection.inTransaction;
  }

  first(sql: string, parameters: readonly SqlParameter[]): RowMap | undefined {
    return this.#execute(sql, (statement) => statement.first(parameters, this.#user));
  }

  all(sql: string, parameters: readonly SqlParameter[]): RowMap[] {
    return this.#execute(sql, (statement) => statement.all(parameters, this.#user));
  }

  run(sql: string, parameters: readonly SqlParameter[]): Outcome {
    return this.#execute(sql, (statement) => {
      if (statement.isInsert) return statement.insert(parameters);
      if (statement.returnsRows) return statement.all(parameters, this.#user);
      if (statement.isControl) return this.#runControl(statement, parameters);
      // What is TEMPORARY must be removed again, whatever happens.
      if (statement.isDefinition) reserveStack();
      const changes = statement.run(parameters);
      if (statement.isDefinition) this.#database.layout.checkNext();
      return changes;
    });
  }

  /** The transaction takes the lock for writing when it begins. */
  begin(): void {
    if (this.#state === 'lost') throw lostTransaction();
    const { connection, lockWait } = this.#database;
    const kind = connection.inTransaction ? savepoint : transaction;
    const start = performance.now();
    lockWait.begin(start, this.#user.deadline - start);
    let wasLocked = false;
    try {
      this.#control(kind.begin);
    } catch (error) {
      wasLocked = error instanceof DatabaseFault && error.kind === 'busy';
      throw error;
    } finally {
      lockWait.end(start, performance.now(), wasLocked);
    }
    this.#begun ??= [];
    this.#begun.push(kind);
  }

  commit(): void {
    if (this.#state === 'lost') throw lostTransaction();
    const kind = this.#begun?.at(-1) ?? transaction;
    this.#control(kind.commit);
    this.#begun?.pop();
  }

  rollBack(): void {
    const kind = this.#begun?.pop() ?? transaction;
    // SQLite or the script itself may have rolled the transaction back already.
    if (this.#database.connection.inTransaction) {
      try {
        for (const sql of kind.rollBack) this.#control(sql);
      } catch (error) {
        this.#abandon();
        // The caller has the fault that the rollback answers.
        if (!(error instanceof DatabaseFault)) throw error;
      }
      this.#database.layout.checkNext();
    } else if (kind === transaction) this.#state = 'none';
  }

  /** Rolls everything back, because a part cannot be rolled back: the rest must not be stored. */
  #abandon(): void {
    const { connection } = this.#database;
    if (connection.inTransaction) connection.exec('ROLLBACK');
    this.#state = 'lost';
  }

  /** Rolls an open transaction back: it would contain the later writes of all users. */
  end(): boolean {
    const { connection, layout } = this.#database;
    const isOpen = connection.inTransaction;
    if (isOpen) {
      connection.exec('ROLLBACK');
      layout.checkNext();
    }
    return isOpen || this.#state === 'lost';
  }

  /** Runs a statement of the script that begins or ends a transaction or a savepoint. */
  #runControl(statement: SqliteStatement, parameters: readonly SqlParameter[]): number {
    if (this.#begun !== undefined && this.#begun.length > 0) throw controlInBlock();
    if (this.#state === 'lost') {
      this.#state = 'none';
      if (!statement.isRollback) throw lostTransaction();
      return 0;
    }
    try {
      return statement.run(parameters);
    } finally {
      this.#recordState();
      this.#database.layout.checkNext();
    }
  }

  #recordState(): void {
    this.#state = this.#database.connection.inTransaction ? 'open' : 'none';
  }

  /** Called when a statement has failed. */
  #recordLoss(): void {
    if (this.#state === 'open' && !this.#database.connection.inTransaction) this.#state = 'lost';
  }

  /** Runs a statement within its user's time limit. */
  #execute<Result>(sql: string, act: (statement: SqliteStatement) => Result): Result {
    const { layout, lockWait, statements, watch } = this.#database;
    const start = performance.now();
    const left = this.#user.deadline - start;
    lockWait.begin(start, left);
    watch?.begin(sql, this.#user, left);
    let mayHaveWaited = false;
    let wasLocked = false;
    try {
      layout.check(start);
      const statement = statements.find(sql, this.#user);
      if (this.#state === 'lost' && !statement.endsTransaction) throw lostTransaction();
      mayHaveWaited = !statement.isReadOnly;
      return act(statement);
    } catch (error) {
      wasLocked = isBusy(error);
      this.#recordLoss();
      // The error may have ended a transaction that had changed the tables.
      layout.checkNext();
      throw toSqliteFault(error);
    } finally {
      watch?.end();
      if (mayHaveWaited || wasLocked) lockWait.end(start, performance.now(), wasLocked);
    }
  }

  /** Runs a statement that controls transactions; it stays prepared, like statements of scripts. */
  #control(sql: string): void {
    try {
      this.#database.statements.find(sql).run([]);
      this.#recordState();
    } catch (error) {
      this.#recordLoss();
      throw toSqliteFault(error);
    }
  }
}

function lostTransaction(): DatabaseFault {
  return rolledBack('SQLITE_ABORT_ROLLBACK');
}
