import { readFileSync, realpathSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fromBytes, isLibraryModule, type ModuleLoader } from '../../interpreter/index.js';
import type { Layers } from './scan.js';
import { isInside } from './scan.js';

const extension = '.wren';

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function readFile(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** An import statement: in which module, and the name as it stands there. */
interface Import {
  readonly importer: string;
  readonly written: string;
}

/**
 * Loads the modules of a project. `import "_app"` means a file in the project's folder,
 * `import "./names"` and `"../names"` one beside or above the importing file; `.wren` may be left
 * out. A module's canonical name is its path from the project's folder; of the layers that have
 * such a file the first counts. Whatever lies outside of them, also by way of a link, is not there.
 */
export class ProjectModules implements ModuleLoader {
  readonly #layers: Layers;
  /** The texts of all modules that were loaded so far, by name. */
  readonly sources = new Map<string, Uint8Array>();
  /** A line for each import of a module that is not there. */
  readonly missing: string[] = [];
  readonly #importOf = new Map<string, Import>();

  constructor(layers: Layers) {
    this.#layers = layers;
  }

  resolve(name: string, importer: string): string {
    if (isLibraryModule(name)) return name;
    const isRelative = name.startsWith('./') || name.startsWith('../');
    const path = isRelative ? posix.join(posix.dirname(importer), name) : posix.normalize(name);
    const module = path.endsWith(extension) ? path : path + extension;
    this.#importOf.set(module, { importer, written: name });
    return module;
  }

  load(name: string): Uint8Array | undefined {
    if (isLibraryModule(name)) return undefined;
    const text = this.#read(fromBytes(name));
    if (text === undefined) this.#noteMissing(fromBytes(name));
    else this.sources.set(name, text);
    return text;
  }

  #noteMissing(name: string): void {
    const found = this.#importOf.get(name);
    const place = found === undefined ? '' : `[${this.#placeOf(found)}] `;
    this.missing.push(`${place}Error: There is no "${name}" in the project.`);
  }

  /** The file and the line of an import, as compile errors name them. */
  #placeOf({ importer, written }: Import): string {
    const lines = Buffer.from(this.sources.get(importer) ?? [])
      .toString('latin1')
      .split('\n');
    const line = lines.findIndex((text) => text.includes(`import "${written}"`)) + 1;
    return fromBytes(line === 0 ? importer : `${importer} line ${line}`);
  }

  #read(name: string): Uint8Array | undefined {
    for (const layer of this.#layers) {
      const path = realPathOf(join(layer, name));
      if (path !== undefined) return isInside(layer, path) ? readFile(path) : undefined;
    }
    return undefined;
  }
}
