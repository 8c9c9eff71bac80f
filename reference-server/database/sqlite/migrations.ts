import type { Database } from 'better-sqlite3';
import { messageOf } from '../../../kit/errors.js';
import type { Migrations } from '../database.js';
import {
  checkMigrationStatement,
  checksumOf,
  explainMigrationError,
  splitStatements,
} from '../migration-text.js';
import { isBusy } from './driver.js';
import { columnsOf, rewriteFile } from './file.js';
import { HashFunction } from './hash-function.js';

const createTable = `CREATE TABLE IF NOT EXISTS _migrations (
  name TEXT PRIMARY KEY,
  applied_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
)`;

/** Columns that later releases added: names and definitions. */
const laterColumns = [
  ['checksum', 'TEXT'],
  // 1 while the file may still contain values that the migration hashed.
  ['residue', 'INTEGER NOT NULL DEFAULT 0'],
  // The project that has applied the migration.
  ['project', 'TEXT'],
] as const;

/**
 * Applies named migrations, each once in the life of a database and in its own transaction. The
 * table `_migrations` records the applied ones with the checksums of their SQL.
 */
export class SqliteMigrations implements Migrations {
  readonly changed: string[] = [];
  readonly #database: Database;
  readonly #project: string;
  readonly #declared = new Set<string>();
  readonly #hashing: HashFunction;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
    this.#hashing = new HashFunction(database);
    database.exec(createTable);
    if (this.#missingColumns().length > 0) this.#addColumns();
  }

  apply(name: string, sql: string): void {
    if (this.#declared.has(name)) throw new Error(`Migration "${name}" is declared twice.`);
    this.#declared.add(name);
    try {
      // Immediate: a second process that starts now waits here, then finds the record.
      this.#database.transaction(() => this.#applyOnce(name, sql)).immediate();
    } catch (error) {
      const reason = isBusy(error) ? 'another process keeps the database locked' : messageOf(error);
      throw new Error(`Migration "${name}" failed: ${reason}.`);
    }
  }

  findUndeclared(): readonly string[] {
    const select = 'SELECT name FROM _migrations WHERE project = ? ORDER BY rowid';
    const applied = this.#database.prepare<[string], string>(select).pluck().all(this.#project);
    return applied.filter((name) => !this.#declared.has(name));
  }

  /**
   * Removes the original values that migrations hashed from the file. Each start tries again until
   * it succeeds.
   */
  finish(note: (text: string) => void): void {
    const names = this.#findResidue();
    if (names.length === 0) return;
    note(
      `Migrations hashed values in the database "${this.#database.name}". Its file is rewritten ` +
        'to remove the original values.',
    );
    try {
      this.#removeResidue(names);
    } catch (error) {
      note(`The file could not be rewritten: ${messageOf(error)}. The next start tries again.`);
    }
  }

  /** @throws Error when the file cannot be rewritten now */
  #removeResidue(names: readonly string[]): void {
    rewriteFile(this.#database);
    // By name: another process may have applied further migrations meanwhile.
    const done = this.#database.prepare('UPDATE _migrations SET residue = 0 WHERE name = ?');
    for (const name of names) done.run(name);
  }

  #findResidue(): string[] {
    const select = 'SELECT name FROM _migrations WHERE residue = 1';
    return this.#database.prepare<[], string>(select).pluck().all();
  }

  #applyOnce(name: string, sql: string): void {
    const checksum = checksumOf(sql);
    const known = this.#find(name);
    if (known === undefined) {
      const hasHashed = this.#hashing.during(() => this.#run(sql));
      const insert =
        'INSERT INTO _migrations (name, checksum, residue, project) VALUES (?, ?, ?, ?)';
      this.#database.prepare(insert).run(name, checksum, hasHashed ? 1 : 0, this.#project);
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

  /** Runs SQL one statement at a time, so that exactly the checked statements run. */
  #run(sql: string): void {
    const statements = splitStatements(sql);
    for (const statement of statements) checkMigrationStatement(statement);
    for (const statement of statements) {
      try {
        this.#runStatement(statement);
      } catch (error) {
        throw explainMigrationError(error, statement, sql);
      }
    }
  }

  #runStatement(sql: string): void {
    const prepared = this.#database.prepare(sql);
    if (prepared.reader) prepared.all();
    else prepared.run();
  }

  #missingColumns(): (typeof laterColumns)[number][] {
    const columns = columnsOf(this.#database, '_migrations');
    return laterColumns.filter(([name]) => !columns.has(name));
  }

  #addColumns(): void {
    const add = this.#database.transaction(() => {
      // Another process may have added them meanwhile.
      for (const column of this.#missingColumns()) {
        this.#database.exec(`ALTER TABLE _migrations ADD COLUMN ${column.join(' ')}`);
      }
    });
    add.immediate();
  }
}
