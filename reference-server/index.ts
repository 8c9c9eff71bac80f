/** The reference server's only door: everything outside of this folder imports from here. */
export type { ServerLimits } from './config.js';
export { type ApiKey, createApiKey, listApiKeys, revokeApiKey } from './database/api-keys.js';
export type { ScratchSchema } from './database/database.js';
export { createScratchSchema, isAddress } from './database/open.js';
export { createToken, listTokens, revokeToken, type Session } from './database/sessions.js';
export { locateProject, shippedProject } from './project/locate.js';
export { ProjectError } from './project-error.js';
export {
  createServer,
  openProjectDatabase,
  type ReferenceServer,
  type ServerOptions,
} from './server.js';
export { type RunningServer, type StartOptions, start } from './start.js';
