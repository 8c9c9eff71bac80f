import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, DatabaseUser, Migrations } from '../database.js';
import { type Address, showAddress } from './address.js';
import type { Connection } from './connection.js';
import { Catalog } from './dialect/index.js';
import { reasonOf } from './faults.js';
import { PostgresMigrations } from './migrations.js';
import type { Pool } from './pool.js';
import { PostgresSession } from './session.js';
import { Statements } from './statements.js';

/** How often to look whether the database is back, in milliseconds. */
const learnInterval = 1_000;

const selectColumns = `SELECT attname FROM pg_attribute
  WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`;

/** A database of PostgreSQL, over a bounded number of connections. */
export class PostgresDatabase implements Database {
  readonly engine = 'postgresql';
  readonly name: string;
  readonly pool: Pool;
  readonly statements = new Statements();
  #isClosed = false;

  constructor(address: Address, pool: Pool) {
    this.name = showAddress(address);
    this.pool = pool;
  }

  openSession(user: DatabaseUser): PostgresSession {
    return new PostgresSession(this, user);
  }

  openMigrations(): Promise<Migrations> {
    return PostgresMigrations.open(this);
  }

  async columnsOf(table: string): Promise<ReadonlySet<string>> {
    const command = { text: selectColumns, values: [`"${table.replaceAll('"', '""')}"`] };
    const { rows } = await this.withConnection((connection) => connection.run(command));
    return new Set(rows.map(([name]) => name ?? ''));
  }

  /** Learns which tables and columns there are: statements are then translated better. */
  async learn(): Promise<void> {
    const command = { text: Catalog.query };
    const { rows } = await this.withConnection((connection) => connection.run(command));
    this.statements.catalog = new Catalog(rows);
  }

  forget(): void {
    this.statements.forget();
  }

  /** As `learn`, as soon as that can be done. */
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

  /** Another server has changed the tables: statements are translated and prepared anew. */
  refresh(): void {
    this.forget();
    // Without what it learns, statements are right as well.
    this.learn().then(
      () => this.forget(),
      () => undefined,
    );
  }

  async findProblem(): Promise<string | undefined> {
    // Somebody works with it.
    if (this.pool.isDrained) return undefined;
    try {
      const connection = await this.pool.lend();
      await connection.run({ text: 'SELECT 1' }).finally(() => this.pool.giveBack(connection));
      return undefined;
    } catch (error) {
      return reasonOf(error);
    }
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.pool.close();
  }

  /** Does something on a connection of its own; a transaction that it leaves open is rolled back. */
  async withConnection<Result>(act: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connection = await this.pool.lend();
    try {
      await connection.limitTime(Infinity);
      return await act(connection);
    } finally {
      if (connection.isInTransaction && !connection.isBroken) {
        await connection.run({ text: 'ROLLBACK' }).catch(() => connection.destroy());
      }
      this.pool.giveBack(connection);
    }
  }
}
