/**
 * Scans the folders of a project for scripts (§1, project layout). `api/<path>.wren` is an
 * endpoint; names that begin with `_` or `.` are never served; `_route.wren` runs before the
 * scripts of its folder and below. Symbolic links are followed while they stay inside the project.
 *
 * A project may build on another one: `_project.json`, `{ "base": "../basic" }`, names the folder
 * of the base. A file of the project replaces the file of the base at the same path.
 */
import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import { messageOf } from '../../kit/errors.js';
import { ProjectError } from './errors.js';

/** Name of a module: path of the script file relative to the project's folder, with `/`. */
export type ModuleName = string;

/** Real paths of a project's folder and of its bases, in order of precedence. */
export type Layers = readonly [string, ...string[]];

/** The scripts of a project, not compiled yet. */
export interface ProjectFiles {
  readonly layers: Layers;
  readonly name: string;
  /** Endpoint modules by request path, such as `/api/users`. */
  readonly endpoints: ReadonlyMap<string, ModuleName>;
  /** `_route.wren` modules by the request path of their folder, such as `/api`. */
  readonly routeScripts: ReadonlyMap<string, ModuleName>;
  /**
   * Layers that contain a `_migration.wren`, in the order of execution. Each entry also lists the
   * layers below it: a migration may import modules only from these.
   */
  readonly migrations: readonly Layers[];
}

const extension = '.wren';
const routeScript = '_route.wren';
const projectFile = '_project.json';

/** Module with the migrations of a layer. */
export const migrationScript: ModuleName = '_migration.wren';

/** Whether a real path lies inside a folder. */
export function isInside(root: string, path: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** Number of ways in which links may lead to a folder: links between folders can multiply them. */
const mostWays = 100;

class Scan {
  readonly endpoints = new Map<string, ModuleName>();
  readonly routeScripts = new Map<string, ModuleName>();
  readonly #root: string;
  readonly #ways = new Map<string, number>();

  constructor(root: string) {
    this.#root = root;
  }

  /**
   * Collects the scripts of a folder and its subfolders.
   *
   * @param folder path relative to the project's folder
   * @param above real paths of the folders visited on the way here; a link to one of them is
   *   skipped
   */
  visit(folder: string, above: readonly string[] = [this.#root]): void {
    const path = this.#realPath(folder);
    if (above.includes(path)) return;
    this.#count(path);
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      this.#visitEntry(folder, entry, [...above, path]);
    }
  }

  #count(path: string): void {
    const ways = (this.#ways.get(path) ?? 0) + 1;
    this.#ways.set(path, ways);
    if (ways <= mostWays) return;
    throw new ProjectError(`Links lead to "${path}" in more than ${mostWays} ways.`);
  }

  #visitEntry(folder: string, entry: Dirent, above: readonly string[]): void {
    const { name } = entry;
    const module = `${folder}/${name}`;
    const isRouteScript = name === routeScript;
    if (!isRouteScript && (name.startsWith('_') || name.startsWith('.'))) return;
    // Editors create and delete files beside a script at any time.
    if (entry.isFile() && !name.endsWith(extension)) return;
    const stats = statSync(this.#realPath(module));
    if (stats.isDirectory()) this.visit(module, above);
    else if (!name.endsWith(extension)) return;
    else if (!stats.isFile()) {
      throw new ProjectError(`"${module}" is neither a file nor a folder.`);
    } else if (isRouteScript) this.routeScripts.set(`/${folder}`, module);
    else this.endpoints.set(`/${module.slice(0, -extension.length)}`, module);
  }

  #realPath(module: string): string {
    const path = realpathSync(join(this.#root, module));
    if (path === this.#root || isInside(this.#root, path)) return path;
    throw new ProjectError(`"${module}" is a link to "${path}", which is outside of the project.`);
  }
}

/** Pairs of scripts that a file system which ignores case cannot keep apart. */
export function findSimilarNames(
  scripts: Iterable<ModuleName>,
): (readonly [ModuleName, ModuleName])[] {
  const known = new Map<string, ModuleName>();
  const pairs: (readonly [ModuleName, ModuleName])[] = [];
  for (const script of scripts) {
    const other = known.get(script.toLowerCase());
    if (other === undefined) known.set(script.toLowerCase(), script);
    else pairs.push([other, script]);
  }
  return pairs;
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function scanLayer(root: string): Scan {
  const scan = new Scan(root);
  if (exists(join(root, 'api'))) scan.visit('api');
  return scan;
}

function findMigrations([own, ...bases]: Layers): Layers[] {
  const [head, ...rest] = bases;
  const earlier = head === undefined ? [] : findMigrations([head, ...rest]);
  return exists(join(own, migrationScript)) ? [...earlier, [own, ...bases]] : earlier;
}

/**
 * Reads a file up to a length in bytes. Other kinds of files, such as pipes, are not opened:
 * reading them could wait forever.
 *
 * @throws Error when it is not a file, or cannot be read
 */
export function readFile(path: string, longest: number): Uint8Array {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error('it is not a file');
    const content = Buffer.alloc(Math.min(stats.size, longest));
    return content.subarray(0, readSync(file, content));
  } finally {
    closeSync(file);
  }
}

/** Longest project file, in bytes. */
const longestProjectFile = 65_536;

function readText(file: string): string | undefined {
  try {
    return Buffer.from(readFile(file, longestProjectFile)).toString('utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads the member `base` of a project file. */
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
 * Finds the folder of a project and those of its bases.
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

/**
 * Scans the folder of a project and those of its bases.
 *
 * @throws ProjectError when a folder does not exist, cannot be read, or contains a link out of the
 *   project
 */
export function scanProject(folder: string): ProjectFiles {
  try {
    const layers = findLayers(folder);
    // A module has the same name in each layer; the module loader decides which file it reads.
    const scans = layers.map(scanLayer);
    return {
      layers,
      name: basename(layers[0]),
      endpoints: new Map(scans.flatMap(({ endpoints }) => [...endpoints])),
      routeScripts: new Map(scans.flatMap(({ routeScripts }) => [...routeScripts])),
      migrations: findMigrations(layers),
    };
  } catch (error) {
    if (error instanceof ProjectError) throw error;
    throw new ProjectError(`The project "${folder}" cannot be read: ${messageOf(error)}.`);
  }
}
