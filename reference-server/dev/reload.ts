import type { Server } from 'node:http';
import type { Log } from '../log/log.js';
import { messageOf } from '../message-of.js';
import type { Project } from '../project/load.js';
import { ProjectError } from '../project-error.js';
import { FolderWatch } from './watch.js';

/** What is served while a project is being written: the last version that could be loaded. */
export interface Reloadable {
  project: Project;
  /** Why the scripts on disk are not those that are served; undefined when they are. */
  problem: string | undefined;
}

/** How a project is made ready to be served. */
export interface Loading {
  /** Compiles the project as it is on disk. */
  readonly load: () => Project;
  /** Applies its new migrations. */
  readonly prepare: (project: Project) => void;
}

/** A version with errors takes the place only of another one with errors. */
function loadBetter(served: Project, { load, prepare }: Loading): Project {
  const loaded = load();
  if (loaded.problem !== undefined && served.problem === undefined) {
    throw new ProjectError(loaded.problem);
  }
  prepare(loaded);
  return loaded;
}

/** Loads a project again, or says why that is not possible and keeps what there is. */
function reload(served: Reloadable, loading: Loading, log: Log): void {
  try {
    served.project = loadBetter(served.project, loading);
    served.problem = served.project.problem;
    log.noted('The scripts have changed and were loaded again.');
    if (served.problem !== undefined) noteErrors(served.problem, log);
  } catch (error) {
    served.problem = messageOf(error);
    log.noted(`${served.problem}\nThe last version without errors stays in place.`);
  }
}

function noteErrors(problem: string, log: Log): void {
  log.noted(`${problem}\nThe others are served; each of these answers 500 until it is mended.`);
}

/** Loads a project again whenever one of its scripts changes, as long as the server listens. */
export function reloadOnChange(
  server: Server,
  served: Reloadable,
  loading: Loading,
  log: Log,
): void {
  if (served.problem !== undefined) noteErrors(served.problem, log);
  const watch = new FolderWatch(() => {
    reload(served, loading, log);
    watch.watch(served.project.files.layers);
  });
  server.once('listening', () => watch.watch(served.project.files.layers));
  server.once('close', () => watch.close());
}
