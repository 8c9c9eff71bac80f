import { BoundedMap } from './bounded-map.js';

/**
 * Limits of the cached statements. Scripts contain a fixed number of query literals, but `order`
 * and evaluated code make new texts. Sizes are characters of SQL.
 */
const limits = { entries: 1_000, size: 32_000_000 };

/** Cache of a driver's statements by their SQL texts, which are byte strings. */
export class StatementCache<Statement> {
  readonly #make: (sql: string) => Statement;
  readonly #sizeOf: (sql: string, statement: Statement) => number;
  readonly #bySql = new BoundedMap<string, Statement>(limits);

  /**
   * @param make prepares or translates a statement; called once for each text in the cache
   * @param sizeOf memory that a statement takes, in characters
   */
  constructor(
    make: (sql: string) => Statement,
    sizeOf: (sql: string, statement: Statement) => number,
  ) {
    this.#make = make;
    this.#sizeOf = sizeOf;
  }

  /** The statement for an SQL text. Throws what `make` throws. */
  find(sql: string): Statement {
    let statement = this.#bySql.get(sql);
    if (statement === undefined) {
      statement = this.#make(sql);
      this.#bySql.add(sql, statement, this.#sizeOf(sql, statement));
    }
    return statement;
  }

  /** Drops all statements. */
  clear(): void {
    this.#bySql.clear();
  }
}
