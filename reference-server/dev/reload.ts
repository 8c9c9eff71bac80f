import type { Server } from 'node:http';
import { messageOf } from '../../kit/errors.js';
import type { Log } from '../http/log.js';
import type { Project } from '../project/load.js';
import { FolderWatch } from './watch.js';

/** What is served while a project is being written: the last version that could be loaded. */
export interface Reloadable {
  project: Project;
  /** What is wrong with the scripts on disk; undefined when nothing is. */
  problem: string | undefined;
}

/** How a project is made ready to be served. */
export interface Loading {
  /** Compiles the project as it is on disk. */
  readonly load: () => Promise<Project>;
  /** Applies its new migrations. */
  readonly prepare: (project: Project) => Promise<void>;
}

/**
 * Loads a project again; scripts with errors do not keep the others back. When it cannot be loaded
 * at all, or a new migration fails, what there is stays.
 */
async function reload(served: Reloadable, { load, prepare }: Loading, log: Log): Promise<void> {
  try {
    const loaded = await load();
    await prepare(loaded);
    served.project = loaded;
    served.problem = loaded.problem;
    log.noted('The scripts have changed and were loaded again.');
    if (served.problem !== undefined) noteErrors(served.problem, log);
  } catch (error) {
    served.problem = messageOf(error);
    log.noted(`${served.problem}\nThe last version that could be loaded stays in place.`);
  }
}

function noteErrors(problem: string, log: Log): void {
  log.noted(`${problem}\nThe others are served; each of these answers 500 until it is corrected.`);
}

/** Loads a project again whenever one of its scripts changes, as long as the server listens. */
export function reloadOnChange(
  server: Server,
  served: Reloadable,
  loading: Loading,
  log: Log,
): void {
  if (served.problem !== undefined) noteErrors(served.problem, log);
  let isClosed = false;
  // One after the other: migrations may wait for the database.
  let loaded = Promise.resolve();
  const watch = new FolderWatch(() => {
    loaded = loaded
      .then(() => reload(served, loading, log))
      .then(() => {
        if (!isClosed) watch.watch(served.project.files.layers);
      });
  });
  server.once('listening', () => watch.watch(served.project.files.layers));
  server.once('close', () => {
    isClosed = true;
    watch.close();
  });
}
