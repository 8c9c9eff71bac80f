/** Statements of scripts, translated for PostgreSQL. */
import { fromBytes, toBytes } from '../../../interpreter/index.js';
import { BoundedMap } from '../bounded-map.js';
import { DatabaseFault, type DatabaseUser, type Outcome } from '../database.js';
import { RowMap, RowShape } from '../row-map.js';
import { explainSqlError } from '../sql-errors.js';
import { skipLeadIn } from '../sql-text.js';
import { StatementCache } from '../statement-cache.js';
import type { SqlCell, SqlParameter } from '../values.js';
import { type Command, preparedLimits, type QueryResult } from './query.js';
import type { SentCommand } from './sent-work.js';
import {
  type BoundStatement,
  type Catalog,
  cellReader,
  type Translation,
  TranslationError,
  UnstorableTextError,
} from './sqlite-on-postgres/index.js';
import { translateForScripts } from './translate-for-scripts.js';

/** The begin or an end of a transaction as a whole. */
export type TransactionControl = 'begin' | 'commit' | 'rollBack';

const controlPatterns: readonly [pattern: RegExp, control: TransactionControl][] = [
  [/^begin(?:\s+(?:deferred|immediate|exclusive))?(?:\s+transaction)?[\s;]*$/i, 'begin'],
  [/^(?:commit|end)(?:\s+transaction)?[\s;]*$/i, 'commit'],
  [/^rollback(?:\s+transaction)?[\s;]*$/i, 'rollBack'],
];

/** The effect of a statement on its transaction as a whole; undefined for most statements. */
export function transactionControlOf(sql: string): TransactionControl | undefined {
  const text = skipLeadIn(sql);
  return controlPatterns.find(([pattern]) => pattern.test(text))?.[1];
}

/** The column names of a result, and the functions that read its cells. */
interface Layout {
  readonly shape: RowShape;
  readonly readers: readonly ((text: string) => SqlCell)[];
}

/** A translated statement. */
export class PostgresStatement implements SentCommand {
  /** The SQL text of the script, a byte string. */
  readonly sql: string;
  readonly #translation: Translation;
  readonly #names: StatementNames;
  readonly #layouts = new WeakMap<QueryResult['columns'], Layout>();

  /** @throws TranslationError */
  constructor(sql: string, names: StatementNames, catalog: Catalog | undefined) {
    this.sql = sql;
    this.#translation = translateForScripts(fromBytes(sql), { catalog });
    this.#names = names;
  }

  /** Whether it may store something: a native one can call any function. */
  get mayStore(): boolean {
    return this.#translation.kind !== 'select' || this.#translation.isNative;
  }

  /** Whether nothing is stored when it fails: a native one can call a procedure that commits. */
  get isAtomic(): boolean {
    return !this.#translation.isNative;
  }

  /** Length of its SQL texts together, in characters. */
  get size(): number {
    return this.sql.length + this.#translation.size;
  }

  /** @throws Error when it returns no rows */
  checkReturnsRows(): void {
    if (this.#translation.returnsRows) return;
    throw new Error('A statement that returns no rows must be run with query');
  }

  /**
   * @throws DatabaseFault for a text that cannot be stored
   * @throws Error when the number of values is wrong, or a value cannot be sent
   */
  bind(parameters: readonly SqlParameter[]): Command {
    const { text, values } = this.#bindValues(parameters);
    if (this.#translation.isNative) return { text, values, mayLeaveState: true };
    if (this.#translation.kind === 'define') return { text };
    return { text, values, name: this.#names.nameOf(text) };
  }

  #bindValues(parameters: readonly SqlParameter[]): BoundStatement {
    try {
      return this.#translation.bind(parameters);
    } catch (error) {
      if (!(error instanceof UnstorableTextError)) throw error;
      throw new DatabaseFault('text', error.message, '22021');
    }
  }

  /** The rows of a result. */
  toRows({ columns, rows }: QueryResult): RowMap[] {
    const { shape, readers } = this.#layoutOf(columns);
    return rows.map((row) => {
      const cells = readers.map((read, index) => {
        const text = row[index] ?? null;
        return text === null ? null : read(text);
      });
      return new RowMap({ shape, cells });
    });
  }

  /** The outcome of running it. */
  toOutcome(result: QueryResult): Outcome {
    const { kind, returnsRows, countsInCell } = this.#translation;
    if (kind === 'insert') return newId(result);
    if (returnsRows) return this.toRows(result);
    if (kind === 'define') return 0;
    return countsInCell ? Number(result.rows[0]?.[0]) : result.changes;
  }

  /** Cached: a connection describes a prepared statement once, and its columns stay one object. */
  #layoutOf(columns: QueryResult['columns']): Layout {
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

/** The problem of an SQL text, a byte string, with any tables; undefined when there is none. */
export function findProblem(sql: string): string | undefined {
  const text = fromBytes(sql);
  try {
    if (transactionControlOf(sql) === undefined) translateForScripts(text);
    return undefined;
  } catch (error) {
    if (error instanceof TranslationError) return toBytes(explainSqlError(error.message, text));
    throw error;
  }
}

/**
 * The id of the last row that an INSERT added or changed; null when there is none, or its table has
 * no INTEGER PRIMARY KEY.
 */
function newId({ rows }: QueryResult): number | null {
  const id = rows.at(-1)?.at(-1);
  return id === undefined || id === null ? null : Number(id);
}

/**
 * Names of the texts that connections keep prepared. A statement has several texts when it is run
 * with values of different types.
 */
class StatementNames {
  readonly #byText = new BoundedMap<string, string>(preparedLimits);
  #count = 0;

  /** Undefined for a very long text, which is prepared for each use. */
  nameOf(text: string): string | undefined {
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    this.#count++;
    const name = `s${this.#count}`;
    return this.#byText.add(text, name, text.length) ? name : undefined;
  }

  /** Gives all texts new names from now on. */
  forget(): void {
    this.#byText.clear();
  }
}

/** A database's translated statements, which all connections share. */
export class PostgresStatements {
  /** Known tables. Default: none, with which the translated statements are correct but slower. */
  catalog: Catalog | undefined;
  readonly #names = new StatementNames();
  readonly #cache = new StatementCache(
    (sql) => new PostgresStatement(sql, this.#names, this.catalog),
    (_, statement) => statement.size,
  );

  /**
   * The translated statement for an SQL text, a byte string.
   *
   * @throws TranslationError when it cannot be translated
   */
  find(sql: string, user: DatabaseUser): PostgresStatement {
    return this.#cache.find(sql, user);
  }

  /** Has all statements translated and prepared again: their tables were altered. */
  forget(): void {
    this.#cache.clear();
    this.#names.forget();
  }
}
