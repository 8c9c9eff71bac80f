/** The reference server's only door: everything outside of this folder imports from here. */

export { type ApiKey, createApiKey, listApiKeys, revokeApiKey } from './database/api-keys.js';
export type { Database, ScratchSchema } from './database/database.js';
export { createScratchSchema, isAddress } from './database/open.js';
export { type StoredSecret, showPrefix } from './database/secrets.js';
export {
  createToken,
  defaultTokenDays,
  listTokens,
  revokeToken,
  type Session,
} from './database/sessions.js';
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
