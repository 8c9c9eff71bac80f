import { BoundedMap } from './bounded-map.js';
import type { DatabaseUser } from './database.js';

/**
 * Limits of the cached statements. Scripts contain a fixed number of query literals, but `order`
 * and evaluated code make new texts. Sizes are bytes.
 */
const limits = { entries: 1_000, size: 128 * 2 ** 20 };

/** Cache of a driver's statements by their SQL texts, which are byte strings. */
export class StatementCache<Statement> {
  readonly #make: (sql: string) => Statement;
  readonly #sizeOf: (sql: string, statement: Statement) => number;
  readonly #bySql = new BoundedMap<string, Statement>(limits, (_, size) => this.#drop(size));
  /** Size of the statements that were dropped since the last collection of garbage, in bytes. */
  #dropped = 0;

  /**
   * @param make prepares or translates a statement; called once for each text in the cache
   * @param sizeOf memory that a statement takes, in bytes
   */
  constructor(
    make: (sql: string) => Statement,
    sizeOf: (sql: string, statement: Statement) => number,
  ) {
    this.#make = make;
    this.#sizeOf = sizeOf;
  }

  /**
   * The statement for an SQL text. Throws what `make` throws.
   *
   * @param user whose memory limit a new statement counts against. Default: none
   */
  find(sql: string, user?: Pick<DatabaseUser, 'reserve'>): Statement {
    const known = this.#bySql.get(sql);
    if (known !== undefined) return known;
    const statement = this.#make(sql);
    const size = this.#sizeOf(sql, statement);
    if (!this.#bySql.add(sql, statement, size)) this.#drop(size);
    user?.reserve(size);
    return statement;
  }

  /** Drops all statements. */
  clear(): void {
    this.#bySql.clear();
  }

  /**
   * Collects garbage now and then: a driver releases a statement when its object is collected, and
   * V8 does not know how much memory the statement takes. Needs `--expose-gc`, which workers have.
   */
  #drop(size: number): void {
    this.#dropped += size;
    if (this.#dropped < limits.size) return;
    this.#dropped = 0;
    globalThis.gc?.();
  }
}
