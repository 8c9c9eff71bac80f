import type { Database } from 'better-sqlite3';
import { messageOf } from '../message-of.js';

const createTable = `CREATE TABLE IF NOT EXISTS _migrations (
  name TEXT PRIMARY KEY,
  applied_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
)`;

/**
 * Applies named migrations, each once in the life of a database and in a transaction of its own.
 * Which ones were applied is recorded in the table `_migrations`.
 */
export class Migrations {
  readonly #database: Database;
  readonly #declared = new Set<string>();

  constructor(database: Database) {
    this.#database = database;
    database.exec(createTable);
  }

  /**
   * Applies a migration unless it was applied before. Its SQL may hold several statements.
   *
   * @throws Error that names the migration, when it is declared twice or its SQL fails; the
   *   database is then as it was before this migration.
   */
  apply(name: string, sql: string): void {
    if (this.#declared.has(name)) throw new Error(`Migration "${name}" is declared twice.`);
    this.#declared.add(name);
    try {
      // Immediate: a second process that starts now waits here, and then finds the record.
      this.#database.transaction(() => this.#applyOnce(name, sql)).immediate();
    } catch (error) {
      throw new Error(`Migration "${name}" failed: ${messageOf(error)}.`);
    }
  }

  #applyOnce(name: string, sql: string): void {
    const known = this.#database.prepare('SELECT 1 FROM _migrations WHERE name = ?').get(name);
    if (known !== undefined) return;
    this.#database.exec(sql);
    if (!this.#database.inTransaction) throw new Error('its SQL must not end the transaction');
    this.#database.prepare('INSERT INTO _migrations (name) VALUES (?)').run(name);
  }
}
