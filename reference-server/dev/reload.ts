import type { Server } from 'node:http';
import type { Log } from '../log/log.js';
import type { Project } from '../project/load.js';
import { messageOf } from '../start-error.js';
import { FolderWatch } from './watch.js';

/** What is served while a project is being written: the last version that could be loaded. */
export interface Reloadable {
  project: Project;
  /** Why the scripts on disk are not those that are served; undefined when they are. */
  problem: string | undefined;
}

/** Loads a project again, or says why that is not possible and keeps what there is. */
function reload(served: Reloadable, load: () => Project, log: Log): void {
  try {
    served.project = load();
    served.problem = undefined;
    log.noted('The scripts have changed and were loaded again.');
  } catch (error) {
    served.problem = messageOf(error);
    log.noted(`${served.problem}\nThe last version without errors stays in place.`);
  }
}

/**
 * Loads a project again whenever one of its scripts changes, as long as the server listens.
 *
 * @param load loads the project as it is on disk and applies its new migrations
 */
export function reloadOnChange(
  server: Server,
  served: Reloadable,
  load: () => Project,
  log: Log,
): void {
  const watch = new FolderWatch(() => {
    reload(served, load, log);
    watch.watch(served.project.files.layers);
  });
  server.once('listening', () => watch.watch(served.project.files.layers));
  server.once('close', () => watch.close());
}
