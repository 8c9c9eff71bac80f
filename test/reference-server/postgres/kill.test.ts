/** Two servers on one database, while a server or the database is killed again and again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unlimitedUser } from '../../../reference-server/database/database.js';
import { createScratchSchema } from '../../../reference-server/index.js';
import { openDatabase } from '../../../reference-server/serving/open-database.js';
import { isFull } from '../../extent.js';
import { createPostgres } from '../support/postgres.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { temporaryProject } from '../support/temporary.js';

const rounds = isFull
  ? { ofServers: 30, ofDatabase: 10, ofStarts: 20 }
  : { ofServers: 2, ofDatabase: 1, ofStarts: 1 };

/** Number of acknowledged writes before each kill, which happens during the following writes. */
const writesPerRound = 20;
const writers = 4;

type Postgres = Awaited<ReturnType<typeof createPostgres>>;
let postgres: Postgres;

beforeAll(async () => {
  postgres = await createPostgres();
});
afterAll(() => postgres.end());

const files = {
  '_migration.wren': `
    Db.migrate("001", "CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT UNIQUE)")
    Db.migrate("002", "CREATE TABLE starts (n INTEGER)")
    Db.migrate("003", "INSERT INTO starts (n) VALUES (1)")`,
  'api/notes.wren': `
    Db.transaction {
      \`INSERT INTO notes (text) VALUES (?)\`.query([Request.body])
    }
    Response.status(201)`,
};

/** Writers that send notes to the servers in turns, and the acknowledged notes. */
class Load {
  readonly acknowledged: string[] = [];
  readonly #urls: () => readonly string[];
  #isOver = false;
  #sent = 0;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(urls: () => readonly string[]) {
    this.#urls = urls;
  }

  begin(): void {
    const write = async (): Promise<void> => {
      while (!this.#isOver) await this.#writeNote();
    };
    this.#writing = Promise.all(Array.from({ length: writers }, write));
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#writing;
  }

  /** Resolves after a number of further acknowledged writes. */
  async reach(more: number): Promise<void> {
    const enough = this.acknowledged.length + more;
    await expect
      .poll(() => this.acknowledged.length, { interval: 5 })
      .toBeGreaterThanOrEqual(enough);
  }

  /** The row of a request without an answer, or with a 503, may or may not be stored. */
  async #writeNote(): Promise<void> {
    const text = `note ${++this.#sent}`;
    const urls = this.#urls();
    const url = urls[this.#sent % urls.length] ?? '';
    const request = fetch(`${url}/api/notes`, { method: 'POST', body: text });
    const status = await request.then((response) => response.status).catch(() => 503);
    if (status === 201) this.acknowledged.push(text);
    else expect(status).toBe(503);
  }
}

async function read(address: string, sql: string): Promise<unknown[]> {
  const database = await openDatabase(address, { startWait: 10_000 });
  const rows = await database.openQueryRunner(unlimitedUser).all(sql, []);
  await database.close();
  return rows.map((row) => row.get('value'));
}

async function checkAll(address: string, { acknowledged }: Load): Promise<void> {
  const stored = new Set(await read(address, 'SELECT text AS value FROM notes'));
  expect(acknowledged.filter((text) => !stored.has(text))).toEqual([]);
  expect(await read(address, 'SELECT n AS value FROM starts')).toEqual([1]);
}

test('no acknowledged write is lost when servers are killed during writes', async () => {
  const { address } = await createScratchSchema(postgres.address);
  const project = temporaryProject(files);
  const start = (): Promise<ServerProcess> => startServerProcess(project, '--db', address);
  const servers = await Promise.all([start(), start()]);
  const load = new Load(() => servers.map(({ url }) => url));
  load.begin();
  for (let round = 0; round < rounds.ofServers; round++) {
    await load.reach(writesPerRound);
    await servers[round % 2]?.killAll();
    await load.reach(writesPerRound / 2);
    servers[round % 2] = await start();
  }
  await load.end();
  await checkAll(address, load);
});

test('no acknowledged write is lost when the database is killed, and the servers recover', async () => {
  const { address } = await createScratchSchema(postgres.address);
  const project = temporaryProject(files);
  const start = (): Promise<ServerProcess> => startServerProcess(project, '--db', address);
  const servers = await Promise.all([start(), start()]);
  const load = new Load(() => servers.map(({ url }) => url));
  load.begin();
  for (let round = 0; round < rounds.ofDatabase; round++) {
    await load.reach(writesPerRound);
    await postgres.crash();
    await postgres.start();
  }
  await load.reach(writesPerRound);
  await load.end();
  await checkAll(address, load);
  for (const server of servers) expect(server.isRunning).toBe(true);
});

test('servers that start at the same time on an empty database migrate it once', async () => {
  const project = temporaryProject(files);
  for (let round = 0; round < rounds.ofStarts; round++) {
    const { address, drop } = await createScratchSchema(postgres.address);
    const start = (): Promise<ServerProcess> => startServerProcess(project, '--db', address);
    const servers = await Promise.all([start(), start()]);
    expect(await read(address, 'SELECT n AS value FROM starts')).toEqual([1]);
    expect(await read(address, 'SELECT name AS value FROM _migrations ORDER BY name')).toEqual([
      '001',
      '002',
      '003',
    ]);
    await Promise.all(servers.map((server) => server.killAll()));
    await drop();
  }
});
