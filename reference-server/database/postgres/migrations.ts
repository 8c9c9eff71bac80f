import { messageOf } from '../../../kit/errors.js';
import { mustExist } from '../../../kit/invariant.js';
import { DatabaseFault, type Migrations } from '../database.js';
import {
  checkMigrationStatement,
  checksumOf,
  explainMigrationError,
  splitStatements,
} from '../migration-text.js';
import type { Connection } from './connection.js';
import { isForbidden } from './faults.js';
import type { Pool } from './pool.js';
import { compatibilitySchema, findFacts, findObstacle } from './sqlite-on-postgres/index.js';
import { translateForScripts } from './translate-for-scripts.js';

/** The number of the newest column, or no row without the table. */
const findColumn = `SELECT count(*) FILTER (WHERE attname = 'project') FROM pg_attribute
  WHERE attrelid = to_regclass(quote_ident(current_schema()) || '._migrations') HAVING count(*) > 0`;

const createTable = `CREATE TABLE IF NOT EXISTS _migrations (
  name TEXT PRIMARY KEY,
  applied_at TEXT NOT NULL DEFAULT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS'),
  checksum TEXT,
  project TEXT
)`;

/** A column that a later release added: the project that has applied the migration. */
const addProject = 'ALTER TABLE _migrations ADD COLUMN IF NOT EXISTS project TEXT';

const selectApplied = 'SELECT name, checksum, project FROM _migrations ORDER BY applied_at, name';

/** An applied migration; null for what an earlier release did not record. */
interface Applied {
  readonly checksum: string | null;
  readonly project: string | null;
}

/**
 * Advisory locks, held until the transaction ends: of several servers that start at the same time,
 * one changes the tables, and the others find them changed. The first lock is for what all schemas
 * share, the second for one schema.
 */
const lockAll = 'SELECT pg_advisory_xact_lock(7001)';
const lockSchema = 'SELECT pg_advisory_xact_lock(7001, hashtext(current_schema()))';

/**
 * Applies named migrations, each in its own transaction and once in the life of a database, even if
 * many servers start at the same time. The table `_migrations` records the applied ones.
 */
export class PostgresMigrations implements Migrations {
  readonly changed: string[] = [];
  readonly #pool: Pool;
  readonly #project: string;
  readonly #learn: () => Promise<void>;
  readonly #declared = new Set<string>();
  /** The migrations that were applied before this start, by name. */
  readonly #known: ReadonlyMap<string, Applied>;

  private constructor(
    pool: Pool,
    project: string,
    learn: () => Promise<void>,
    known: ReadonlyMap<string, Applied>,
  ) {
    this.#pool = pool;
    this.#project = project;
    this.#learn = learn;
    this.#known = known;
  }

  /**
   * Installs the compatibility schema and the table `_migrations`.
   *
   * @param learn reads the tables again, after the last migration
   * @throws DatabaseFault
   */
  static async open(
    pool: Pool,
    project: string,
    learn: () => Promise<void>,
  ): Promise<PostgresMigrations> {
    const known = await pool.withConnection(async (connection) => {
      const { rows: facts } = await connection.run({ text: findFacts });
      const obstacle = findObstacle(mustExist(facts[0], 'row of facts'));
      if (obstacle !== undefined) throw new DatabaseFault('unavailable', obstacle, '');
      await install(connection);
      const { rows } = await connection.run({ text: selectApplied });
      return new Map(
        rows.map(([name, checksum, by]) => [
          mustExist(name, 'name of a migration'),
          { checksum: checksum ?? null, project: by ?? null },
        ]),
      );
    });
    return new PostgresMigrations(pool, project, learn, known);
  }

  async apply(name: string, sql: string): Promise<void> {
    if (this.#declared.has(name)) throw new Error(`Migration "${name}" is declared twice.`);
    this.#declared.add(name);
    const checksum = checksumOf(sql);
    if (this.#known.get(name)?.checksum === checksum) return;
    try {
      await this.#pool.withConnection((connection) =>
        transact(connection, lockSchema, () => this.#applyOnce(connection, name, sql, checksum)),
      );
    } catch (error) {
      if (error instanceof DatabaseFault && error.kind === 'unreachable') throw error;
      throw new Error(`Migration "${name}" failed: ${messageOf(error)}.`);
    }
  }

  findUndeclared(): readonly string[] {
    const own = [...this.#known].filter(([, { project }]) => project === this.#project);
    return own.flatMap(([name]) => (this.#declared.has(name) ? [] : name));
  }

  /** The server's own vacuuming removes overwritten values. */
  finish(): Promise<void> {
    return this.#learn();
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
    for (const statement of statements) {
      try {
        await runStatement(connection, statement);
      } catch (error) {
        throw explainMigrationError(error, statement, sql);
      }
    }
    const insert = 'INSERT INTO _migrations (name, checksum, project) VALUES ($1, $2, $3)';
    await connection.run({ text: insert, values: [name, checksum, this.#project] });
  }
}

/** Runs a statement of a migration; translates it after the statements before it have run. */
async function runStatement(connection: Connection, sql: string): Promise<void> {
  const translation = translateForScripts(sql, { isMigration: true });
  const { text, values } = translation.bind([]);
  const { isNative: mayLeaveState } = translation;
  const isPlain = translation.kind === 'define' && !mayLeaveState;
  await connection.run(isPlain ? { text } : { text, values, mayLeaveState });
}

/** Runs code in a transaction that holds a lock. */
async function transact(
  connection: Connection,
  lock: string,
  act: () => Promise<unknown>,
): Promise<void> {
  await connection.run({ text: `BEGIN; ${lock}` });
  await act();
  await connection.run({ text: 'COMMIT' });
}

/**
 * Installs missing parts of the compatibility schema and the table `_migrations`. Writes nothing if
 * nothing is missing, so that a start then needs no right to create tables.
 */
async function install(connection: Connection): Promise<void> {
  try {
    await installSchema(connection);
    const { rows } = await connection.run({ text: findColumn });
    if (rows[0]?.[0] === '1') return;
    await transact(connection, lockSchema, async () => {
      await connection.run({ text: createTable });
      await connection.run({ text: addProject });
    });
  } catch (error) {
    throw isForbidden(error) ? unprepared(error) : error;
  }
}

function unprepared(error: DatabaseFault): DatabaseFault {
  const message = `its first start, and the first of a release, needs a user who may create schemas and tables: ${error.message}`;
  return new DatabaseFault('unavailable', message, error.code, { cause: error });
}

/** Installs the functions that translated statements call, if they are missing or outdated. */
async function installSchema(connection: Connection): Promise<void> {
  const { findVersion, sql } = compatibilitySchema;
  const isInstalled = async (): Promise<boolean> =>
    compatibilitySchema.isUsable((await connection.run({ text: findVersion })).rows[0]?.[0]);
  if (await isInstalled()) return;
  await transact(connection, lockAll, async () => {
    // Another server may have installed them meanwhile.
    if (!(await isInstalled())) await connection.run({ text: sql });
  });
}
