import type { Database } from 'better-sqlite3';

/** Maximum duration of a write that did not wait for a lock, in milliseconds. */
const promptTime = 20;

/**
 * Limits how long statements wait for locks of other processes. A waiting process does nothing
 * else, so consecutive statements share one limit. Time without waiting restores it. Once it is
 * used up, statements fail immediately until one has written, or the same time has passed.
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
  /** Whether the limit was used up and the lock has not been free since. */
  #isUsedUp = false;

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
    const rest = this.#isUsedUp ? 0 : this.#limit - this.#spent;
    const allowed = Math.max(0, Math.floor(Math.min(rest, left)));
    if (allowed === this.#current) return;
    this.#current = allowed;
    this.#database.pragma(`busy_timeout = ${allowed}`);
  }

  /**
   * Charges a statement that wrote or found the database locked. Its start and end are in
   * milliseconds of `performance.now`.
   */
  end(start: number, now: number, wasLocked: boolean): void {
    if (!wasLocked) this.#isUsedUp = false;
    const isPrompt = !wasLocked && now - start <= promptTime;
    if (this.#isUsedUp || isPrompt) return;
    this.#spent = Math.min(this.#spent + now - start, this.#limit);
    this.#isUsedUp = wasLocked && this.#limit - this.#spent < promptTime;
    this.#updated = now;
  }

  /** Each millisecond without waiting restores one; nothing restores a part of a used-up limit. */
  #recover(now: number): void {
    const passed = now - this.#updated;
    if (this.#isUsedUp && passed < this.#limit) return;
    this.#isUsedUp = false;
    this.#spent = Math.max(0, this.#spent - passed);
    this.#updated = now;
  }
}
