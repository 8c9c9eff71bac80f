/**
 * Known tables of a database, with which translated statements are faster and names
 * case-insensitive.
 */

/** TEXT, INTEGER and REAL in SQLite. Columns of other types keep the type of each value. */
const textReadingTypes = new Set(['text', 'bigint', 'double precision']);

/** The tables and columns of a schema. */
export class Catalog {
  /** Query for the constructor's rows. */
  static readonly query =
    `SELECT c.relname::text, a.attname::text, a.attnotnull::integer::text, format_type(a.atttypid, NULL)
    FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v')
      AND a.attnum > 0 AND NOT a.attisdropped`;

  readonly #names = new Set<string>();
  readonly #spellings = new Map<string, string>();
  readonly #neverNull = new Set<string>();
  readonly #reading = new Set<string>();

  /** @param rows table, column, `1` for a column that is never null, type of the column */
  constructor(rows: readonly (readonly (string | null)[])[]) {
    for (const [table, column, isNeverNull, type] of rows) {
      for (const name of [table, column]) {
        if (typeof name !== 'string') continue;
        this.#names.add(name);
        this.#spellings.set(name.toLowerCase(), name);
      }
      if (isNeverNull === '1') this.#neverNull.add(`${table}.${column}`);
      if (textReadingTypes.has(type ?? '')) this.#reading.add(`${table}.${column}`);
    }
  }

  /** A name in the database's spelling; undefined when no table or column has it in any case. */
  spell(name: string): string | undefined {
    return this.#names.has(name) ? name : this.#spellings.get(name.toLowerCase());
  }

  /** Whether a column is NOT NULL. Names are in the database's spelling. */
  isNeverNull(table: string, column: string): boolean {
    return this.#neverNull.has(`${table}.${column}`);
  }

  /**
   * Whether a column stores the same for a number and for its text: a parameter for it may be sent
   * as a text, which costs far less than JSON. Names are in the database's spelling.
   */
  readsTexts(table: string, column: string): boolean {
    return this.#reading.has(`${table}.${column}`);
  }
}
