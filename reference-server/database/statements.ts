/**
 * Prepared statements of one connection, each made once and kept by its SQL text. Rows come as
 * arrays of cells beside one shared list of columns, which costs less than an object per row.
 */
import type { Database, Statement } from 'better-sqlite3';
import { fromBytes, reserveMemory, toBytes } from '../../interpreter/index.js';
import { checkPlaceholders } from './placeholders.js';
import { RowMap, RowShape } from './row-map.js';
import type { SqlCell, SqlParameter } from './values.js';

/**
 * Scripts hold a fixed number of query literals; only `order` with a limit makes new texts. Beyond
 * this many, the oldest is dropped.
 */
const statementLimit = 1_000;

/** All that SQLite passes over before a statement: blanks, empty statements, BOM, comments. */
const leadIn = /^(?:[\s;]|\xef\xbb\xbf|--[^\n]*\n|\/\*[\s\S]*?\*\/)+/;
const insertStatement = /^(?:with\b[\s\S]*\)\s*)?(?:insert|replace)\b/i;
const fileStatement = /^(?:attach|detach|vacuum)\b/i;
const pragma = /^pragma\b/i;

/** Those that look something up; without an argument all do. */
const lookup =
  /^pragma\s+(?:\w+\s*\.\s*)?(?:(?:table_x?info|table_list|index_x?info|index_list|foreign_key_list|foreign_key_check|integrity_check|quick_check)\b|\w+[\s;]*$)/i;

/**
 * Refuses what would reach beyond the script's request: other files, and the settings of a
 * connection that all requests share, on which the safety of acknowledged writes rests.
 */
function checkReach(text: string): void {
  if (fileStatement.test(text)) throw new Error('A script may not use ATTACH, DETACH and VACUUM');
  if (pragma.test(text) && !lookup.test(text)) {
    throw new Error('A script may not change settings of the database');
  }
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
  readonly #statement: Statement<SqlParameter[], SqlCell[]>;
  #shape = new RowShape([]);
  #width = 0;

  constructor(database: Database, sql: string) {
    const text = sql.replace(leadIn, '');
    checkReach(text);
    this.#statement = database.prepare<SqlParameter[], SqlCell[]>(fromBytes(sql));
    checkPlaceholders(sql);
    this.returnsRows = this.#statement.reader;
    this.isInsert = insertStatement.test(text);
    if (this.returnsRows) this.#statement.raw();
  }

  /** The first row, or undefined when there is none. */
  first(parameters: readonly SqlParameter[]): SqlCell[] | undefined {
    this.#checkReturnsRows();
    return this.#statement.get(...parameters);
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

/** The prepared statements of a connection. */
export class Statements {
  readonly database: Database;
  readonly #bySql = new Map<string, PreparedStatement>();

  constructor(database: Database) {
    this.database = database;
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
