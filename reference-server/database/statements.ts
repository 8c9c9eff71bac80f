/**
 * Prepared statements of one connection, each made once and kept by its SQL text. Rows come as
 * arrays of cells beside one shared list of columns, which costs less than an object per row.
 */
import type { Database, Statement } from 'better-sqlite3';
import { fromBytes, reserveMemory, toBytes } from '../../interpreter/index.js';
import { Database as Driver } from './driver.js';
import { LockWait } from './lock-wait.js';
import { checkPlaceholders } from './placeholders.js';
import { RowMap, RowShape } from './row-map.js';
import { isSetting, skipLeadIn } from './sql-text.js';
import type { SqlCell, SqlParameter } from './values.js';

/**
 * Scripts hold a fixed number of query literals; only `order` with a limit makes new texts. Beyond
 * this many, the oldest is dropped.
 */
const statementLimit = 1_000;

const insertStatement = /^(?:with\b[\s\S]*\)\s*)?(?:insert|replace)\b/i;
const fileStatement = /^(?:attach|detach|vacuum)\b/i;

/**
 * Refuses what would reach beyond the script's request: other files, and the settings of a
 * connection that all requests share, on which the safety of acknowledged writes rests.
 */
function checkReach(text: string): void {
  if (fileStatement.test(text)) throw new Error('A script may not use ATTACH, DETACH and VACUUM');
  if (isSetting(text)) throw new Error('A script may not change settings of the database');
}

/** About what a row takes as a map, in bytes. */
function sizeOf(row: readonly SqlCell[]): number {
  let size = 64 * (row.length + 2);
  for (const cell of row) {
    if (typeof cell === 'string' || cell instanceof Buffer) size += cell.length;
  }
  return size;
}

/** One statement, ready to run. */
export class PreparedStatement {
  /** Whether it returns rows: SELECT, PRAGMA, or anything with RETURNING. */
  readonly returnsRows: boolean;
  readonly isInsert: boolean;
  /** Whether it writes nothing, and so waits for no lock as a rule. */
  readonly isReadOnly: boolean;
  readonly #statement: Statement<SqlParameter[], SqlCell[]>;
  #shape = new RowShape([]);
  #width = 0;

  constructor(database: Database, sql: string) {
    const text = skipLeadIn(sql);
    checkReach(text);
    this.#statement = database.prepare<SqlParameter[], SqlCell[]>(fromBytes(sql));
    checkPlaceholders(sql);
    this.returnsRows = this.#statement.reader;
    this.isReadOnly = this.#statement.readonly;
    this.isInsert = insertStatement.test(text);
    if (this.returnsRows) this.#statement.raw();
  }

  /** The first row, or undefined when there is none. */
  first(parameters: readonly SqlParameter[]): SqlCell[] | undefined {
    this.#checkReturnsRows();
    const row = this.#statement.get(...parameters);
    if (row !== undefined) reserveMemory(sizeOf(row));
    return row;
  }

  /** All rows. They count against the memory of the script that asks for them, and its time. */
  all(parameters: readonly SqlParameter[]): SqlCell[][] {
    this.#checkReturnsRows();
    const rows: SqlCell[][] = [];
    for (const row of this.#statement.iterate(...parameters)) {
      reserveMemory(sizeOf(row));
      rows.push(row);
    }
    return rows;
  }

  /** Runs a statement that returns no rows. */
  run(parameters: readonly SqlParameter[]): { changes: number; lastRowId: number } {
    const { changes, lastInsertRowid } = this.#statement.run(...parameters);
    return { changes, lastRowId: Number(lastInsertRowid) };
  }

  /**
   * A row just read, as a map. The columns are asked for again when a row has another width: SQLite
   * prepares a statement anew after the table has changed.
   */
  toMap(cells: readonly SqlCell[]): RowMap {
    if (this.#width !== cells.length) {
      this.#shape = new RowShape(this.#statement.columns().map(({ name }) => toBytes(name)));
      this.#width = cells.length;
    }
    return new RowMap({ shape: this.#shape, cells });
  }

  #checkReturnsRows(): void {
    if (this.returnsRows) return;
    throw new Error('A statement that returns no rows must be run with query');
  }
}

/** The client for whom a script uses the database; one object for each request. */
export interface StatementClient {
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
  /** The descriptor of the client's socket; undefined when it cannot be written to. */
  readonly descriptor: number | undefined;
  /** The headers that belong to any answer: names and values in turn, as byte strings. */
  readonly headers: readonly string[];
}

/** What a script is as the user of a database. */
export interface StatementUser {
  /** When its time is over, in milliseconds as `performance.now` counts them. */
  readonly deadline: number;
  /** Undefined when the script runs for no request. */
  readonly client: StatementClient | undefined;
}

/**
 * Watches statements from outside of the thread that they keep busy: SQLite comes back from a
 * statement when it is done, however long that takes.
 */
export interface StatementWatch {
  /** @param left the time that the statement may take, in milliseconds */
  begin(sql: string, user: StatementUser, left: number): void;
  /** Does not come back when the statement has been answered for already. */
  end(): void;
}

function isBusy(error: unknown): boolean {
  return error instanceof Driver.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/** The prepared statements of a connection. */
export class Statements {
  readonly database: Database;
  readonly #bySql = new Map<string, PreparedStatement>();
  readonly #lockWait: LockWait;
  readonly #watch: StatementWatch | undefined;

  /** @param watch unless given, a statement may run for ever */
  constructor(database: Database, watch?: StatementWatch) {
    this.database = database;
    this.#lockWait = new LockWait(database);
    this.#watch = watch;
  }

  /**
   * Runs a statement within the time of the script that asks for it.
   *
   * @param sql a byte string
   * @throws Error with SQLite's message when the text is not one valid statement, or when it fails
   */
  execute<Result>(
    sql: string,
    user: StatementUser,
    act: (statement: PreparedStatement) => Result,
  ): Result {
    const start = performance.now();
    const left = user.deadline - start;
    this.#lockWait.begin(start, left);
    this.#watch?.begin(sql, user, left);
    let mayHaveWaited = false;
    try {
      const statement = this.prepare(sql);
      mayHaveWaited = !statement.isReadOnly;
      return act(statement);
    } catch (error) {
      mayHaveWaited ||= isBusy(error);
      throw error;
    } finally {
      this.#watch?.end();
      if (mayHaveWaited) this.#lockWait.end(start, performance.now());
    }
  }

  /** Runs code in a transaction that begins with the lock for writing. */
  transact<Result>({ deadline }: StatementUser, act: () => Result): Result {
    const start = performance.now();
    this.#lockWait.begin(start, deadline - start);
    let hasBegun = false;
    const begin = (): void => {
      hasBegun = true;
      this.#lockWait.end(start, performance.now());
    };
    const run = this.database.transaction(() => {
      begin();
      return act();
    });
    try {
      return run.immediate();
    } finally {
      if (!hasBegun) begin();
    }
  }

  /**
   * The statement for an SQL text, which is a byte string.
   *
   * @throws Error with SQLite's message when the text is not one valid statement.
   */
  prepare(sql: string): PreparedStatement {
    let prepared = this.#bySql.get(sql);
    if (prepared === undefined) {
      prepared = new PreparedStatement(this.database, sql);
      this.#keep(sql, prepared);
    }
    return prepared;
  }

  /** Drops all statements: after a migration, their columns may have other names. */
  forget(): void {
    this.#bySql.clear();
  }

  /** The row id of the connection's last INSERT. */
  lastRowId(): number {
    return Number(this.prepare('SELECT last_insert_rowid()').first([])?.[0]);
  }

  #keep(sql: string, prepared: PreparedStatement): void {
    if (this.#bySql.size >= statementLimit) {
      const [oldest] = this.#bySql.keys();
      if (oldest !== undefined) this.#bySql.delete(oldest);
    }
    this.#bySql.set(sql, prepared);
  }
}
