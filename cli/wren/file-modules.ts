/** Modules in files, named by their paths as Wren's own runner names them. */
import { readFileSync } from 'node:fs';
import { isAbsolute, normalize, posix, resolve, sep } from 'node:path';
import { fromBytes, type ModuleLoader, toBytes } from '../../interpreter/index.js';

const extension = '.wren';

/** The name of a program that comes from no file. */
const nameless = 'main';

/**
 * The main module is a given text; all others are files. A module's name is its path without
 * `.wren`. `import "./names"` and `"../names"` start from the importing file, any other name, like
 * the path of the main module's file, from the folder in which the command runs.
 */
export class FileModules implements ModuleLoader {
  /** The name of the module in which the program begins. */
  readonly main: string;
  readonly #text: string | Uint8Array;
  readonly #folder: string;

  /**
   * @param folder where the command runs
   * @param file the path of the file that holds the text, if it comes from one
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

/** A path in the form in which imports tell it from a name. */
function markRelative(path: string): string {
  return posix.isAbsolute(path) || path.startsWith('../') ? path : `./${path}`;
}
