/** The reference server, started for the run with a database in memory that nobody else sees. */
import { packageFile } from '../../cli/package-root.js';
import {
  createApiKey,
  createToken,
  type RunningServer,
  revokeApiKey,
  shippedProject,
  start,
} from '../../reference-server/index.js';
import type { Credentials } from '../credentials.js';
import type { Profile } from '../requirements.js';
import type { OpenTarget, Subject } from './target.js';

/**
 * Starts the project that a server of the run is named after, and makes the credentials that its
 * profile asks for.
 *
 * @throws ProjectError when it cannot be served
 */
export async function startEmbedded(subject: Subject): Promise<OpenTarget> {
  if (subject.class === 'api') return startProject(subject, shippedProject(subject.server));
  const server = await start({ project: probes, port: 0, database: ':memory:' });
  return describe(server, subject, {});
}

const probes = packageFile('spec', 'probes');

/**
 * The same with another project's folder.
 *
 * @throws ProjectError when it cannot be served, Error when its database takes no credentials
 */
export async function startProject(subject: Subject, project: string): Promise<OpenTarget> {
  const server = await start({ project, port: 0, database: ':memory:' });
  try {
    const credentials = createCredentials(server, subject.profile);
    return describe(server, subject, credentials);
  } catch (error) {
    await server.close();
    throw error;
  }
}

function describe(server: RunningServer, subject: Subject, credentials: Credentials): OpenTarget {
  const close = () => server.close();
  return { ...subject, baseUrl: server.url, credentials, isDisposable: true, close };
}

function createCredentials({ database }: RunningServer, profile: Profile): Credentials {
  if (profile === 'bearer') {
    return { bearerToken: createToken(database), expiredBearerToken: createToken(database, -1) };
  }
  const inactiveApiKey = createApiKey(database);
  revokeApiKey(database, inactiveApiKey);
  return { apiKey: createApiKey(database), inactiveApiKey };
}
