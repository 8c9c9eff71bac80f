import { messageOf } from '../../../kit/errors.js';
import { DatabaseFault, type Migrations } from '../database.js';
import { checkMigrationStatement, checksumOf, splitStatements } from '../migration-text.js';
import type { Connection } from './connection.js';
import { compatibilitySchema, translate } from './dialect/index.js';
import type { PostgresDatabase } from './postgres-database.js';

const createTable = `CREATE TABLE IF NOT EXISTS _migrations (
  name TEXT PRIMARY KEY,
  applied_at TEXT NOT NULL DEFAULT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS'),
  checksum TEXT
)`;

/**
 * Held until the transaction ends, so that of several servers that start at once one changes the
 * tables, and the others find them changed. One number for what all schemas share, one for each.
 */
const lockAll = 'SELECT pg_advisory_xact_lock(7001)';
const lockSchema = 'SELECT pg_advisory_xact_lock(7001, hashtext(current_schema()))';

/**
 * Applies named migrations, each once in the life of a database, however many servers start at once,
 * and in a transaction of its own. Which ones were applied is recorded in the table `_migrations`.
 */
export class PostgresMigrations implements Migrations {
  readonly changed: string[] = [];
  readonly #database: PostgresDatabase;
  readonly #declared = new Set<string>();
  /** The checksums of those that were applied before this start. */
  readonly #known: ReadonlyMap<string, string | null>;

  private constructor(database: PostgresDatabase, known: ReadonlyMap<string, string | null>) {
    this.#database = database;
    this.#known = known;
  }

  /** Prepares the database for scripts and their migrations. */
  static async open(database: PostgresDatabase): Promise<PostgresMigrations> {
    const known = await database.withConnection(async (connection) => {
      await installSchema(connection);
      await transact(connection, lockSchema, () => connection.run({ text: createTable }));
      const { rows } = await connection.run({ text: 'SELECT name, checksum FROM _migrations' });
      return new Map(rows.map(([name, checksum]) => [name ?? '', checksum ?? null]));
    });
    return new PostgresMigrations(database, known);
  }

  async apply(name: string, sql: string): Promise<void> {
    if (this.#declared.has(name)) throw new Error(`Migration "${name}" is declared twice.`);
    this.#declared.add(name);
    const checksum = checksumOf(sql);
    if (this.#known.get(name) === checksum) return;
    try {
      await this.#database.withConnection((connection) =>
        transact(connection, lockSchema, () => this.#applyOnce(connection, name, sql, checksum)),
      );
    } catch (error) {
      if (error instanceof DatabaseFault && error.kind === 'away') throw error;
      throw new Error(`Migration "${name}" failed: ${messageOf(error)}.`);
    }
  }

  /** Rows that were overwritten are removed by the server's own vacuuming. */
  finish(): Promise<void> {
    return this.#database.learn();
  }

  async #applyOnce(
    connection: Connection,
    name: string,
    sql: string,
    checksum: string,
  ): Promise<void> {
    const select = 'SELECT checksum FROM _migrations WHERE name = $1';
    const { rows } = await connection.run({ text: select, values: [name] });
    if (rows[0] !== undefined) {
      if (rows[0][0] !== checksum) this.changed.push(name);
      return;
    }
    const statements = splitStatements(sql);
    for (const statement of statements) checkMigrationStatement(statement);
    for (const statement of statements) await runStatement(connection, statement);
    const insert = 'INSERT INTO _migrations (name, checksum) VALUES ($1, $2)';
    await connection.run({ text: insert, values: [name, checksum] });
  }
}

/** Translates a statement of a migration when those before it have run, and runs it. */
async function runStatement(connection: Connection, sql: string): Promise<void> {
  const translation = translate(sql, { isMigration: true });
  const { text, values } = translation.bind([]);
  await connection.run(translation.kind === 'define' ? { text } : { text, values });
}

/** Runs something in a transaction that holds a lock. */
async function transact(
  connection: Connection,
  lock: string,
  act: () => Promise<unknown>,
): Promise<void> {
  await connection.run({ text: `BEGIN; ${lock}` });
  await act();
  await connection.run({ text: 'COMMIT' });
}

/** Installs the functions that translated statements call, unless they are there. */
async function installSchema(connection: Connection): Promise<void> {
  const { findVersion, sql } = compatibilitySchema;
  const isThere = async (): Promise<boolean> =>
    compatibilitySchema.isUsable((await connection.run({ text: findVersion })).rows[0]?.[0]);
  if (await isThere()) return;
  await transact(connection, lockAll, async () => {
    // Another server may have done so meanwhile.
    if (!(await isThere())) await connection.run({ text: sql });
  });
}
