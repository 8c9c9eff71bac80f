import {
  type Answer,
  after,
  DatabaseFault,
  type DatabaseUser,
  type Outcome,
  type Session,
} from '../database.js';
import { type RowMap, sizeOf } from '../row-map.js';
import type { SqlParameter } from '../values.js';
import type { Connection } from './connection.js';
import { type Control, controlOf, controls } from './control.js';
import { isStale } from './faults.js';
import type { PostgresDatabase } from './postgres-database.js';
import type { Command, Reply, TextRow } from './query.js';
import type { PreparedStatement } from './statements.js';

/** A part of a transaction that can be undone by itself; those within others have the same name. */
const part = {
  begin: 'SAVEPOINT _part',
  commit: 'RELEASE SAVEPOINT _part',
  rollBack: 'ROLLBACK TO SAVEPOINT _part; RELEASE SAVEPOINT _part',
} as const;

/** A single statement that fails leaves the transaction as it was, as on SQLite. */
const guard = {
  begin: 'SAVEPOINT _statement',
  end: 'RELEASE SAVEPOINT _statement',
  undo: 'ROLLBACK TO SAVEPOINT _statement; RELEASE SAVEPOINT _statement',
} as const;

/** Another server has changed the tables: the transaction can be begun anew. */
function staleFault(error: unknown): DatabaseFault {
  return new DatabaseFault('conflict', 'the tables were changed meanwhile', '0A000', {
    cause: error,
  });
}

function failedTransaction(): DatabaseFault {
  const message = 'the transaction was rolled back, since a statement of it had failed';
  return new DatabaseFault('statement', message, '25P02');
}

/** What one user does. It has a connection only while a statement runs, or a transaction is open. */
export class PostgresSession implements Session {
  readonly mustNotWait = false;
  readonly #database: PostgresDatabase;
  readonly #user: DatabaseUser;
  /** The connection whose transaction is open. */
  #own: Connection | undefined;
  /** The connection on which something runs. */
  #busy: Connection | undefined;
  /** How many parts of the transaction were begun and have not ended. */
  #parts = 0;
  #hasStored = false;
  #isOver = false;

  constructor(database: PostgresDatabase, user: DatabaseUser) {
    this.#database = database;
    this.#user = user;
  }

  get isRepeatable(): boolean {
    return !this.#hasStored;
  }

  first(sql: string, parameters: readonly SqlParameter[]): Promise<RowMap | undefined> {
    const statement = this.#find(sql);
    statement.checkReturnsRows();
    return this.#execute(statement, parameters, (reply) => statement.toRows(reply)[0]);
  }

  all(sql: string, parameters: readonly SqlParameter[]): Promise<RowMap[]> {
    const statement = this.#find(sql);
    statement.checkReturnsRows();
    return this.#execute(statement, parameters, (reply) => statement.toRows(reply));
  }

  run(sql: string, parameters: readonly SqlParameter[]): Promise<Outcome> {
    const control = controlOf(sql);
    if (control !== undefined) return this.#runControl(control);
    const statement = this.#find(sql);
    return this.#execute(statement, parameters, (reply) => statement.toOutcome(reply));
  }

  async begin(): Promise<void> {
    if (this.#own === undefined) await this.#runControl('begin');
    else {
      await this.#runOn(this.#own, { text: part.begin });
      this.#parts++;
    }
  }

  async commit(): Promise<void> {
    if (this.#parts === 0) {
      await this.#runControl('commit');
      return;
    }
    if (this.#own !== undefined) await this.#runOn(this.#own, { text: part.commit });
    this.#parts--;
  }

  async rollBack(): Promise<void> {
    const connection = this.#own;
    // Without a connection, nothing is left to be undone.
    if (connection === undefined) return;
    const isWhole = this.#parts === 0;
    if (!isWhole) this.#parts--;
    const ending = isWhole
      ? this.#runControl('rollBack')
      : this.#runOn(connection, { text: part.rollBack });
    await ending.catch(() => connection.destroy());
  }

  end(): boolean {
    const isUnfinished = this.#own !== undefined;
    this.#isOver = true;
    if (this.#busy !== undefined) void this.#busy.cancel();
    else if (this.#own !== undefined) void this.#finish(this.#own);
    return isUnfinished;
  }

  #find(sql: string): PreparedStatement {
    return this.#database.statements.find(sql);
  }

  /** Runs a statement, once more when it was prepared before its tables were changed. */
  async #execute<Result>(
    statement: PreparedStatement,
    parameters: readonly SqlParameter[],
    read: (reply: Reply) => Result,
  ): Promise<Result> {
    const command = statement.bind(parameters);
    const taken = this.#take();
    const connection = taken instanceof Promise ? await taken : taken;
    const isGuarded = this.#user.isGuarded && connection.isInTransaction;
    this.#busy = connection;
    try {
      const reply = isGuarded
        ? await this.#runGuarded(connection, command)
        : await connection.run(command, this.#keep);
      this.#hasStored ||= !connection.isInTransaction && !statement.isReadOnly;
      return read(reply);
    } catch (error) {
      if (!isStale(error)) throw error;
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

  /** On SQLite, a statement that fails leaves its transaction as it was. */
  async #runGuarded(connection: Connection, command: Command): Promise<Reply> {
    await connection.run({ text: guard.begin });
    try {
      const reply = await connection.run(command, this.#keep);
      await connection.run({ text: guard.end });
      return reply;
    } catch (error) {
      if (connection.isInTransaction) await connection.run({ text: guard.undo });
      throw error;
    }
  }

  /** Begins or ends a transaction, as a script may by itself. Returns the number of changed rows. */
  async #runControl(control: Control): Promise<0> {
    const connection = await this.#take();
    try {
      const wasFailed = connection.hasFailed;
      await this.#runOn(connection, { text: this.#controlText(control) });
      this.#parts = 0;
      if (control === 'commit') this.#hasStored = true;
      if (control === 'commit' && wasFailed) throw failedTransaction();
    } finally {
      this.#release(connection);
    }
    return 0;
  }

  #controlText(control: Control): string {
    if (control !== 'begin') return controls[control];
    const left = this.#user.deadline - performance.now();
    const limit = left === Infinity ? 0 : Math.max(1, Math.ceil(left));
    return `${controls.begin}; SET LOCAL statement_timeout = ${limit}`;
  }

  /** The connection of the open transaction, or another one. */
  #take(): Answer<Connection> {
    if (this.#own !== undefined) return this.#own;
    return after(this.#database.pool.lend(), (connection) => this.#accept(connection));
  }

  /** Prepares a connection that was lent, unless nobody waits for it any longer. */
  #accept(connection: Connection): Answer<Connection> {
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

  async #runOn(connection: Connection, command: Command): Promise<Reply> {
    this.#busy = connection;
    try {
      return await connection.run(command);
    } finally {
      this.#busy = undefined;
    }
  }

  /** Keeps the connection of an open transaction, and gives back any other. */
  #release(connection: Connection): void {
    this.#own = connection.isInTransaction && !connection.isBroken ? connection : undefined;
    if (this.#own === undefined) {
      this.#parts = 0;
      this.#database.pool.giveBack(connection);
    } else if (this.#isOver) void this.#finish(connection);
  }

  /** Rolls an open transaction back and gives its connection back. */
  async #finish(connection: Connection): Promise<void> {
    this.#own = undefined;
    await connection.run({ text: 'ROLLBACK' }).catch(() => connection.destroy());
    this.#database.pool.giveBack(connection);
  }
}
