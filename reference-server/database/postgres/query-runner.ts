import {
  after,
  DatabaseFault,
  type DatabaseUser,
  type MaybePromise,
  type Outcome,
  type QueryRunner,
} from '../database.js';
import { type RowMap, sizeOf } from '../row-map.js';
import type { SqlParameter } from '../values.js';
import type { Connection } from './connection.js';
import { isStalePlan, toBeginFault } from './faults.js';
import type { Pool } from './pool.js';
import {
  type PostgresStatement,
  type PostgresStatements,
  type TransactionControl,
  transactionControlOf,
} from './prepared-statements.js';
import type { Command, QueryResult, TextRow } from './query.js';

/** The resources that all query runners of a database share. */
export interface SharedPool {
  readonly pool: Pool;
  readonly statements: PostgresStatements;
  /** Has statements translated and prepared again: another server has altered the tables. */
  refresh(): void;
}

/**
 * SQL of the transaction controls. SERIALIZABLE has the effect of SQLite's transactions, which run
 * one at a time (https://www.postgresql.org/docs/18/transaction-iso.html).
 */
const controlTexts: Readonly<Record<TransactionControl, string>> = {
  begin: 'BEGIN ISOLATION LEVEL SERIALIZABLE',
  commit: 'COMMIT',
  rollBack: 'ROLLBACK',
};

/** Statements that control a savepoint; nested savepoints have the same name. */
const savepoint = {
  begin: 'SAVEPOINT _part',
  commit: 'RELEASE SAVEPOINT _part',
  rollBack: 'ROLLBACK TO SAVEPOINT _part; RELEASE SAVEPOINT _part',
} as const;

/**
 * Statements around a single one: as on SQLite, a failed statement does not end its transaction.
 */
const guard = {
  begin: 'SAVEPOINT _statement',
  end: 'RELEASE SAVEPOINT _statement',
  undo: 'ROLLBACK TO SAVEPOINT _statement; RELEASE SAVEPOINT _statement',
} as const;

/**
 * The fault of a transaction that must be repeated because another server has altered its tables.
 */
function staleFault(error: unknown): DatabaseFault {
  return new DatabaseFault('conflict', 'the tables were altered meanwhile', '0A000', {
    cause: error,
  });
}

/** The fault of a request whose transaction has ended with its connection. */
function lostTransaction(): DatabaseFault {
  return new DatabaseFault('unreachable', 'the connection was lost during a transaction', '08006');
}

/** The names of the ends of a transaction in SQLite's messages. */
const endNames = { commit: 'commit', rollBack: 'rollback' } as const;

function failedTransaction(): DatabaseFault {
  const message = 'the transaction was rolled back, because one of its statements had failed';
  return new DatabaseFault('statement', message, '25P02');
}

/**
 * Runs the statements of one user. It holds a connection only while a statement runs or a
 * transaction is open.
 */
export class PostgresQueryRunner implements QueryRunner {
  readonly mustNotWait = false;
  readonly #database: SharedPool;
  readonly #user: DatabaseUser;
  /** The connection with the open transaction. */
  #own: Connection | undefined;
  /** The connection on which a command runs. */
  #busy: Connection | undefined;
  /** Number of open savepoints. */
  #savepoints = 0;
  #hasStored = false;
  /** Whether the connection was lost during a transaction, so that nothing may follow it. */
  #isLost = false;
  #isOver = false;

  constructor(database: SharedPool, user: DatabaseUser) {
    this.#database = database;
    this.#user = user;
  }

  get isRepeatable(): boolean {
    return !this.#hasStored;
  }

  first(sql: string, parameters: readonly SqlParameter[]): Promise<RowMap | undefined> {
    const statement = this.#find(sql);
    statement.checkReturnsRows();
    return this.#execute(statement, parameters, (result) => statement.toRows(result)[0]);
  }

  all(sql: string, parameters: readonly SqlParameter[]): Promise<RowMap[]> {
    const statement = this.#find(sql);
    statement.checkReturnsRows();
    return this.#execute(statement, parameters, (result) => statement.toRows(result));
  }

  run(sql: string, parameters: readonly SqlParameter[]): Promise<Outcome> {
    const control = transactionControlOf(sql);
    if (control !== undefined) return this.#runControl(control);
    const statement = this.#find(sql);
    return this.#execute(statement, parameters, (result) => statement.toOutcome(result));
  }

  async begin(): Promise<void> {
    if (this.#own === undefined) await this.#runControl('begin');
    else {
      await this.#runOn(this.#own, { text: savepoint.begin });
      this.#savepoints++;
    }
  }

  async commit(): Promise<void> {
    if (this.#savepoints === 0) {
      await this.#runControl('commit');
      return;
    }
    if (this.#own !== undefined) await this.#runOn(this.#own, { text: savepoint.commit });
    this.#savepoints--;
  }

  async rollBack(): Promise<void> {
    const connection = this.#own;
    // Without a connection, no transaction is open.
    if (connection === undefined) return;
    const isWhole = this.#savepoints === 0;
    if (!isWhole) this.#savepoints--;
    const ending = isWhole
      ? this.#runControl('rollBack')
      : this.#runOn(connection, { text: savepoint.rollBack });
    await ending.catch(() => connection.destroy());
  }

  end(): boolean {
    const isUnfinished = this.#own !== undefined;
    this.#isOver = true;
    if (this.#busy !== undefined) void this.#busy.cancel();
    else if (this.#own !== undefined) void this.#finish(this.#own);
    return isUnfinished;
  }

  #find(sql: string): PostgresStatement {
    return this.#database.statements.find(sql, this.#user);
  }

  /** Runs a statement; repeats it when it was prepared before its tables were altered. */
  async #execute<Result>(
    statement: PostgresStatement,
    parameters: readonly SqlParameter[],
    read: (result: QueryResult) => Result,
  ): Promise<Result> {
    const command = statement.bind(parameters);
    const taken = this.#take();
    const connection = taken instanceof Promise ? await taken : taken;
    const isGuarded = this.#user.isGuarded && connection.isInTransaction;
    this.#busy = connection;
    try {
      const result = isGuarded
        ? await this.#runGuarded(connection, command)
        : await connection.run(command, this.#keep);
      this.#hasStored ||= !connection.isInTransaction && !statement.isReadOnly;
      return read(result);
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      this.#database.refresh();
      if (connection.isInTransaction && !isGuarded) throw staleFault(error);
      const again = this.#find(statement.sql).bind(parameters);
      return read(await connection.run(again, this.#keep));
    } finally {
      this.#busy = undefined;
      this.#release(connection);
    }
  }

  readonly #keep = (row: TextRow): void => this.#user.reserve(sizeOf(row));

  async #runGuarded(connection: Connection, command: Command): Promise<QueryResult> {
    await connection.run({ text: guard.begin });
    try {
      const result = await connection.run(command, this.#keep);
      await connection.run({ text: guard.end });
      return result;
    } catch (error) {
      if (connection.isInTransaction) await connection.run({ text: guard.undo });
      throw error;
    }
  }

  /** Begins or ends a transaction. Returns the number of changed rows. */
  async #runControl(control: TransactionControl): Promise<0> {
    this.#checkControl(control);
    const connection = await this.#take();
    try {
      const wasFailed = connection.hasFailed;
      await this.#runOn(connection, { text: this.#controlText(control) });
      this.#savepoints = 0;
      if (control === 'commit') this.#hasStored = true;
      if (control === 'commit' && wasFailed) throw failedTransaction();
    } catch (error) {
      throw control === 'begin' ? toBeginFault(error) : error;
    } finally {
      this.#release(connection);
    }
    return 0;
  }

  /** @throws Error with SQLite's message when a control does not fit the open transaction */
  #checkControl(control: TransactionControl): void {
    if (this.#isLost) throw lostTransaction();
    if (control === 'begin') {
      if (this.#own !== undefined)
        throw new Error('cannot start a transaction within a transaction');
    } else if (this.#own === undefined)
      throw new Error(`cannot ${endNames[control]} - no transaction is active`);
  }

  #controlText(control: TransactionControl): string {
    if (control !== 'begin') return controlTexts[control];
    const left = this.#user.deadline - performance.now();
    const limit = left === Infinity ? 0 : Math.max(1, Math.ceil(left));
    return `${controlTexts.begin}; SET LOCAL statement_timeout = ${limit}`;
  }

  /** The connection of the open transaction, or one from the pool. */
  #take(): MaybePromise<Connection> {
    if (this.#own !== undefined) return this.#own;
    if (this.#isLost) return Promise.reject(lostTransaction());
    return after(this.#database.pool.lend(), (connection) => this.#accept(connection));
  }

  /** Limits the time of statements on a lent connection; gives it back if its user has ended. */
  #accept(connection: Connection): MaybePromise<Connection> {
    const refuse = (error: unknown): never => {
      this.#database.pool.giveBack(connection);
      throw error;
    };
    if (this.#isOver) {
      return refuse(new DatabaseFault('overdue', 'the script has ended', 'EOVER'));
    }
    const limiting = connection.limitTime(this.#user.deadline - performance.now());
    return limiting === undefined ? connection : limiting.then(() => connection, refuse);
  }

  async #runOn(connection: Connection, command: Command): Promise<QueryResult> {
    this.#busy = connection;
    try {
      return await connection.run(command);
    } finally {
      this.#busy = undefined;
    }
  }

  /** Keeps the connection of an open transaction, and gives any other back. */
  #release(connection: Connection): void {
    this.#isLost ||= this.#own !== undefined && connection.isBroken;
    this.#own = connection.isInTransaction && !connection.isBroken ? connection : undefined;
    if (this.#own === undefined) {
      this.#savepoints = 0;
      this.#database.pool.giveBack(connection);
    } else if (this.#isOver) void this.#finish(connection);
  }

  /** Rolls the open transaction back and gives its connection back. */
  async #finish(connection: Connection): Promise<void> {
    this.#own = undefined;
    await connection.run({ text: 'ROLLBACK' }).catch(() => connection.destroy());
    this.#database.pool.giveBack(connection);
  }
}
