/**
 * Prepared statements of one connection, each made once and kept by its SQL text. Rows come as
 * arrays of cells beside one shared list of columns, which costs less than an object per row.
 */
import type { Database, Statement } from 'better-sqlite3';
import { fromBytes, toBytes } from '../../../interpreter/index.js';
import type { DatabaseUser } from '../database.js';
import { RowMap, RowShape, sizeOf } from '../row-map.js';
import { isInsert, isSetting, skipLeadIn } from '../sql-text.js';
import type { SqlCell, SqlParameter } from '../values.js';
import { checkPlaceholders } from './placeholders.js';

/**
 * Scripts hold a fixed number of query literals; only `order` with a limit makes new texts. Beyond
 * this many, the oldest is dropped.
 */
const statementLimit = 1_000;

const fileStatement = /^(?:attach|detach|vacuum)\b/i;

/**
 * Refuses what would reach beyond the script's request: other files, and the settings of a
 * connection that all requests share, on which the safety of acknowledged writes rests.
 */
function checkReach(text: string): void {
  if (fileStatement.test(text)) throw new Error('A script may not use ATTACH, DETACH and VACUUM');
  if (isSetting(text)) throw new Error('A script may not change settings of the database');
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
    this.isInsert = isInsert(text);
    if (this.returnsRows) this.#statement.raw();
  }

  /** The first row, or undefined when there is none. */
  first(parameters: readonly SqlParameter[], user: DatabaseUser): RowMap | undefined {
    this.#checkReturnsRows();
    const row = this.#statement.get(...parameters);
    if (row === undefined) return undefined;
    user.reserve(sizeOf(row));
    return this.#toMap(row);
  }

  /** All rows. They count against the memory of the user who asks for them, and its time. */
  all(parameters: readonly SqlParameter[], user: DatabaseUser): RowMap[] {
    this.#checkReturnsRows();
    const rows: SqlCell[][] = [];
    for (const row of this.#statement.iterate(...parameters)) {
      user.reserve(sizeOf(row));
      rows.push(row);
    }
    return rows.map((row) => this.#toMap(row));
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
  #toMap(cells: readonly SqlCell[]): RowMap {
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

/** The prepared statements of a connection. */
export class Statements {
  readonly #database: Database;
  readonly #bySql = new Map<string, PreparedStatement>();

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * The statement for an SQL text, which is a byte string.
   *
   * @throws Error with SQLite's message when the text is not one valid statement.
   */
  prepare(sql: string): PreparedStatement {
    let prepared = this.#bySql.get(sql);
    if (prepared === undefined) {
      prepared = new PreparedStatement(this.#database, sql);
      this.#keep(sql, prepared);
    }
    return prepared;
  }

  /** Drops all statements. */
  forget(): void {
    this.#bySql.clear();
  }

  #keep(sql: string, prepared: PreparedStatement): void {
    if (this.#bySql.size >= statementLimit) {
      const [oldest] = this.#bySql.keys();
      if (oldest !== undefined) this.#bySql.delete(oldest);
    }
    this.#bySql.set(sql, prepared);
  }
}
