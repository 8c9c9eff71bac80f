/** Starts the servers of a check that is given no address: the reference server with its projects. */

import type { OwnServer, StartedServer, StartServer } from '../conformance/suite/suite.js';
import { packageFile } from '../kit/package-root.js';
import {
  createApiKey,
  createToken,
  type RunningServer,
  revokeApiKey,
  shippedProject,
  start as startServer,
} from '../reference-server/index.js';

/**
 * Starts the project that a server of the run is named after, with a database in memory that nobody
 * else sees, and makes the credentials that its profile asks for.
 *
 * @throws ProjectError when it cannot be served
 */
export const start: StartServer = (server) => {
  if (server.profile !== undefined) return startProject(server, shippedProject(server.name));
  return startProject(server, packageFile('spec', 'probes'));
};

/**
 * The same with another project's folder.
 *
 * @throws ProjectError when it cannot be served, Error when its database takes no credentials
 */
export async function startProject(
  { profile }: OwnServer,
  project: string,
): Promise<StartedServer> {
  const server = await startServer({ project, port: 0, database: ':memory:' });
  try {
    const credentials = profile === undefined ? {} : createCredentials(server, profile);
    return { url: server.url, credentials, keepsConnections: true, close: () => server.close() };
  } catch (error) {
    await server.close();
    throw error;
  }
}

function createCredentials(
  { database }: RunningServer,
  profile: string,
): Readonly<Record<string, string>> {
  if (profile === 'bearer') {
    return {
      'bearer-token': createToken(database),
      'expired-bearer-token': createToken(database, -1),
    };
  }
  const inactive = createApiKey(database);
  revokeApiKey(database, inactive);
  return { 'api-key': createApiKey(database), 'inactive-api-key': inactive };
}
