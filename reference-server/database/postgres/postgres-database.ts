import { setTimeout as sleep } from 'node:timers/promises';
import { mustExist } from '../../../kit/invariant.js';
import type { Database, DatabaseUser, Migrations } from '../database.js';
import { type PostgresAddress, showAddress } from './address.js';
import { reasonOf } from './faults.js';
import { PostgresMigrations } from './migrations.js';
import type { Pool } from './pool.js';
import { PostgresStatements } from './prepared-statements.js';
import { PostgresQueryRunner, type SharedPool } from './query-runner.js';
import { Catalog } from './sqlite-on-postgres/index.js';

/** Interval of attempts to read the catalogue of an unreachable database, in milliseconds. */
const learnInterval = 1_000;

const selectColumns = `SELECT attname FROM pg_attribute
  WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`;

/** The name of a user with rights on the machine of the server; no row for others. */
const selectRisk = `SELECT rolname FROM pg_roles WHERE rolname = current_user AND (rolsuper
  OR pg_has_role('pg_read_server_files', 'MEMBER') OR pg_has_role('pg_write_server_files', 'MEMBER')
  OR pg_has_role('pg_execute_server_program', 'MEMBER'))`;

/** A PostgreSQL database, over a limited number of connections. */
export class PostgresDatabase implements Database, SharedPool {
  readonly engine = 'postgresql';
  readonly name: string;
  readonly pool: Pool;
  readonly statements = new PostgresStatements();
  #isClosed = false;

  constructor(address: PostgresAddress, pool: Pool) {
    this.name = showAddress(address);
    this.pool = pool;
  }

  openQueryRunner(user: DatabaseUser): PostgresQueryRunner {
    return new PostgresQueryRunner(this, user);
  }

  openMigrations(project: string): Promise<Migrations> {
    return PostgresMigrations.open(this.pool, project, () => this.learn());
  }

  async columnsOf(table: string): Promise<ReadonlySet<string>> {
    const command = { text: selectColumns, values: [`"${table.replaceAll('"', '""')}"`] };
    const { rows } = await this.pool.withConnection((connection) => connection.run(command));
    return new Set(rows.map(([name]) => mustExist(name, 'name of a column')));
  }

  /** Reads the tables and columns, with which statements are translated better. */
  async learn(): Promise<void> {
    const command = { text: Catalog.query };
    const { rows } = await this.pool.withConnection((connection) => connection.run(command));
    this.statements.catalog = new Catalog(rows);
  }

  forget(): void {
    this.statements.forget();
  }

  /** Locks of other processes never block this one. */
  limitWaits(): void {}

  /** Repeats `learn` until it succeeds or the database is closed. Throws nothing. */
  async learnSoon(): Promise<void> {
    while (!this.#isClosed) {
      try {
        await this.learn();
        this.forget();
        return;
      } catch {
        await sleep(learnInterval, undefined, { ref: false });
      }
    }
  }

  refresh(): void {
    this.forget();
    // Statements are also correct without the new catalogue.
    this.learn().then(
      () => this.forget(),
      () => undefined,
    );
  }

  async findProblem(): Promise<string | undefined> {
    // Connections in use show that the database is reachable.
    if (this.pool.isDrained) return this.pool.findShortage();
    try {
      await this.pool.withConnection((connection) => connection.run({ text: 'SELECT 1' }));
      return undefined;
    } catch (error) {
      return reasonOf(error);
    }
  }

  async findRisk(): Promise<string | undefined> {
    const command = { text: selectRisk };
    const { rows } = await this.pool.withConnection((connection) => connection.run(command));
    if (rows[0] === undefined) return undefined;
    return (
      `The user "${rows[0][0]}" of the database ${this.name} may read files of its server or run ` +
      'programs there, and so may every script (-- postgresql, pg_read_file): serve as a user who ' +
      'is no superuser.'
    );
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.pool.close();
  }
}
