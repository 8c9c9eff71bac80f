import { cpSync, mkdirSync, readdirSync, realpathSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { messageOf } from '../../kit/errors.js';
import { packageFile } from '../../kit/package-root.js';
import { ProjectError } from './errors.js';

/** The project that is served when none is named. */
export const defaultProject = 'basic';

const projects = packageFile('reference-server', 'projects');

function shippedProjects(): string[] {
  const entries = readdirSync(projects, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/**
 * The folder of a project that comes with Touchstone.
 *
 * @throws ProjectError when none has that name
 */
export function shippedProject(name: string): string {
  if (shippedProjects().includes(name)) return join(projects, name);
  throw new ProjectError(
    `There is no project "${name}": no such folder, and none of the projects that come with ` +
      `Touchstone (${shippedProjects().join(', ')}).`,
  );
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * The folder of a project: the one at a path, seen from `cwd`, or else the project of that name
 * that comes with Touchstone. Without an argument it is Touchstone's project `basic`.
 *
 * @throws ProjectError when there is neither
 */
export function locateProject(argument: string | undefined, cwd: string): string {
  if (argument === undefined) return shippedProject(defaultProject);
  const path = resolve(cwd, argument);
  return isFolder(path) ? path : shippedProject(argument);
}

/**
 * Where a project has its database unless another file is given: in its folder, `_db.sqlite3`. The
 * projects that come with Touchstone lie where packages are installed, which may be replaced at any
 * time: theirs is in the current folder, with their name.
 */
export function databaseOf(folder: string, cwd: string): string {
  const own = realpathSync(folder);
  const isShipped = dirname(own) === realpathSync(projects);
  return isShipped ? join(cwd, `${basename(own)}.sqlite3`) : join(own, '_db.sqlite3');
}

const template = packageFile('reference-server', 'template');

/**
 * Makes a small project that runs in a folder, which is made if need be.
 *
 * @throws ProjectError when the folder is not empty or cannot be written
 */
export function createProject(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    if (readdirSync(folder).length > 0) {
      throw new ProjectError(`The folder "${folder}" is not empty; nothing was written.`);
    }
    cpSync(template, folder, { recursive: true });
    // npm packs no file with the name that it has to get here.
    renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'));
  } catch (error) {
    if (error instanceof ProjectError) throw error;
    throw new ProjectError(`The folder "${folder}" cannot be made: ${messageOf(error)}.`);
  }
}
