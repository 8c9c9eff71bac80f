import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';

/**
 * The SQL function `sha256(text)`, with which migrations hash stored values: for a text or a blob
 * the result of `Util.sha256`, for NULL NULL. Queries of scripts cannot call it: scripts hash
 * values in Wren, where their budget counts the work.
 */
export class HashFunction {
  #isAllowed = false;
  #wasCalled = false;

  constructor(database: Database) {
    // directOnly: other programs could not use a table whose schema calls the function.
    const options = { deterministic: true, directOnly: true };
    database.function('sha256', options, (content: unknown) => this.#hash(content));
  }

  /** Runs code whose SQL may call the function. Returns whether it hashed a value. */
  during(act: () => void): boolean {
    this.#isAllowed = true;
    this.#wasCalled = false;
    try {
      act();
      return this.#wasCalled;
    } finally {
      this.#isAllowed = false;
    }
  }

  #hash(content: unknown): string | null {
    if (!this.#isAllowed) throw new Error('sha256 is available in migrations only');
    if (content === null) return null;
    if (typeof content !== 'string' && !Buffer.isBuffer(content)) {
      throw new Error('sha256 takes a text or a blob');
    }
    this.#wasCalled = true;
    return hash('sha256', content);
  }
}
