/** Folders of projects: shipped projects, projects of the user, and new ones. */
import { cpSync, mkdirSync, readdirSync, realpathSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { messageOf } from '../../kit/errors.js';
import { packageFile } from '../../kit/package-root.js';
import { ProjectError } from './errors.js';

/** The project that `touchstone serve` serves without an argument. */
export const defaultProject = 'basic';

const projects = packageFile('reference-server', 'projects');
const template = packageFile('reference-server', 'project-template');

function shippedProjects(): string[] {
  const entries = readdirSync(projects, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/**
 * Folder of a shipped project.
 *
 * @throws ProjectError when no shipped project has the name
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
 * Folder of a project, given by its path or by the name of a shipped project.
 *
 * @param argument Default: the shipped project `basic`
 * @param cwd folder that relative paths start from
 * @throws ProjectError when there is neither such a folder nor such a shipped project
 */
export function locateProject(argument: string | undefined, cwd: string): string {
  if (argument === undefined) return shippedProject(defaultProject);
  const path = resolve(cwd, argument);
  return isFolder(path) ? path : shippedProject(argument);
}

/**
 * Default database file of a project: `_db.sqlite3` in its folder. A shipped project lies in the
 * installed package, which an update replaces: its database is `<name>.sqlite3` in the current
 * folder.
 */
export function databaseOf(folder: string, cwd: string): string {
  const own = realpathSync(folder);
  const isShipped = dirname(own) === realpathSync(projects);
  return isShipped ? join(cwd, `${basename(own)}.sqlite3`) : join(own, '_db.sqlite3');
}

/**
 * Creates a small project that runs immediately. The folder is created if it does not exist.
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
    // npm packs no file named `.gitignore`.
    renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'));
  } catch (error) {
    if (error instanceof ProjectError) throw error;
    throw new ProjectError(`The folder "${folder}" cannot be created: ${messageOf(error)}.`);
  }
}
