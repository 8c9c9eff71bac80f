/** Starts reference servers with the shipped projects, for a check without an address. */
import type { OwnServer, StartedServer, StartServer } from '../conformance/suite/suite.js';
import { packageFile } from '../kit/package-root.js';
import {
  createApiKey,
  createScratchSchema,
  createToken,
  isAddress,
  ProjectError,
  type RunningServer,
  revokeApiKey,
  type ScratchSchema,
  shippedProject,
  start as startServer,
} from '../reference-server/index.js';

/**
 * Starts the project with the name of the server, on a new database in memory or in a new schema of the
 * PostgreSQL database at the address `db`, and creates the credentials of the server's profile.
 *
 * @throws ProjectError when the project cannot be served
 */
export const start: StartServer = (server, { db }) => {
  const isProbes = server.profile === undefined;
  const project = isProbes ? packageFile('spec', 'probes') : shippedProject(server.name);
  return startProject(server, project, db);
};

/**
 * Starts a project from its folder; otherwise as `start`.
 *
 * @param db the address of a PostgreSQL database; default: a database in memory
 * @throws ProjectError when the project cannot be served
 * @throws Error when its database has no tables for credentials
 */
export async function startProject(
  { profile }: OwnServer,
  project: string,
  db?: string,
): Promise<StartedServer> {
  const schema = db === undefined ? undefined : await createSchema(db);
  const stop = async (server?: RunningServer): Promise<void> => {
    await server?.close();
    await schema?.drop();
  };
  let server: RunningServer | undefined;
  try {
    server = await startServer({ project, port: 0, database: schema?.address ?? ':memory:' });
    const credentials = profile === undefined ? {} : await createCredentials(server, profile);
    const { url } = server;
    return { url, credentials, keepsConnections: true, close: () => stop(server) };
  } catch (error) {
    await stop(server);
    throw error;
  }
}

/** @throws ProjectError for a text that is not an address */
async function createSchema(db: string): Promise<ScratchSchema> {
  if (isAddress(db)) return await createScratchSchema(db);
  throw new ProjectError('The option --db needs an address such as postgres://user@host/name.');
}

async function createCredentials(
  { database }: RunningServer,
  profile: string,
): Promise<Readonly<Record<string, string>>> {
  if (profile === 'bearer') {
    return {
      'bearer-token': await createToken(database),
      'expired-bearer-token': await createToken(database, -1),
    };
  }
  const inactive = await createApiKey(database);
  await revokeApiKey(database, inactive);
  return { 'api-key': await createApiKey(database), 'inactive-api-key': inactive };
}
