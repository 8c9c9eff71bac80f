/** Modules in files, as a program on the command line imports them. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fromBytes, type ModuleLoader, toBytes } from '../../interpreter/index.js';

/** The canonical name of the module in which a program begins. */
export const mainModule = 'main';

const extension = '.wren';

/**
 * The main module is a given text; all others are files, named by their path from the main
 * module's folder, without `.wren`. `import "./names"` and `"../names"` start from the importing
 * file, any other name from the main module's folder.
 */
export class FileModules implements ModuleLoader {
  readonly #text: string | Uint8Array;
  readonly #folder: string;
  readonly #ownPath: string | undefined;

  /**
   * @param folder the folder of the main module's file; the current one for other texts
   * @param file the name of the main module's file, by which other modules may import it
   */
  constructor(text: string | Uint8Array, folder: string, file?: string) {
    this.#text = text;
    this.#folder = folder;
    this.#ownPath =
      file === undefined ? undefined : `./${toBytes(posix.basename(file, extension))}`;
  }

  resolve(name: string, importer: string): string {
    if (!name.startsWith('./') && !name.startsWith('../')) return name;
    const joined = posix.join(posix.dirname(importer), name);
    const path = joined.startsWith('../') ? joined : `./${joined}`;
    return path === this.#ownPath ? mainModule : path;
  }

  load(name: string): string | Uint8Array | undefined {
    if (name === mainModule) return this.#text;
    try {
      return readFileSync(join(this.#folder, fromBytes(name) + extension));
    } catch {
      return undefined;
    }
  }
}
