/** The projects that come with Touchstone, and how they build on one another. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { loadShippedSuite } from '../../conformance/suite/load-suite.js';
import { packageFile } from '../../kit/package-root.js';

/** Where the projects are. */
export const projectsFolder = packageFile('reference-server', 'projects');

/** The migrations of a project run after those of the project that it builds on. */
const migrations = '_migration.wren';

/** How a project guards its resources; the one without a profile of its own does as `basic`. */
export function profileOf(project: string): string {
  const { profiles } = loadShippedSuite();
  return profiles.find(({ name }) => name === project)?.name ?? 'basic';
}

/** All scripts of all projects, as paths from the folder of the projects. */
export function listScripts(): string[] {
  return readdirSync(projectsFolder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.wren'))
    .sort();
}

/** The text of a script as a byte string. */
export function readScript(file: string): string {
  return readFileSync(join(projectsFolder, file), 'latin1');
}

/** The project that a script, given by its path, belongs to. */
export function projectOf(file: string): string {
  return file.slice(0, file.indexOf('/'));
}

/** The projects in which a script runs: its own first, then those that take it over from there. */
export function projectsWith(file: string): string[] {
  const own = projectOf(file);
  const path = file.slice(own.length + 1);
  const takesOver = (project: string): boolean => {
    const base = baseOf(project);
    if (base === undefined) return false;
    const isReplaced = path !== migrations && existsSync(join(projectsFolder, project, path));
    return !isReplaced && (base === own || takesOver(base));
  };
  return [own, ...readdirSync(projectsFolder).filter(takesOver)];
}

function baseOf(project: string): string | undefined {
  const file = join(projectsFolder, project, '_project.json');
  if (!existsSync(file)) return undefined;
  return basename((JSON.parse(readFileSync(file, 'utf8')) as { base: string }).base);
}
