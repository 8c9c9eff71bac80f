/** The commands of the reference server. */
export { key } from './commands/key.js';
export { createProject } from './commands/new.js';
export { serve } from './commands/serve.js';
export { token } from './commands/token.js';
