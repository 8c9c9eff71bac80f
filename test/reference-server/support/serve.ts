import { onTestFinished } from 'vitest';
import { type RunningServer, type StartOptions, start } from '../../../reference-server/index.js';
import { createTestSchema } from './postgres.js';
import { type Files, temporaryProject } from './temporary.js';

/** A server and its log. */
export interface TestServer extends RunningServer {
  readonly logged: () => string;
}

/** Whether the tests for all databases run with PostgreSQL. */
export const isOnPostgres = process.env.TOUCHSTONE_TEST_ENGINE === 'postgresql';

/** Address of a new schema; undefined if the database is a file. */
export async function schemaOfTest(): Promise<string | undefined> {
  if (!isOnPostgres) return undefined;
  const { address, drop } = await createTestSchema();
  onTestFinished(drop);
  return address;
}

/** Limits that no test reaches by chance, however slow the machine is. */
const patient = { databaseWait: 60_000, scriptTime: 60_000, workerSilence: 60_000 };

/** Serves a folder on a free port until the test ends. Limits of time are long unless they are given. */
export async function serveFolder(
  project: string,
  options: Partial<StartOptions> = {},
): Promise<TestServer> {
  let logged = '';
  const database = options.database ?? (await schemaOfTest());
  const server = await start({
    project,
    port: 0,
    log: (text) => {
      logged += text;
    },
    ...options,
    limits: { ...patient, ...options.limits },
    ...(database === undefined ? {} : { database }),
  });
  onTestFinished(() => server.close());
  return { ...server, logged: () => logged };
}

/** Serves a temporary project. */
export function serveFiles(files: Files, options?: Partial<StartOptions>): Promise<TestServer> {
  return serveFolder(temporaryProject(files), options);
}

/** Sends a request to a server whose only script is `api/probe.wren`. */
export async function probe(
  script: string,
  request: RequestInit & { readonly target?: string; readonly files?: Files } = {},
): Promise<Response> {
  const { target = '/api/probe', files = {}, ...init } = request;
  const { url } = await serveFiles({ ...files, 'api/probe.wren': script });
  return fetch(url + target, init);
}

/** The answer of a script `Response.json(expression)`. Default: to a GET request. */
export async function evaluate(
  expression: string,
  request: Parameters<typeof probe>[1] = {},
): Promise<unknown> {
  const response = await probe(`Response.json(${expression})`, request);
  return response.json();
}
