import { realpathSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fromBytes, isLibraryModule, type ModuleLoader } from '../../interpreter/index.js';
import { ProjectError } from './errors.js';
import { isInside, type Layers, readFile } from './scan.js';

const extension = '.wren';

/** Longest script that is compiled, in bytes: compiling a longer one would block for long. */
export const longestScript = 524_288;

/**
 * Greatest number and total size of the scripts of a project. Each process compiles all of them:
 * about a second and 60 MB of memory per megabyte.
 */
const mostScripts = 5_000;
const mostBytes = 8_388_608;

/**
 * Greatest size of the compiled code in bytes of its sources: a module is compiled for each
 * endpoint that imports it.
 */
const mostCompiled = 33_554_432;

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Reads a script; of a script that is too long, only enough to show it. */
function readModule(path: string): Uint8Array | undefined {
  try {
    return readFile(path, longestScript + 1);
  } catch {
    return undefined;
  }
}

/** An import statement. */
interface Import {
  readonly importer: string;
  /** The name as the statement writes it. */
  readonly written: string;
}

/**
 * Loads the modules of a project. `import "_app"` names a file relative to the project's folder,
 * `import "./names"` and `"../names"` one relative to the importing file; `.wren` may be omitted.
 * The canonical name of a module is its path relative to the project's folder; the first layer that
 * has the file provides it. A file outside of the layer, also behind a link, does not exist.
 */
export class ProjectModules implements ModuleLoader {
  readonly #layers: Layers;
  /** Sources of the modules loaded so far, by name. */
  readonly sources = new Map<string, Uint8Array>();
  /** Error line for each import of a module that does not exist. */
  readonly missing: string[] = [];
  readonly #importOf = new Map<string, Import>();
  #bytes = 0;
  #compiled = 0;
  #isComplete = false;

  constructor(layers: Layers) {
    this.#layers = layers;
  }

  resolve(name: string, importer: string): string {
    if (isLibraryModule(name)) return name;
    const isRelative = name.startsWith('./') || name.startsWith('../');
    const path = isRelative ? posix.join(posix.dirname(importer), name) : posix.normalize(name);
    const module = path.endsWith(extension) ? path : path + extension;
    if (!this.#isComplete) this.#importOf.set(module, { importer, written: name });
    return module;
  }

  load(name: string): Uint8Array | undefined {
    if (isLibraryModule(name)) return undefined;
    const text = this.#read(fromBytes(name));
    if (text === undefined) this.#noteMissing(fromBytes(name));
    else this.#keep(name, text);
    return text;
  }

  /** Records no further imports: those of evaluated code would accumulate. */
  complete(): void {
    this.#isComplete = true;
    this.#importOf.clear();
  }

  /** @throws ProjectError when the scripts are too many, or too large together */
  #keep(name: string, text: Uint8Array): void {
    this.#bytes += text.length - (this.sources.get(name)?.length ?? 0);
    this.sources.set(name, text);
    if (this.sources.size > mostScripts || this.#bytes > mostBytes) {
      this.#refuse(`it can have at most ${mostScripts} scripts with ${mostBytes} bytes in total`);
    }
    if (!this.#isComplete) this.#compiled += text.length;
    if (this.#compiled > mostCompiled) {
      this.#refuse(
        `with the modules that they import, its endpoints can have at most ${mostCompiled} bytes, ` +
          'a module counting for each endpoint that imports it',
      );
    }
  }

  #refuse(reason: string): never {
    throw new ProjectError(`The project "${this.#layers[0]}" is too large: ${reason}.`);
  }

  #noteMissing(name: string): void {
    if (this.#isComplete) return;
    const found = this.#importOf.get(name);
    const place = found === undefined ? '' : `[${this.#placeOf(found)}] `;
    this.missing.push(`${place}Error: There is no "${name}" in the project.`);
  }

  /** File and line of an import, in the format of compile errors. */
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
      if (path !== undefined) return isInside(layer, path) ? readModule(path) : undefined;
    }
    return undefined;
  }
}
