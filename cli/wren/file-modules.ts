/** Modules in files, named by their paths as in Wren's own runner. */
import { readFileSync } from 'node:fs';
import { isAbsolute, normalize, posix, resolve, sep } from 'node:path';
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

  /**
   * @param folder the folder in which the command runs
   * @param file path of the text's file. Default: none
   */
  constructor(text: string | Uint8Array, folder: string, file?: string) {
    this.main = file === undefined ? nameless : nameFile(file);
    this.#text = text;
    this.#folder = folder;
  }

  resolve(name: string, importer: string): string {
    if (!name.startsWith('./') && !name.startsWith('../')) return name;
    return markRelative(posix.join(posix.dirname(importer), name));
  }

  load(name: string): string | Uint8Array | undefined {
    if (name === this.main) return this.#text;
    try {
      return readFileSync(resolve(this.#folder, fromBytes(name) + extension));
    } catch {
      return undefined;
    }
  }
}

function nameFile(file: string): string {
  const path = normalize(file).replaceAll(sep, '/');
  const name = path.endsWith(extension) ? path.slice(0, -extension.length) : path;
  return toBytes(isAbsolute(file) ? name : markRelative(name));
}

/** Begins a relative path with `./`, which distinguishes it from a name. */
function markRelative(path: string): string {
  return posix.isAbsolute(path) || path.startsWith('../') ? path : `./${path}`;
}
