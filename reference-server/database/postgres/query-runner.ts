import {
  controlInBlock,
  DatabaseFault,
  type DatabaseUser,
  type MaybePromise,
  type Outcome,
  type QueryRunner,
  rolledBack,
} from '../database.js';
import { type RowMap, sizeOf } from '../row-map.js';
import type { SqlParameter } from '../values.js';
import { isStalePlan, toBeginFault } from './faults.js';
import { type Lease, userEnded } from './lease.js';
import type { Pool } from './pool.js';
import {
  type PostgresStatement,
  type PostgresStatements,
  type TransactionControl,
  transactionControlOf,
} from './prepared-statements.js';
import type { Command, QueryResult, TextRow } from './query.js';
import { SentWork } from './sent-work.js';

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

/** Statements that control a savepoint within a transaction; nested savepoints have the same name. */
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

/**
 * The state of a runner. It holds a connection only during a command or an open transaction:
 *
 * - `free`: nothing
 * - `waiting`: it waits for a connection
 * - `working`: a command runs on its connection
 * - `open`: a transaction is open on its connection, and no command runs
 * - `lost`: the connection was lost during a transaction, so that nothing may follow
 * - `ended`: its user has ended, and it holds nothing any more
 */
type State = 'free' | 'waiting' | 'working' | 'open' | 'lost' | 'ended';

/** Runs the statements of one user, on a connection while it needs one. */
export class PostgresQueryRunner implements QueryRunner {
  readonly mustNotWait = false;
  readonly #database: SharedPool;
  readonly #user: DatabaseUser;
  readonly #sent = new SentWork();
  #state: State = 'free';
  /** The connection, in the states `working` and `open`. */
  #lease: Lease | undefined;
  /** Open blocks of `begin`, the outermost first: a transaction, or savepoints within one. */
  readonly #blocks: ('transaction' | 'savepoint')[] = [];

  constructor(database: SharedPool, user: DatabaseUser) {
    this.#database = database;
    this.#user = user;
  }

  get isRepeatable(): boolean {
    return !this.#sent.mayBeStored;
  }

  first(sql: string, parameters: readonly SqlParameter[]): Promise<RowMap | undefined> {
    const statement = this.#find(sql);
    statement.checkReturnsRows();
    return this.#execute(statement, parameters, (found, result) => found.toRows(result)[0]);
  }

  all(sql: string, parameters: readonly SqlParameter[]): Promise<RowMap[]> {
    const statement = this.#find(sql);
    statement.checkReturnsRows();
    return this.#execute(statement, parameters, (found, result) => found.toRows(result));
  }

  run(sql: string, parameters: readonly SqlParameter[]): Promise<Outcome> {
    const control = transactionControlOf(sql);
    if (control !== undefined) {
      if (this.#blocks.length > 0) throw controlInBlock();
      return this.#runControl(control);
    }
    return this.#execute(this.#find(sql), parameters, (found, result) => found.toOutcome(result));
  }

  async begin(): Promise<void> {
    const isWhole = this.#state !== 'open';
    if (isWhole) await this.#runControl('begin');
    else await this.#use((lease) => lease.run({ text: savepoint.begin }));
    this.#blocks.push(isWhole ? 'transaction' : 'savepoint');
  }

  async commit(): Promise<void> {
    if (this.#blocks.at(-1) !== 'savepoint') await this.#runControl('commit');
    else await this.#use((lease) => lease.run({ text: savepoint.commit }));
    this.#blocks.pop();
  }

  async rollBack(): Promise<void> {
    const isPart = this.#blocks.pop() === 'savepoint';
    if (this.#state !== 'open') return;
    const text = isPart ? savepoint.rollBack : controlTexts.rollBack;
    await this.#use(async (lease) => {
      await lease.run({ text }).catch(() => lease.connection.destroy());
    });
  }

  end(): MaybePromise<boolean> {
    const lease = this.#lease;
    this.#state = 'ended';
    this.#lease = undefined;
    if (lease === undefined) return false;
    const isUnfinished = lease.connection.isInTransaction;
    return lease.end().then(() => isUnfinished);
  }

  #find(sql: string): PostgresStatement {
    return this.#database.statements.find(sql, this.#user);
  }

  /** Runs a statement; repeats it when it was prepared before its tables were altered. */
  #execute<Result>(
    statement: PostgresStatement,
    parameters: readonly SqlParameter[],
    read: (statement: PostgresStatement, result: QueryResult) => Result,
  ): Promise<Result> {
    return this.#use(async (lease) => {
      try {
        return read(statement, await this.#send(lease, statement, parameters));
      } catch (error) {
        if (!isStalePlan(error)) throw error;
        this.#database.refresh();
        if (lease.connection.hasFailed) throw staleFault(error);
        const again = this.#find(statement.sql);
        return read(again, await this.#send(lease, again, parameters));
      }
    });
  }

  readonly #keep = (row: TextRow): void => this.#user.reserve(sizeOf(row));

  /** Sends a statement of a script: within a savepoint where its script catches errors. */
  #send(
    lease: Lease,
    statement: PostgresStatement,
    parameters: readonly SqlParameter[],
  ): Promise<QueryResult> {
    const command = statement.bind(parameters);
    if (lease.connection.isInTransaction) {
      return this.#user.isGuarded
        ? this.#runGuarded(lease, command)
        : lease.run(command, this.#keep);
    }
    return this.#sent.record(statement, () => lease.run(command, this.#keep));
  }

  async #runGuarded(lease: Lease, command: Command): Promise<QueryResult> {
    await lease.run({ text: guard.begin });
    try {
      const result = await lease.run(command, this.#keep);
      await lease.run({ text: guard.end });
      return result;
    } catch (error) {
      if (lease.connection.isInTransaction) await lease.run({ text: guard.undo });
      throw error;
    }
  }

  /** Begins or ends a transaction. Returns the number of changed rows. */
  async #runControl(control: TransactionControl): Promise<0> {
    this.#checkControl(control);
    await this.#use(async (lease) => {
      const { hasFailed } = lease.connection;
      const command = { mayStore: control === 'commit' && !hasFailed, isAtomic: true };
      const text = this.#controlText(control);
      await this.#sent.record(command, () => lease.run({ text }));
      if (control === 'commit' && hasFailed) throw rolledBack('25P02');
    }).catch((error: unknown) => {
      throw control === 'begin' ? toBeginFault(error) : error;
    });
    return 0;
  }

  /** @throws Error with SQLite's message when a control does not fit the open transaction */
  #checkControl(control: TransactionControl): void {
    if (this.#hasEnded) throw userEnded();
    if (this.#state === 'lost') throw lostTransaction();
    if (control === 'begin') {
      if (this.#state === 'open') {
        throw new Error('cannot start a transaction within a transaction');
      }
    } else if (this.#state !== 'open') {
      throw new Error(`cannot ${endNames[control]} - no transaction is active`);
    }
  }

  #controlText(control: TransactionControl): string {
    if (control !== 'begin') return controlTexts[control];
    const left = this.#user.deadline - performance.now();
    const limit = left === Infinity ? 0 : Math.max(1, Math.ceil(left));
    return `${controlTexts.begin}; SET LOCAL statement_timeout = ${limit}`;
  }

  /**
   * Runs commands on the connection of the open transaction, or on a connection from the pool. All
   * commands pass here, so that every path returns the connection unless a transaction stays open
   * on it.
   */
  async #use<Result>(act: (lease: Lease) => Promise<Result>): Promise<Result> {
    const wasOpen = this.#state === 'open';
    const taken = this.#take();
    const lease = taken instanceof Promise ? await taken : taken;
    this.#state = 'working';
    try {
      const left = this.#user.deadline - performance.now();
      const limiting = wasOpen ? undefined : lease.connection.limitTime(left);
      if (limiting !== undefined) await limiting;
      return await act(lease);
    } finally {
      this.#rest(lease, wasOpen);
    }
  }

  #take(): MaybePromise<Lease> {
    if (this.#lease !== undefined) return this.#lease;
    if (this.#state === 'lost') return Promise.reject(lostTransaction());
    if (this.#hasEnded) return Promise.reject(userEnded());
    const lent = this.#database.pool.lend(this.#user);
    if (!(lent instanceof Promise)) return this.#accept(lent);
    this.#state = 'waiting';
    return lent.then(
      (lease) => this.#accept(lease),
      (error) => {
        if (!this.#hasEnded) this.#state = 'free';
        throw error;
      },
    );
  }

  /** Takes a lent connection; gives it back if the user has ended meanwhile. */
  #accept(lease: Lease): Lease {
    if (this.#hasEnded) {
      lease.giveBack();
      throw userEnded();
    }
    this.#lease = lease;
    return lease;
  }

  get #hasEnded(): boolean {
    return this.#state === 'ended';
  }

  /** Keeps the connection of an open transaction, and gives any other back. */
  #rest(lease: Lease, wasOpen: boolean): void {
    // The end of the user gives it back.
    if (this.#hasEnded) return;
    const { connection } = lease;
    if (connection.isInTransaction && !connection.isBroken) {
      this.#state = 'open';
      return;
    }
    this.#state = wasOpen && connection.isBroken ? 'lost' : 'free';
    this.#lease = undefined;
    lease.giveBack();
  }
}
