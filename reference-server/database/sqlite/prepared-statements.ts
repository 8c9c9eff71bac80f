/**
 * Prepared statements. A row is an array of cells; all rows share the list of columns, which costs
 * less than an object per row.
 */

import type { Database, Statement } from 'better-sqlite3';
import { fromBytes, toBytes } from '../../../interpreter/index.js';
import { messageOf } from '../../../kit/errors.js';
import { mustExist } from '../../../kit/invariant.js';
import type { DatabaseUser } from '../database.js';
import { splitStatements } from '../migration-text.js';
import { RowMap, RowShape, sizeOf } from '../row-map.js';
import { isInsert, isSetting, skipExplain, skipLeadIn } from '../sql-text.js';
import type { SqlCell, SqlParameter } from '../values.js';
import type { TableLayout } from './table-layout.js';

const fileStatement = /^(?:attach|detach|vacuum)\b/i;

/**
 * Refuses statements with effects outside of the script's request: on other files, and on settings
 * of the connection that all requests share. The safety of acknowledged writes depends on these.
 *
 * @param text the statement from its first word on
 * @throws Error that names what a script must not do
 */
function checkReach(text: string): void {
  if (fileStatement.test(text)) throw new Error('A script must not use ATTACH, DETACH or VACUUM');
  if (isSetting(text)) throw new Error('A script must not change settings of the database');
}

/**
 * Quoted texts and names, and comments: a question mark or colon in them is not a placeholder. Each
 * may lack its end: otherwise many starts without an end would take quadratic time.
 */
const quoted =
  /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`[^`]*(?:`|$)|\[[^\]]*(?:\]|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

const namedPlaceholder = /\?\d+|[:@$][a-z_]\w*/i;

/**
 * Refuses numbered and named placeholders: values come as a list, one for each question mark (§1),
 * and the driver's own message would be about the number of values.
 *
 * @param plain the statement without quoted texts and comments
 * @throws Error that names the first such placeholder
 */
function checkPlaceholders(plain: string): void {
  const [found] = namedPlaceholder.exec(plain) ?? [];
  if (found === undefined) return;
  throw new Error(`Placeholders must be question marks only, not ${found}`);
}

/** Statements that change the tables, or take such a change back. */
const definition = /^(?:create|alter|drop|rollback)\b/i;

const creation = /^create\b/i;

/** Statements that begin or end a transaction or a savepoint, and those that end a transaction. */
const control = /^(?:begin|commit|end|rollback|savepoint|release)\b/i;
const end = /^(?:commit|end|rollback)\b(?![\s\S]*\bto\b)/i;

const update = /\bdo\s+update\b/i;

/**
 * An INSERT that also returns the ids of its rows, as the last column. SQLite itself knows only the
 * id of the last new row of the connection (https://sqlite.org/c3ref/last_insert_rowid.html), which
 * is wrong if an INSERT changes a row, or the table has no ids.
 *
 * @param returnsRows whether the statement has a RETURNING clause
 * @returns undefined when the table has no ids
 * @throws SqliteError
 */
function prepareWithIds(
  database: Database,
  sql: string,
  returnsRows: boolean,
): Statement<[readonly SqlParameter[]], SqlCell[]> | undefined {
  const text = mustExist(splitStatements(sql)[0], 'statement').replace(/;$/, '');
  // On a line of its own, because the statement may end in a comment.
  const withIds = `${text}\n${returnsRows ? ', rowid' : 'RETURNING rowid'}`;
  try {
    return database.prepare<[readonly SqlParameter[]], SqlCell[]>(fromBytes(withIds)).raw();
  } catch (error) {
    if (/^no such column: rowid/.test(messageOf(error))) return undefined;
    throw error;
  }
}

/** What is defined in the temporary schema of the connection, virtual tables before their parts. */
const temporaryNames = `SELECT type, name FROM sqlite_temp_schema
  WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY sql LIKE 'CREATE VIRTUAL%' DESC`;

/**
 * Removes what a statement has defined for the connection, which all requests share. Looking at the
 * effect covers the many ways to write such a definition.
 *
 * @throws Error when it has defined something
 */
function refuseTemporary(database: Database): void {
  const found = database.prepare<[], { type: string; name: string }>(temporaryNames).all();
  if (found.length === 0) return;
  for (const { type, name } of found) {
    database.exec(`DROP ${type} IF EXISTS temp."${name.replaceAll('"', '""')}"`);
  }
  throw new Error('A script must not define anything TEMPORARY: other requests would see it');
}

/**
 * Size of SQLite's program for a statement at least, to the length of its SQL. Measured: 88 for a
 * long UNION, 68 for a long list. The program can be larger: of `SELECT *`, a view or a trigger.
 */
const programSize = 100;

/** A prepared statement. */
export class SqliteStatement {
  /** Whether it returns rows: SELECT, PRAGMA, and statements with RETURNING. */
  readonly returnsRows: boolean;
  readonly isInsert: boolean;
  /** Whether it writes nothing, and so usually waits for no lock. */
  readonly isReadOnly: boolean;
  /** Whether it may change the tables of the database. */
  readonly isDefinition: boolean;
  /** Whether it begins or ends a transaction or a savepoint, and whether it ends a transaction. */
  readonly isControl: boolean;
  readonly endsTransaction: boolean;
  readonly isRollback: boolean;
  readonly #mayUpdate: boolean;
  /** The statement with ids; null when there are none, undefined before the first use. */
  #withIds: Statement<[readonly SqlParameter[]], SqlCell[]> | null | undefined;
  readonly #sql: string;
  readonly #isCreation: boolean;
  /** Memory that it takes, in bytes. */
  readonly size: number;
  readonly #database: Database;
  readonly #layout: TableLayout;
  readonly #statement: Statement<[readonly SqlParameter[]], SqlCell[]>;
  #shape = new RowShape([]);
  #width = 0;
  /** Version of the layout that the shape belongs to. */
  #version = -1;

  /**
   * @param sql a byte string
   * @throws Error with SQLite's message when the text is not one valid statement
   */
  constructor(database: Database, layout: TableLayout, sql: string) {
    const text = skipLeadIn(sql);
    checkReach(skipExplain(text));
    const before = process.memoryUsage.rss();
    this.#statement = database.prepare<[readonly SqlParameter[]], SqlCell[]>(fromBytes(sql));
    // No growth when SQLite uses memory that was free.
    this.size = Math.max(programSize * sql.length, process.memoryUsage.rss() - before);
    this.#database = database;
    this.#layout = layout;
    this.isDefinition = definition.test(text);
    this.#isCreation = creation.test(text);
    this.isControl = control.test(text);
    this.endsTransaction = end.test(text);
    this.isRollback = this.endsTransaction && /^rollback/i.test(text);
    const plain = sql.replace(quoted, ' ');
    checkPlaceholders(plain);
    this.#sql = sql;
    this.#mayUpdate = update.test(plain);
    this.returnsRows = this.#statement.reader;
    this.isReadOnly = this.#statement.readonly;
    this.isInsert = isInsert(text);
    if (this.returnsRows) this.#statement.raw();
  }

  /**
   * The first row; undefined when there is none.
   *
   * @throws Error when the statement returns no rows; so does `all`
   */
  first(parameters: readonly SqlParameter[], user: DatabaseUser): RowMap | undefined {
    this.#checkReturnsRows();
    const row = this.#statement.get(parameters);
    if (row === undefined) return undefined;
    user.reserve(sizeOf(row));
    return this.#toMap(row);
  }

  /** All rows. They count against the user's memory limit. */
  all(parameters: readonly SqlParameter[], user: DatabaseUser): RowMap[] {
    this.#checkReturnsRows();
    const rows: SqlCell[][] = [];
    for (const row of this.#statement.iterate(parameters)) {
      user.reserve(sizeOf(row));
      rows.push(row);
    }
    return rows.map((row) => this.#toMap(row));
  }

  /**
   * Runs a statement that returns no rows. Returns the number of changed rows.
   *
   * @throws Error when it defines something temporary
   */
  run(parameters: readonly SqlParameter[]): number {
    const { changes } = this.#statement.run(parameters);
    if (this.#isCreation) refuseTemporary(this.#database);
    return changes;
  }

  /**
   * Runs an INSERT. Returns the id of the last row that it inserted or changed; null when there is
   * none, or its table has no ids.
   */
  insert(parameters: readonly SqlParameter[]): number | null {
    this.#withIds ??= prepareWithIds(this.#database, this.#sql, this.returnsRows) ?? null;
    if (this.#withIds === null) {
      if (this.returnsRows) this.#statement.all(parameters);
      else this.#statement.run(parameters);
      return null;
    }
    if (!this.returnsRows && !this.#mayUpdate) {
      const { changes, lastInsertRowid } = this.#statement.run(parameters);
      return changes === 0 ? null : Number(lastInsertRowid);
    }
    let last: SqlCell = null;
    for (const row of this.#withIds.iterate(parameters)) last = row.at(-1) ?? null;
    return typeof last === 'number' ? last : null;
  }

  /**
   * A row as a map. The columns are read again after a schema change, or when the width of the row
   * changes.
   */
  #toMap(cells: readonly SqlCell[]): RowMap {
    const { version } = this.#layout;
    if (this.#width !== cells.length || this.#version !== version) {
      this.#shape = new RowShape(this.#statement.columns().map(({ name }) => toBytes(name)));
      this.#width = cells.length;
      this.#version = version;
    }
    return new RowMap({ shape: this.#shape, cells });
  }

  #checkReturnsRows(): void {
    if (this.returnsRows) return;
    throw new Error('A statement that returns no rows must be run with query');
  }
}
