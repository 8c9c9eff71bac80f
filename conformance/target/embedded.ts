/** The reference server, started for the run with a database in memory that nobody else sees. */
import {
  createApiKey,
  createToken,
  type RunningServer,
  revokeApiKey,
  shippedProject,
  start,
} from '../../reference-server/index.js';
import type { Credentials, Profile } from '../run.js';
import type { Target } from './target.js';

/**
 * Starts a project and makes the credentials that its profile asks for.
 *
 * @param project its folder; unless given, that of the project which has the profile's name
 * @throws StartError when it cannot be served, Error when its database takes no credentials
 */
export async function startEmbedded(
  profile: Profile,
  project = shippedProject(profile),
): Promise<Target> {
  const server = await start({ project, port: 0, database: ':memory:' });
  try {
    const credentials = createCredentials(server, profile);
    return { baseUrl: server.url, profile, credentials, close: () => server.close() };
  } catch (error) {
    await server.close();
    throw error;
  }
}

function createCredentials({ database }: RunningServer, profile: Profile): Credentials {
  if (profile === 'bearer') {
    return { bearerToken: createToken(database), expiredBearerToken: createToken(database, -1) };
  }
  const inactiveApiKey = createApiKey(database);
  revokeApiKey(database, inactiveApiKey);
  return { apiKey: createApiKey(database), inactiveApiKey };
}
