/** The reference server, started for the run with a database in memory that nobody else sees. */
import { randomBytes } from 'node:crypto';
import {
  createApiKey,
  locateProject,
  type RunningServer,
  revokeApiKey,
  start,
} from '../../reference-server/index.js';
import type { Credentials, Profile } from '../run.js';
import type { Target } from './target.js';

/** Starts the project that has the profile's name, and makes the credentials that it asks for. */
export async function startEmbedded(profile: Profile): Promise<Target> {
  const project = locateProject(profile, process.cwd());
  const server = await start({ project, port: 0, database: ':memory:' });
  const credentials = createCredentials(server, profile);
  return { baseUrl: server.url, profile, credentials, close: () => server.close() };
}

function createCredentials({ database }: RunningServer, profile: Profile): Credentials {
  if (profile === 'bearer') return createTokens(database);
  const inactiveApiKey = createApiKey(database);
  revokeApiKey(database, inactiveApiKey);
  return { apiKey: createApiKey(database), inactiveApiKey };
}

function createTokens(database: RunningServer['database']): Credentials {
  const insert = database.prepare('INSERT INTO sessions (token, expires_at) VALUES (?, ?)');
  const createToken = (expiresAt: string) => {
    const token = `tt_${randomBytes(32).toString('base64url')}`;
    insert.run(token, expiresAt);
    return token;
  };
  return {
    bearerToken: createToken('2999-12-31 23:59:59'),
    expiredBearerToken: createToken('2001-01-01 00:00:00'),
  };
}
