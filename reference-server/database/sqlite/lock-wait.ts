import type { Database } from 'better-sqlite3';

/** Maximum duration of a write that did not wait for a lock, in milliseconds. */
const promptTime = 20;

/**
 * Limits how long statements wait for locks of other processes. A waiting process does nothing
 * else: so consecutive statements share one limit, and once it is used up, they fail immediately
 * while the lock is held. Time without waiting restores the limit.
 */
export class LockWait {
  readonly #database: Database;
  /** Limit that all statements share, in milliseconds: SQLite's initial `busy_timeout`. */
  readonly #limit: number;
  /** Current `busy_timeout`, in milliseconds. */
  #current: number;
  /** Used part of the limit, and the time of its last update, in milliseconds. */
  #spent = 0;
  #updated = 0;

  constructor(database: Database) {
    this.#database = database;
    this.#limit = Number(database.pragma('busy_timeout', { simple: true }));
    this.#current = this.#limit;
  }

  /**
   * Sets the limit of the next statement.
   *
   * @param now in milliseconds of `performance.now`
   * @param left remaining time of the statement's request, in milliseconds
   */
  begin(now: number, left: number): void {
    if (this.#spent === 0 && this.#current === this.#limit && left >= this.#limit) return;
    this.#recover(now);
    const allowed = Math.max(0, Math.floor(Math.min(this.#limit - this.#spent, left)));
    if (allowed === this.#current) return;
    this.#current = allowed;
    this.#database.pragma(`busy_timeout = ${allowed}`);
  }

  /**
   * Charges a statement that wrote or found the database locked. Its start and end are in
   * milliseconds of `performance.now`.
   */
  end(start: number, now: number): void {
    if (now - start <= promptTime) return;
    this.#spent = Math.min(this.#spent + now - start, this.#limit);
    this.#updated = now;
  }

  /** Each millisecond without waiting restores one. */
  #recover(now: number): void {
    this.#spent = Math.max(0, this.#spent - (now - this.#updated));
    this.#updated = now;
  }
}
