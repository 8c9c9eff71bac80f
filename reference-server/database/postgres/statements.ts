/** Statements of scripts as PostgreSQL runs them, each translated once and kept by its SQL text. */
import { fromBytes, toBytes } from '../../../interpreter/index.js';
import type { Outcome } from '../database.js';
import { RowMap, RowShape } from '../row-map.js';
import type { SqlCell, SqlParameter } from '../values.js';

import { controlOf } from './control.js';
import {
  type Catalog,
  cellReader,
  type Translation,
  TranslationError,
  translate,
} from './dialect/index.js';
import type { Command, Reply } from './query.js';

/** As for SQLite: beyond this many, the oldest is dropped. */
const statementLimit = 1_000;

/**
 * How many statements each connection keeps prepared. A statement has several texts when the types
 * of its values differ.
 */
const nameLimit = 2_000;

/** How a row is read: the names of its cells, and how each is made of its text. */
interface Layout {
  readonly shape: RowShape;
  readonly readers: readonly ((text: string) => SqlCell)[];
}

/** One statement, translated. */
export class PreparedStatement {
  /** A byte string. */
  readonly sql: string;
  readonly #translation: Translation;
  readonly #names: StatementNames;
  readonly #layouts = new WeakMap<Reply['columns'], Layout>();

  /** @throws TranslationError */
  constructor(sql: string, names: StatementNames, catalog: Catalog | undefined) {
    this.sql = sql;
    this.#translation = translate(fromBytes(sql), { catalog });
    this.#names = names;
  }

  /** Whether it changes nothing. */
  get isReadOnly(): boolean {
    return this.#translation.kind === 'select';
  }

  /** @throws Error when it returns none */
  checkReturnsRows(): void {
    if (this.#translation.returnsRows) return;
    throw new Error('A statement that returns no rows must be run with query');
  }

  /** @throws Error when the values are too few or too many, or cannot be sent */
  bind(parameters: readonly SqlParameter[]): Command {
    const { text, values } = this.#translation.bind(parameters);
    if (this.#translation.kind === 'define') return { text };
    return { text, values, name: this.#names.nameOf(text) };
  }

  /** The rows that the script gets. */
  toRows({ columns, rows }: Reply): RowMap[] {
    const { shape, readers } = this.#layoutOf(columns);
    return rows.map((row) => {
      const cells = readers.map((read, index) => {
        const text = row[index] ?? null;
        return text === null ? null : read(text);
      });
      return new RowMap({ shape, cells });
    });
  }

  /** What `query` gives for it. */
  toOutcome(reply: Reply): Outcome {
    const { kind, returnsRows, countsInCell } = this.#translation;
    if (kind === 'insert') return newId(reply);
    if (returnsRows) return this.toRows(reply);
    if (kind === 'define') return 0;
    return countsInCell ? Number(reply.rows[0]?.[0]) : reply.changes;
  }

  /** Connections describe a prepared statement once, so that its columns are the same object. */
  #layoutOf(columns: Reply['columns']): Layout {
    let layout = this.#layouts.get(columns);
    if (layout === undefined) {
      const shown = this.#translation.hasIdColumn ? columns.slice(0, -1) : columns;
      const shape = new RowShape(shown.map(({ name }) => toBytes(name)));
      layout = { shape, readers: shown.map(({ type }) => cellReader(type)) };
      this.#layouts.set(columns, layout);
    }
    return layout;
  }
}

/** What is wrong with a statement, a byte string, whatever tables there are; undefined for nothing. */
export function findProblem(sql: string): string | undefined {
  try {
    if (controlOf(sql) === undefined) translate(fromBytes(sql));
    return undefined;
  } catch (error) {
    if (error instanceof TranslationError) return toBytes(error.message);
    throw error;
  }
}

/** The id of the last row that an INSERT has added; null when it added none. */
function newId({ rows }: Reply): number | null {
  const last = rows.at(-1);
  if (last === undefined) return null;
  // A table without INTEGER PRIMARY KEY has no ids; that a row was added is true all the same.
  return Number(last.at(-1) ?? rows.length);
}

/** The names by which connections keep texts prepared: each text has one for good. */
class StatementNames {
  readonly #byText = new Map<string, string>();
  #generation = 0;

  /** Undefined for a text beyond the limit, which is then prepared each time. */
  nameOf(text: string): string | undefined {
    let name = this.#byText.get(text);
    if (name === undefined && this.#byText.size < nameLimit) {
      name = `s${this.#generation}_${this.#byText.size}`;
      this.#byText.set(text, name);
    }
    return name;
  }

  /** Gives all texts other names from now on. */
  forget(): void {
    this.#byText.clear();
    this.#generation++;
  }
}

/** The translated statements of a database, which all connections share. */
export class Statements {
  /** What is known of the tables. Without it, statements are translated as well, but not as fast. */
  catalog: Catalog | undefined;
  readonly #bySql = new Map<string, PreparedStatement>();
  readonly #names = new StatementNames();

  /**
   * The statement for an SQL text, which is a byte string.
   *
   * @throws TranslationError that says what cannot be translated
   */
  find(sql: string): PreparedStatement {
    let prepared = this.#bySql.get(sql);
    if (prepared === undefined) {
      prepared = new PreparedStatement(sql, this.#names, this.catalog);
      this.#keep(sql, prepared);
    }
    return prepared;
  }

  /** Has all statements prepared anew: their tables were changed. */
  forget(): void {
    this.#bySql.clear();
    this.#names.forget();
  }

  #keep(sql: string, prepared: PreparedStatement): void {
    if (this.#bySql.size >= statementLimit) {
      const [oldest] = this.#bySql.keys();
      if (oldest !== undefined) this.#bySql.delete(oldest);
    }
    this.#bySql.set(sql, prepared);
  }
}
