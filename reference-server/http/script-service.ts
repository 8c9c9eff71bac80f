import type { ServerLimits } from '../config.js';
import type { Database } from '../database/database.js';
import type { Log } from '../log/log.js';
import type { Project } from '../project/load.js';

/** What the scripts of a server run with. */
export interface ScriptService {
  readonly project: Project;
  /** What is wrong with the scripts on disk; undefined when nothing is. */
  readonly problem: string | undefined;
  readonly database: Database;
  readonly limits: ServerLimits;
  /** Whether a script's fault is shown to the client. */
  readonly dev: boolean;
  readonly log: Log;
}
