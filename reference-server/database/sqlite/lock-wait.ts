import type { Database } from 'better-sqlite3';

/** A write that took no longer than this has waited for nobody, in milliseconds. */
const promptTime = 20;

/**
 * How long statements wait for locks of other processes. A process that waits does nothing else:
 * so all statements that come one after the other wait for a bounded time together, and the rest
 * of them fail at once while the lock is held. As time goes by they may wait again.
 */
export class LockWait {
  readonly #database: Database;
  /** What all may wait together, in milliseconds; SQLite's own limit before it is changed here. */
  readonly #most: number;
  /** SQLite's limit for the next statement. */
  #current: number;
  /** What has been waited, and when that was last brought up to date. */
  #spent = 0;
  #updated = 0;

  constructor(database: Database) {
    this.#database = database;
    this.#most = Number(database.pragma('busy_timeout', { simple: true }));
    this.#current = this.#most;
  }

  /**
   * Called before a statement.
   *
   * @param left the time that its request still has, in milliseconds
   */
  begin(now: number, left: number): void {
    if (this.#spent === 0 && this.#current === this.#most && left >= this.#most) return;
    this.#recover(now);
    const allowed = Math.max(0, Math.floor(Math.min(this.#most - this.#spent, left)));
    if (allowed === this.#current) return;
    this.#current = allowed;
    this.#database.pragma(`busy_timeout = ${allowed}`);
  }

  /** Called after a statement that wrote or found the database locked. */
  end(start: number, now: number): void {
    if (now - start <= promptTime) return;
    this.#spent = Math.min(this.#spent + now - start, this.#most);
    this.#updated = now;
  }

  /** As much time without waiting as was waited makes up for it. */
  #recover(now: number): void {
    this.#spent = Math.max(0, this.#spent - (now - this.#updated));
    this.#updated = now;
  }
}
