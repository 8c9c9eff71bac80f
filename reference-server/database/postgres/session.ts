import { DatabaseFault, type DatabaseUser, type Outcome, type Session } from '../database.js';
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

  async first(sql: string, parameters: readonly SqlParameter[]): Promise<RowMap | undefined> {
    const statement = this.#find(sql);
    statement.checkReturnsRows();
    const [row] = await this.#rowsOf(statement, parameters);
    return row;
  }

  async all(sql: string, parameters: readonly SqlParameter[]): Promise<RowMap[]> {
    const statement = this.#find(sql);
    statement.checkReturnsRows();
    return this.#rowsOf(statement, parameters);
  }

  async run(sql: string, parameters: readonly SqlParameter[]): Promise<Outcome> {
    const control = controlOf(sql);
    if (control !== undefined) return this.#runControl(control);
    const statement = this.#find(sql);
    return statement.toOutcome(await this.#execute(statement, parameters));
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
    const text = this.#parts === 0 ? 'ROLLBACK' : part.rollBack;
    this.#parts = Math.max(0, this.#parts - 1);
    const connection = this.#own;
    if (connection === undefined) return;
    // Without a connection, nothing is left to be undone.
    await this.#runOn(connection, { text }).catch(() => connection.destroy());
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

  async #rowsOf(
    statement: PreparedStatement,
    parameters: readonly SqlParameter[],
  ): Promise<RowMap[]> {
    const reply = await this.#execute(statement, parameters);
    return statement.toRows(reply);
  }

  /** Runs a statement, once more when it was prepared before its tables were changed. */
  async #execute(
    statement: PreparedStatement,
    parameters: readonly SqlParameter[],
  ): Promise<Reply> {
    const command = statement.bind(parameters);
    const connection = await this.#take();
    const keep = (row: TextRow): void => this.#user.reserve(sizeOf(row));
    const isGuarded = connection.isInTransaction && this.#user.isGuarded;
    const run = (): Promise<Reply> =>
      isGuarded
        ? this.#runGuarded(connection, command, keep)
        : this.#runOn(connection, command, keep);
    try {
      const reply = await run();
      this.#hasStored ||= !connection.isInTransaction && !statement.isReadOnly;
      return reply;
    } catch (error) {
      if (!isStale(error)) throw error;
      this.#database.forget();
      if (connection.isInTransaction && !isGuarded) throw staleFault(error);
      return await this.#runOn(connection, this.#find(statement.sql).bind(parameters), keep);
    } finally {
      this.#release(connection);
    }
  }

  /** On SQLite, a statement that fails leaves its transaction as it was. */
  async #runGuarded(
    connection: Connection,
    command: Command,
    keep: (row: TextRow) => void,
  ): Promise<Reply> {
    await this.#runOn(connection, { text: guard.begin });
    try {
      const reply = await this.#runOn(connection, command, keep);
      await this.#runOn(connection, { text: guard.end });
      return reply;
    } catch (error) {
      if (connection.isInTransaction) await this.#runOn(connection, { text: guard.undo });
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
  async #take(): Promise<Connection> {
    if (this.#own !== undefined) return this.#own;
    const connection = await this.#database.pool.lend();
    // Nobody waits for it any longer.
    if (this.#isOver) {
      this.#database.pool.giveBack(connection);
      throw new DatabaseFault('overdue', 'the script has ended', 'EOVER');
    }
    try {
      await connection.limitTime(this.#user.deadline - performance.now());
    } catch (error) {
      this.#database.pool.giveBack(connection);
      throw error;
    }
    return connection;
  }

  async #runOn(
    connection: Connection,
    command: Command,
    keep?: (row: TextRow) => void,
  ): Promise<Reply> {
    this.#busy = connection;
    try {
      return await connection.run(command, keep);
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
