/**
 * Known tables of a database, with which translated statements are faster and names
 * case-insensitive.
 */
/** TEXT, INTEGER and REAL in SQLite. Columns of other types keep the type of each value. */
const textReadingTypes = new Set(['text', 'bigint', 'double precision']);

/** A column of a table. */
export interface KnownColumn {
  /** PostgreSQL's name of its type. */
  readonly type: string;
  /** Whether comparisons ignore the case of letters. */
  readonly isCaseless: boolean;
}

/** The tables and columns of a schema. */
export class Catalog {
  /** Query for the constructor's rows. */
  static readonly query =
    `SELECT c.relname::text, a.attname::text, a.attnotnull::integer::text, format_type(a.atttypid, NULL),
      (l.collname = 'nocase')::integer::text, (a.attgenerated <> '')::integer::text,
      (c.relkind <> 'v' AND NOT EXISTS (
        SELECT FROM pg_attribute AS id WHERE id.attrelid = c.oid AND id.attidentity <> ''))::integer::text
    FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
      LEFT JOIN pg_collation AS l ON l.oid = a.attcollation
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v')
      AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY c.oid, a.attnum`;

  readonly #names = new Set<string>();
  readonly #spellings = new Map<string, string>();
  readonly #neverNull = new Set<string>();
  readonly #columns = new Map<string, KnownColumn>();
  /** The columns of each table that are not generated, in the order of their definition. */
  readonly #stored = new Map<string, string[]>();
  readonly #withoutIds = new Set<string>();

  /**
   * @param rows table, column, `1` for a column that is never null, type, `1` for NOCASE, `1` for a
   *   generated column, `1` for a column of a table without INTEGER PRIMARY KEY
   * @throws TypeError when a row lacks a name or a type
   */
  constructor(rows: readonly (readonly (string | null)[])[]) {
    for (const [table, column, isNeverNull, type, isCaseless, isGenerated, isWithoutIds] of rows) {
      if (!table || !column || !type) throw new TypeError('This is no row of Catalog.query');
      for (const name of [table, column]) {
        this.#names.add(name);
        this.#spellings.set(name.toLowerCase(), name);
      }
      if (isNeverNull === '1') this.#neverNull.add(`${table}.${column}`);
      this.#columns.set(`${table}.${column}`, { type, isCaseless: isCaseless === '1' });
      if (isGenerated !== '1') this.#addStored(table, column);
      if (isWithoutIds === '1') this.#withoutIds.add(table);
    }
  }

  #addStored(table: string, column: string): void {
    const columns = this.#stored.get(table);
    if (columns === undefined) this.#stored.set(table, [column]);
    else columns.push(column);
  }

  /** The columns that INSERT without names writes; undefined for an unknown table. */
  storedColumnsOf(table: string): readonly string[] | undefined {
    return this.#stored.get(table);
  }

  /** Whether the rows of a table certainly have no id. Its name is in the database's spelling. */
  isWithoutIds(table: string): boolean {
    return this.#withoutIds.has(table) && this.find(table, 'rowid') === undefined;
  }

  /** A name in the database's spelling; undefined when no table or column has it in any case. */
  spell(name: string): string | undefined {
    return this.#names.has(name) ? name : this.#spellings.get(name.toLowerCase());
  }

  /** Whether a column is NOT NULL. Names are in the database's spelling. */
  isNeverNull(table: string, column: string): boolean {
    return this.#neverNull.has(`${table}.${column}`);
  }

  /** A column; undefined when there is none. Names are in the database's spelling. */
  find(table: string, column: string): KnownColumn | undefined {
    return this.#columns.get(`${table}.${column}`);
  }

  /**
   * A column that stores the same for a number and for its text: a parameter for it may be sent as
   * a text or a number, which costs far less than JSON. Names are in the database's spelling.
   */
  findReading(table: string, column: string): KnownColumn | undefined {
    const found = this.find(table, column);
    return found !== undefined && textReadingTypes.has(found.type) ? found : undefined;
  }
}
