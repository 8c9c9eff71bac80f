/** The end of a request at each command of its transactions. */
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import {
  type Database,
  type DatabaseUser,
  type MaybePromise,
  type QueryRunner,
  unlimitedUser,
} from '../../../reference-server/database/database.js';
import { Lease } from '../../../reference-server/database/postgres/lease.js';
import { openDatabase } from '../../../reference-server/serving/open-database.js';
import { createTestSchema, endSharedPostgres } from '../support/postgres.js';
import { serveFiles } from '../support/serve.js';
import { execute } from '../support/sql.js';

afterAll(endSharedPostgres);

const connections = 2;
const deepest = 3;

const statement = {
  create: 'CREATE TABLE n (id INTEGER PRIMARY KEY, value INTEGER NOT NULL)',
  add: 'UPDATE n SET value = value + 1',
  read: 'SELECT value FROM n',
  wrong: 'INSERT INTO n (id, value) VALUES (1, 2)',
} as const;

async function openCounter(): Promise<Database> {
  const { address, drop } = await createTestSchema();
  const database = await openDatabase(address, { connections });
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  await database.openMigrations('test');
  await execute(database, statement.create);
  await execute(database, 'INSERT INTO n (id, value) VALUES (1, 0)');
  return database;
}

/** A script that sends a transaction of each depth, each with a statement that fails. */
class Script {
  readonly #runner: QueryRunner;
  /** Settles when the database has noticed the end of the script. */
  end: MaybePromise<boolean> | undefined;

  constructor(runner: QueryRunner) {
    this.#runner = runner;
  }

  async run(depth = 1): Promise<void> {
    const runner = this.#runner;
    await this.#step(runner.begin());
    await this.#step(runner.run(statement.add, []));
    await this.#step(expect(runner.run(statement.wrong, [])).rejects.toThrow());
    if (depth < deepest) await this.run(depth + 1);
    await this.#step(depth === 2 ? runner.rollBack() : runner.commit());
  }

  stop(): void {
    this.end ??= this.#runner.end();
  }

  /** A script that has ended sends nothing more. */
  async #step(command: unknown): Promise<void> {
    await command;
    if (this.end !== undefined) throw new Error('The script has ended.');
  }
}

type Moment = 'before it is sent' | 'after it was sent' | 'after its result';

/** Calls `end` at a moment of the n-th command; returns how many commands there have been. */
function endAt(n: number, moment: Moment, end: () => void): () => number {
  const run = Lease.prototype.run;
  let count = 0;
  const spy = vi.spyOn(Lease.prototype, 'run').mockImplementation(function (
    this: Lease,
    ...values
  ) {
    count++;
    if (count !== n) return run.apply(this, values);
    if (moment === 'before it is sent') end();
    const result = run.apply(this, values);
    if (moment === 'after it was sent') end();
    if (moment === 'after its result') result.then(end, end);
    return result;
  });
  onTestFinished(() => spy.mockRestore());
  return () => {
    spy.mockRestore();
    return count;
  };
}

/** Fails unless all connections can be lent, and no lock is held. */
async function expectWhole(database: Database): Promise<void> {
  const user: DatabaseUser = { ...unlimitedUser, deadline: performance.now() + 5_000 };
  const runners = Array.from({ length: connections }, () => database.openQueryRunner(user));
  await Promise.all(runners.map((runner) => runner.begin()));
  const [first] = runners;
  await first?.run(statement.add, []);
  await Promise.all(runners.map((runner) => runner.end()));
}

const user: DatabaseUser = { ...unlimitedUser, isGuarded: true };

const moments: readonly Moment[] = ['before it is sent', 'after it was sent', 'after its result'];

test.each(moments)('the end of a request at any command, %s, frees everything', async (moment) => {
  const database = await openCounter();
  let isOver = false;
  for (let n = 1; !isOver; n++) {
    const script = new Script(database.openQueryRunner(user));
    const count = endAt(n, moment, () => script.stop());
    await script.run().catch(() => undefined);
    isOver = count() < n;
    script.stop();
    await script.end;
    await expectWhole(database);
  }
});

test('transactions without end give all connections back at their time limit', async () => {
  const { address, drop } = await createTestSchema();
  const script = 'Db.transaction {\n while (true) Db.transaction { 1 }\n }';
  const { url } = await serveFiles(
    {
      '_migration.wren': `Db.migrate("001", "${statement.create}")`,
      'api/endless.wren': script,
      'api/read.wren': `Response.json(\`${statement.read}\`.fetch)`,
    },
    { database: address, limits: { scriptTime: 150, databaseConnections: connections } },
  );
  onTestFinished(drop);
  for (let n = 0; n < 5 * connections; n++) {
    expect((await fetch(`${url}/api/endless`)).status).toBe(503);
  }
  expect((await fetch(`${url}/api/read`)).status).toBe(200);
});

test('an answer comes after the end of its transaction', async () => {
  const database = await openCounter();
  const runner = database.openQueryRunner(user);
  await runner.begin();
  const found = await runner.first('-- postgresql\nSELECT pg_backend_pid() AS pid', []);
  const pid = found?.toObject().pid;
  expect(await runner.end()).toBe(true);
  const state = '-- postgresql\nSELECT state FROM pg_stat_activity WHERE pid = ?';
  const row = await database.openQueryRunner(unlimitedUser).first(state, [BigInt(Number(pid))]);
  expect(row?.toObject().state).not.toContain('in transaction');
});
