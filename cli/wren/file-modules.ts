/** Modules in files, named by their paths as in Wren's own runner. */
import { readFileSync } from 'node:fs';
import path, { type PlatformPath, posix } from 'node:path';
import { fromBytes, type ModuleLoader, toBytes } from '../../interpreter/index.js';

const extension = '.wren';

/** Name of a main module without a file. */
const nameless = 'main';

/**
 * Loads modules. The main module is a given text; all others are files. A module's name is its path
 * without `.wren`. `import "./names"` and `"../names"` are relative to the importing file; other
 * names are relative to the folder in which the command runs, like the path of the main module.
 */
export class FileModules implements ModuleLoader {
  /** Name of the main module. */
  readonly main: string;
  readonly #text: string | Uint8Array;
  readonly #folder: string;
  readonly #paths: PlatformPath;

  /**
   * @param folder the folder in which the command runs
   * @param file path of the text's file. Default: none
   * @param paths those of another system, for tests
   */
  constructor(text: string | Uint8Array, folder: string, file?: string, paths = path) {
    this.main = file === undefined ? nameless : nameFile(file, paths);
    this.#text = text;
    this.#folder = folder;
    this.#paths = paths;
  }

  resolve(name: string, importer: string): string {
    if (!name.startsWith('./') && !name.startsWith('../')) return name;
    return markRelative(posix.join(posix.dirname(importer), name));
  }

  load(name: string): string | Uint8Array | undefined {
    if (name === this.main) return this.#text;
    try {
      return readFileSync(this.#paths.resolve(this.#folder, fromBytes(name) + extension));
    } catch {
      return undefined;
    }
  }
}

function nameFile(file: string, { normalize, sep }: PlatformPath): string {
  const whole = normalize(file).replaceAll(sep, '/');
  const name = whole.endsWith(extension) ? whole.slice(0, -extension.length) : whole;
  return toBytes(markRelative(name));
}

/** An absolute path, also with the drive of Windows: `C:/lib/names`. */
const absolute = /^(?:[a-z]:)?\//i;

/** Begins a relative path with `./`, which distinguishes it from a name. */
function markRelative(name: string): string {
  return absolute.test(name) || name.startsWith('../') ? name : `./${name}`;
}
