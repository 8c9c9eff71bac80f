/**
 * Public interface of the reference server, for the commands and the suite. Only `bench/` imports
 * more.
 */

export {
  type ApiKey,
  createApiKey,
  listApiKeys,
  revokeApiKey,
} from './database/credentials/api-keys.js';
export {
  type BearerToken,
  createToken,
  defaultTokenDays,
  listTokens,
  revokeToken,
} from './database/credentials/bearer-tokens.js';
export { type StoredCredential, showPrefix } from './database/credentials/credential-table.js';
export type { Database, ScratchSchema } from './database/database.js';
export { defaultLimits, type ServerLimits } from './http/limits.js';
export { createLogOutput } from './http/log-output.js';
export { ProjectError } from './project/errors.js';
export { createProject, databaseOf, locateProject, shippedProject } from './project/folders.js';
export type { ProjectFiles } from './project/scan.js';
export { createKeyFor, demandRevoked, withTable } from './serving/credentials.js';
export { createScratchSchema, isAddress } from './serving/open-database.js';
export { openProjectDatabase, type ServerOptions } from './serving/prepare-project.js';
export { createServer, type ReferenceServer, type RunningServer } from './serving/serve.js';
export { defaultHost, defaultPort, type StartOptions, start } from './workers/start.js';
