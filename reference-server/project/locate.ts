import { readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { packageFile } from '../../cli/package-root.js';
import { StartError } from '../start-error.js';

/** The project that is served when none is named. */
export const defaultProject = 'basic';

function shippedFolder(...segments: string[]): string {
  return packageFile('reference-server', 'projects', ...segments);
}

function shippedProjects(): string[] {
  const entries = readdirSync(shippedFolder(), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * The folder of a project: the one at a path, seen from `cwd`, or else the project of that name
 * that comes with Touchstone. Without an argument it is Touchstone's project `basic`.
 *
 * @throws StartError when there is neither
 */
export function locateProject(argument: string | undefined, cwd: string): string {
  if (argument === undefined) return shippedFolder(defaultProject);
  const path = resolve(cwd, argument);
  if (isFolder(path)) return path;
  const shipped = shippedProjects();
  if (shipped.includes(argument)) return shippedFolder(argument);
  throw new StartError(
    `There is no project "${argument}": no such folder, and no project of that name comes with ` +
      `Touchstone (${shipped.join(', ')}).`,
  );
}
