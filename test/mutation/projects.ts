/** The shipped projects and their base projects. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { loadShippedSuite } from '../../conformance/suite/load-suite.js';
import { packageFile } from '../../kit/package-root.js';

export const projectsFolder = packageFile('reference-server', 'projects');

/** The migrations of a project do not replace those of its base project; they run after them. */
const migrations = '_migration.wren';

/** The profile of a project: the one with its name, or `basic`. */
export function profileOf(project: string): string {
  const { profiles } = loadShippedSuite();
  return profiles.find(({ name }) => name === project)?.name ?? 'basic';
}

/** Paths of all scripts, relative to the folder of all projects. */
export function listScripts(): string[] {
  return readdirSync(projectsFolder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.wren'))
    .sort();
}

/** Reads a script as a byte string. */
export function readScript(file: string): string {
  return readFileSync(join(projectsFolder, file), 'latin1');
}

/** The project of a script. */
export function projectOf(file: string): string {
  return file.slice(0, file.indexOf('/'));
}

/** The projects in which a script runs: its own first, then those that inherit it. */
export function projectsWith(file: string): string[] {
  const own = projectOf(file);
  const path = file.slice(own.length + 1);
  const inherits = (project: string): boolean => {
    const base = baseOf(project);
    if (base === undefined) return false;
    const isReplaced = path !== migrations && existsSync(join(projectsFolder, project, path));
    return !isReplaced && (base === own || inherits(base));
  };
  return [own, ...readdirSync(projectsFolder).filter(inherits)];
}

function baseOf(project: string): string | undefined {
  const file = join(projectsFolder, project, '_project.json');
  if (!existsSync(file)) return undefined;
  return basename((JSON.parse(readFileSync(file, 'utf8')) as { base: string }).base);
}
