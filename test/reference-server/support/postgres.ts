/** Servers and databases of PostgreSQL for tests. */
import { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../../../kit/free-port.js';
import { createScratchSchema, type ScratchSchema } from '../../../reference-server/index.js';
import { portOfRun } from '../../global-setup.js';
import { EmbeddedPostgres } from './embedded-postgres.js';

/** The server of a run is started unless `TOUCHSTONE_POSTGRES_URL` names another. */
const given = process.env.TOUCHSTONE_POSTGRES_URL;

/** A server that can be stopped and started again. */
export interface TestPostgres {
  readonly address: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Ends it by force, as when its machine loses power. */
  crash(): Promise<void>;
}

/** Fast, since what tests store need not last. */
const settings = [
  'fsync=off',
  'full_page_writes=off',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
];

/**
 * A server of its own with a database `app`, on a free port, which `end` removes.
 *
 * @param further settings beside the usual ones
 * @param files to be put into its folder
 */
export async function createPostgres(
  further: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
): Promise<TestPostgres & { end(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-postgres-'));
  // A server that root starts runs as another user.
  chmodSync(folder, 0o755);
  const port = await findFreePort();
  const flags = [...settings, ...further];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'tester',
    password: 'not-to-be-shown',
    authMethod: 'scram-sha-256',
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: flags.flatMap((flag) => ['-c', flag]),
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  for (const [name, text] of Object.entries(files)) writeOwned(join(folder, 'data'), name, text);
  await server.start();
  await server.createDatabase('app');
  return {
    address: `postgres://tester:not-to-be-shown@127.0.0.1:${port}/app`,
    start: () => startAgain(server),
    stop: () => server.stop(),
    crash: () => crash(server),
    end: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Writes a file that belongs to whom its folder belongs. */
function writeOwned(folder: string, name: string, text: string): void {
  const file = join(folder, name);
  const { uid, gid } = statSync(folder);
  writeFileSync(file, text, { mode: 0o600 });
  chownSync(file, uid, gid);
}

/** Processes of one that was ended by force may need a moment to end as well. */
async function startAgain(server: InstanceType<typeof EmbeddedPostgres>): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const isStarted = await server.start().then(
      () => true,
      () => false,
    );
    if (isStarted) return;
    await sleep(100);
  }
  throw new Error('PostgreSQL does not start again.');
}

async function crash(server: InstanceType<typeof EmbeddedPostgres>): Promise<void> {
  const child: unknown = Reflect.get(server, 'process');
  if (!(child instanceof ChildProcess)) throw new Error('PostgreSQL does not run.');
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** The address of the server of this run, which starts when the first test asks for it. */
async function addressOfRun(): Promise<string> {
  const port = Number(process.env[portOfRun]);
  let address = '';
  for await (const chunk of connect(port, '127.0.0.1')) address += String(chunk);
  if (address === '') throw new Error('PostgreSQL does not start for the tests.');
  return address;
}

async function administer(address: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(statement);
  await client.end();
}

interface OwnDatabase {
  readonly address: string;
  drop(): Promise<void>;
}

async function createOwnDatabase(): Promise<OwnDatabase> {
  const ofRun = await addressOfRun();
  const name = `app_${randomBytes(6).toString('hex')}`;
  await administer(ofRun, `CREATE DATABASE ${name}`);
  const url = new URL(ofRun);
  url.pathname = name;
  return {
    address: url.href,
    drop: () => administer(ofRun, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

let shared: Promise<OwnDatabase> | undefined;

/** The address of a database that the tests of a file share, on the one server of the run. */
export async function sharedAddress(): Promise<string> {
  if (given !== undefined) return given;
  shared ??= createOwnDatabase();
  return (await shared).address;
}

/** The address of a schema of its own there. */
export async function createTestSchema(): Promise<ScratchSchema> {
  return await createScratchSchema(await sharedAddress());
}

/** To be called when the tests of a file have ended. */
export async function endSharedPostgres(): Promise<void> {
  await (await shared)?.drop();
  shared = undefined;
}
