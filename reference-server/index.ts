/** The reference server's only door: everything outside of this folder imports from here. */

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
export { createScratchSchema, isAddress } from './database/open.js';
export { defaultHost, defaultLimits, defaultPort, type ServerLimits } from './http/service.js';
export { ProjectError } from './project/errors.js';
export { createProject, databaseOf, locateProject, shippedProject } from './project/folders.js';
export type { ProjectFiles } from './project/scan.js';
export { createKeyFor, demandRevoked, withTable } from './serving/credentials.js';
export {
  createServer,
  openProjectDatabase,
  type ReferenceServer,
  type ServerOptions,
} from './serving/prepare-project.js';
export { type RunningServer, type StartOptions, start } from './workers/start.js';
