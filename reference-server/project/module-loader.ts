import { realpathSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fromBytes, isLibraryModule, type ModuleLoader } from '../../interpreter/index.js';
import { messageOf } from '../../kit/errors.js';
import { mustExist } from '../../kit/invariant.js';
import { ProjectError } from './errors.js';
import { isInside, type Layers, readFile } from './scan.js';

const extension = '.wren';

/** Longest script that is compiled, in bytes: compiling a longer one would block for long. */
export const longestScript = 524_288;

/**
 * Greatest number and total size of the scripts of a project. Each process compiles all of them:
 * one to five seconds of processor time and 20 to 160 MB of memory per megabyte.
 */
const mostScripts = 5_000;
const mostBytes = 8_388_608;

/**
 * Greatest size of the compiled code in bytes of its sources: a module is compiled for each
 * endpoint that imports it.
 */
const mostCompiled = 33_554_432;

/** What a file system answers for a file that does not exist. */
const absent = ['ENOENT', 'ENOTDIR'];

/** Runs an access to a file; undefined when the file does not exist. */
function unlessAbsent<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && 'code' in error && absent.includes(String(error.code))) {
      return undefined;
    }
    throw error;
  }
}

/** The reason in an error of the file system, without its code and path. */
function reasonOf(error: unknown): string {
  return messageOf(error).replace(/^[A-Z]+: |, \w+ '.*'$/g, '');
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
  /** Error line for each module that does not exist or cannot be read. */
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
    const label = fromBytes(name);
    let text: Uint8Array | undefined;
    let problem = `There is no "${label}" in the project`;
    try {
      text = this.#read(label);
    } catch (error) {
      problem = `"${label}" cannot be read: ${reasonOf(error)}`;
    }
    if (text === undefined) this.#noteMissing(label, problem);
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

  #noteMissing(name: string, problem: string): void {
    if (this.#isComplete) return;
    const found = this.#importOf.get(name);
    const place = found === undefined ? '' : `[${this.#placeOf(found)}] `;
    this.missing.push(`${place}Error: ${problem}.`);
  }

  /** File and line of an import, in the format of compile errors. */
  #placeOf({ importer, written }: Import): string {
    const text = mustExist(this.sources.get(importer), 'text of an importer');
    const lines = Buffer.from(text).toString('latin1').split('\n');
    const line = lines.findIndex((text) => text.includes(`import "${written}"`)) + 1;
    return fromBytes(line === 0 ? importer : `${importer} line ${line}`);
  }

  #read(name: string): Uint8Array | undefined {
    for (const layer of this.#layers) {
      const path = unlessAbsent(() => realpathSync(join(layer, name)));
      if (path === undefined) continue;
      // Of a script that is too long, only enough to show it.
      return isInside(layer, path)
        ? unlessAbsent(() => readFile(path, longestScript + 1))
        : undefined;
    }
    return undefined;
  }
}
