import type { Server } from 'node:http';
import { messageOf } from '../../kit/errors.js';
import type { Log } from '../http/log.js';
import type { Project } from '../project/load.js';
import { FolderWatch } from './watch.js';

/** The served version of a project in development: the last version that could be loaded. */
export interface Reloadable {
  project: Project;
  /** Errors of the scripts on disk; undefined when there are none. */
  problem: string | undefined;
}

/** Steps of loading a project. */
export interface Loading {
  /** Scans and compiles the project. */
  readonly load: () => Promise<Project>;
  /** Applies new migrations. */
  readonly prepare: (project: Project) => Promise<void>;
}

/**
 * Reloads a project. Scripts with compile errors do not affect the others. When the project cannot
 * be loaded, or a new migration fails, the served version stays.
 */
async function reload(served: Reloadable, { load, prepare }: Loading, log: Log): Promise<void> {
  try {
    const loaded = await load();
    await prepare(loaded);
    served.project = loaded;
    served.problem = loaded.problem;
    log.noted('The scripts have changed and were reloaded.');
    if (served.problem !== undefined) noteErrors(served.problem, log);
  } catch (error) {
    served.problem = messageOf(error);
    log.noted(`${served.problem}\nThe last version that could be loaded is still served.`);
  }
}

function noteErrors(problem: string, log: Log): void {
  log.noted(
    `${problem}\nThe other scripts are served; each of these answers 500 until it is fixed.`,
  );
}

/** Reloads a project when one of its scripts changes, while the server listens. */
export function reloadOnChange(
  server: Server,
  served: Reloadable,
  loading: Loading,
  log: Log,
): void {
  if (served.problem !== undefined) noteErrors(served.problem, log);
  let isClosed = false;
  // One reload at a time: migrations may wait for the database.
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
