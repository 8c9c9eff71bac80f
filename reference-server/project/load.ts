import { setImmediate } from 'node:timers/promises';
import {
  fromBytes,
  type Interpreter,
  type ModuleLoader,
  type Program,
  type RunOptions,
  toBytes,
  type Value,
  WrenCompileError,
  wrenNull,
} from '../../interpreter/index.js';
import { BrokenScriptError, type Sources } from './errors.js';
import { ProjectModules } from './module-loader.js';
import { RouteTable, type Script } from './route-table.js';
import { type Layers, type ModuleName, migrationScript, type ProjectFiles } from './scan.js';

/** A compiled project. */
export interface Project {
  readonly files: ProjectFiles;
  /** Routes with compile errors are included and fail at run time. */
  readonly routes: RouteTable;
  /** In the order they run; scripts that do not compile are missing. */
  readonly migrations: readonly Program[];
  /** Sources of the compiled modules. */
  readonly sources: Sources;
  /** Compile errors of all scripts, each with file and line; undefined when there are none. */
  readonly problem: string | undefined;
}

/** Creates an interpreter with the host classes for scripts. */
export type InterpreterFactory = (modules: ModuleLoader) => Interpreter;

/** A route with a script that does not compile: runs the scripts before it, then fails. */
class BrokenScript implements Script {
  readonly #before: Program | undefined;
  readonly #error: BrokenScriptError;

  constructor(before: Program | undefined, error: WrenCompileError) {
    this.#before = before;
    this.#error = new BrokenScriptError(error);
  }

  get maySuspend(): boolean {
    return this.#before?.maySuspend ?? false;
  }

  start(options: RunOptions = {}): Value | Promise<Value> {
    const result = this.#before?.start(options) ?? wrenNull;
    return result instanceof Promise
      ? result.then((value) => this.#end(value, options))
      : this.#end(result, options);
  }

  #end(result: Value, { isOver }: RunOptions): Value {
    if (isOver?.()) return result;
    throw this.#error;
  }
}

/** Compiles scripts and collects the errors of all of them. */
class Compiler {
  readonly #messages: string[] = [];
  readonly #modules: ProjectModules;
  readonly #interpreter: Interpreter;
  readonly #errors = new Map<string, WrenCompileError | undefined>();

  constructor(layers: Layers, createInterpreter: InterpreterFactory) {
    this.#modules = new ProjectModules(layers);
    this.#interpreter = createInterpreter(this.#modules);
  }

  /** Compiles one module; undefined when it has errors. */
  compile(module: ModuleName): Program | undefined {
    const name = toBytes(module);
    return this.#check(name) === undefined ? this.#interpreter.compile(name) : undefined;
  }

  /** Compiles the scripts of a route into one program, so that they share what they import. */
  compileRoute(guards: readonly ModuleName[], module: ModuleName): Script {
    const sound: string[] = [];
    for (const name of [...guards, module].map(toBytes)) {
      const error = this.#check(name);
      if (error !== undefined) {
        const [first, ...rest] = sound;
        const before = first === undefined ? first : this.#interpreter.compile(first, ...rest);
        return new BrokenScript(before, error);
      }
      sound.push(name);
    }
    const [first = toBytes(module), ...rest] = sound;
    return this.#interpreter.compile(first, ...rest);
  }

  get sources(): Sources {
    return this.#modules.sources;
  }

  /** Errors of the compiled scripts and of the modules that they import. Ends the compilation. */
  findErrors(): string[] {
    // An imported module with errors fails only at run time: check it now.
    for (const module of this.#modules.sources.keys()) this.#check(module);
    this.#modules.complete();
    return [...this.#messages, ...this.#modules.missing];
  }

  /** Compile error of a module; undefined when it compiles. */
  #check(module: string): WrenCompileError | undefined {
    if (!this.#errors.has(module)) this.#errors.set(module, this.#findError(module));
    return this.#errors.get(module);
  }

  #findError(module: string): WrenCompileError | undefined {
    try {
      this.#interpreter.check(module);
      return undefined;
    } catch (error) {
      if (!(error instanceof WrenCompileError)) throw error;
      this.#messages.push(fromBytes(error.message));
      return error;
    }
  }
}

/** Time for which compiling may block the event loop, in milliseconds. A route may take longer. */
const slice = 20;

/** Makes a function that lets the event loop turn when it has been blocked for a slice. */
function createPause(): () => Promise<void> {
  let sliceStart = performance.now();
  return async () => {
    if (performance.now() - sliceStart <= slice) return;
    await setImmediate();
    sliceStart = performance.now();
  };
}

/**
 * Compiles all scripts of a project and the modules that they import. The event loop turns between
 * scripts, so that a server answers requests while it reloads a large project.
 */
export async function loadProject(
  files: ProjectFiles,
  createInterpreter: InterpreterFactory,
): Promise<Project> {
  const compiler = new Compiler(files.layers, createInterpreter);
  const pause = createPause();
  const routes = await RouteTable.compile(files, async (guards, module) => {
    await pause();
    return compiler.compileRoute(guards, module);
  });
  const migrators = files.migrations.map((layers) => new Compiler(layers, createInterpreter));
  const migrations = migrators.map((migrator) => migrator.compile(migrationScript));
  const errors = [compiler, ...migrators].flatMap((each) => each.findErrors());
  return {
    files,
    routes,
    migrations: migrations.filter((program) => program !== undefined),
    sources: compiler.sources,
    problem: describeErrors(files.name, errors),
  };
}

function describeErrors(project: string, errors: readonly string[]): string | undefined {
  if (errors.length === 0) return undefined;
  const list = [...new Set(errors)].map((message) => message.trimEnd()).join('\n');
  return `The project "${project}" has errors in its scripts:\n${list}`;
}
