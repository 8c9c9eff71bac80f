import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { messageOf } from '../message-of.js';
import { checkMigrationStatement, splitStatements } from './migration-text.js';

const createTable = `CREATE TABLE IF NOT EXISTS _migrations (
  name TEXT PRIMARY KEY,
  applied_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
  checksum TEXT
)`;

/** The same for a text whose lines end in another way, as they may in a copy. */
function checksumOf(sql: string): string {
  return createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
}

/**
 * Applies named migrations, each once in the life of a database and in a transaction of its own.
 * Which ones were applied is recorded in the table `_migrations`, each with a checksum of its SQL.
 */
export class Migrations {
  /** The names of those that were applied with other SQL than they have now. */
  readonly changed: string[] = [];
  readonly #database: Database;
  readonly #declared = new Set<string>();

  constructor(database: Database) {
    this.#database = database;
    database.exec(createTable);
    if (!this.#hasChecksums()) this.#addChecksums();
  }

  /**
   * Applies a migration unless it was applied before. Its SQL may hold several statements.
   *
   * @throws Error that names the migration, when it is declared twice, its SQL fails, or a statement
   *   of it would not be undone with the others; the database is then as it was before.
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
    const checksum = checksumOf(sql);
    const known = this.#find(name);
    if (known === undefined) {
      this.#run(sql);
      const insert = 'INSERT INTO _migrations (name, checksum) VALUES (?, ?)';
      this.#database.prepare(insert).run(name, checksum);
    } else if (known.checksum === null) {
      // Applied by a release that kept no checksums.
      const update = 'UPDATE _migrations SET checksum = ? WHERE name = ?';
      this.#database.prepare(update).run(checksum, name);
    } else if (known.checksum !== checksum) this.changed.push(name);
  }

  #find(name: string): { readonly checksum: string | null } | undefined {
    const select = 'SELECT checksum FROM _migrations WHERE name = ?';
    return this.#database.prepare<[string], { checksum: string | null }>(select).get(name);
  }

  /** Runs SQL one statement at a time: each is then the one that was looked at, and no other. */
  #run(sql: string): void {
    const statements = splitStatements(sql);
    for (const statement of statements) checkMigrationStatement(statement);
    for (const statement of statements) {
      const prepared = this.#database.prepare(statement);
      if (prepared.reader) prepared.all();
      else prepared.run();
    }
  }

  #hasChecksums(): boolean {
    const columns = this.#database.prepare('SELECT name FROM pragma_table_info(?)').pluck();
    return columns.all('_migrations').includes('checksum');
  }

  #addChecksums(): void {
    const add = this.#database.transaction(() => {
      // Another process may have done so in the meantime.
      if (this.#hasChecksums()) return;
      this.#database.exec('ALTER TABLE _migrations ADD COLUMN checksum TEXT');
    });
    add.immediate();
  }
}
