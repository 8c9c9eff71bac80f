/**
 * A project may build on another one: `_project.json` in its folder, `{ "base": "../basic" }`,
 * names that project's folder. What both have counts as the project has it.
 */
import { readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { messageOf } from '../../kit/errors.js';
import { ProjectError } from '../project-error.js';

/** The real paths of a project's folder and of those it builds on, in the order of precedence. */
export type Layers = readonly [string, ...string[]];

const projectFile = '_project.json';

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The base that a project file names. */
function parseBase(text: string): string {
  const content: unknown = JSON.parse(text);
  const isObject = typeof content === 'object' && content !== null;
  if (isObject && 'base' in content && typeof content.base === 'string') return content.base;
  throw new Error('it must be an object whose member "base" is the folder of another project');
}

function baseOf(folder: string): string | undefined {
  const file = join(folder, projectFile);
  try {
    const text = readText(file);
    return text === undefined ? undefined : realpathSync(resolve(folder, parseBase(text)));
  } catch (error) {
    throw new ProjectError(`"${file}" cannot be used: ${messageOf(error)}.`);
  }
}

/**
 * The folders that make up a project.
 *
 * @throws ProjectError when a project file cannot be used, or a project builds on itself
 */
export function findLayers(folder: string): Layers {
  const own = realpathSync(folder);
  const bases: string[] = [];
  for (let base = baseOf(own); base !== undefined; base = baseOf(base)) {
    if (base === own || bases.includes(base)) {
      throw new ProjectError(`The project "${own}" builds on "${base}", which builds on itself.`);
    }
    bases.push(base);
  }
  return [own, ...bases];
}
