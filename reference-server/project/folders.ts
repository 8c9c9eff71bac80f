/** Folders of projects: shipped projects, projects of the user, and new ones. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { messageOf } from '../../kit/errors.js';
import { isFolder } from '../../kit/files.js';
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

/** The default place of a project's database. */
export interface DatabasePlace {
  readonly file: string;
  /** Where the file belongs, when it is still at the place of earlier releases. */
  readonly movesTo?: string;
}

/**
 * Default database file of a project: `_db.sqlite3` in its folder. A shipped project lies in the
 * installed package, which an update replaces: its database is `<name>.sqlite3` in the current
 * folder. Earlier releases created the database of a shipped project in the project's folder; that
 * file is used as long as the new one does not exist.
 *
 * @param shipped the folder of the shipped projects
 */
export function databaseOf(folder: string, cwd: string, shipped = projects): DatabasePlace {
  const own = realpathSync(folder);
  const inside = join(own, '_db.sqlite3');
  if (dirname(own) !== realpathSync(shipped)) return { file: inside };
  const outside = join(cwd, `${basename(own)}.sqlite3`);
  const isFormer = existsSync(inside) && !existsSync(outside);
  return isFormer ? { file: inside, movesTo: outside } : { file: outside };
}

/** The files of a read-only installation keep their modes when they are copied. */
function makeWritable(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    chmodSync(path, statSync(path).mode | 0o200);
  }
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
    makeWritable(folder);
  } catch (error) {
    if (error instanceof ProjectError) throw error;
    throw new ProjectError(`The folder "${folder}" cannot be created: ${messageOf(error)}.`);
  }
}
