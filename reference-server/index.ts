/** The reference server's only door: everything outside of this folder imports from here. */
export { defaultHost, defaultLimits, defaultPort, type ServerLimits } from './config.js';
export { createKeyFor, demandRevoked, withTable } from './credentials.js';
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
export { createProject } from './project/create.js';
export { databaseOf, locateProject, shippedProject } from './project/locate.js';
export type { ProjectFiles } from './project/scan.js';
export { ProjectError } from './project-error.js';
export {
  createServer,
  openProjectDatabase,
  type ReferenceServer,
  type ServerOptions,
} from './server.js';
export { type RunningServer, type StartOptions, start } from './start.js';
