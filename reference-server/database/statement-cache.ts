/**
 * Maximum number of cached statements; then the oldest is dropped. Scripts contain a fixed number
 * of query literals, and only `order` with a limit makes new texts.
 */
const statementLimit = 1_000;

/** Cache of a driver's statements by their SQL texts, which are byte strings. */
export class StatementCache<Statement> {
  readonly #make: (sql: string) => Statement;
  readonly #bySql = new Map<string, Statement>();

  /** @param make prepares or translates a statement; called once for each text in the cache */
  constructor(make: (sql: string) => Statement) {
    this.#make = make;
  }

  /** The statement for an SQL text. Throws what `make` throws. */
  find(sql: string): Statement {
    let statement = this.#bySql.get(sql);
    if (statement === undefined) {
      statement = this.#make(sql);
      this.#keep(sql, statement);
    }
    return statement;
  }

  /** Drops all statements. */
  clear(): void {
    this.#bySql.clear();
  }

  #keep(sql: string, statement: Statement): void {
    if (this.#bySql.size >= statementLimit) {
      const [oldest] = this.#bySql.keys();
      if (oldest !== undefined) this.#bySql.delete(oldest);
    }
    this.#bySql.set(sql, statement);
  }
}
