import {
  fromBytes,
  type Interpreter,
  type ModuleLoader,
  Program,
  toBytes,
  WrenCompileError,
} from '../../interpreter/index.js';
import type { Sources } from './errors.js';
import { BrokenScript, type Script } from './errors.js';
import { ProjectModules } from './module-loader.js';
import { RouteTable } from './route-table.js';
import type { Layers } from './scan.js';
import { type ModuleName, migrationScript, type ProjectFiles } from './scan.js';

/** A project whose scripts are compiled, as far as they can be. */
export interface Project {
  readonly files: ProjectFiles;
  /** Scripts with errors are among them, and fail when they are run. */
  readonly routes: RouteTable;
  /** In the order in which they run; those with errors are left out. */
  readonly migrations: readonly Program[];
  /** What the scripts were compiled from. */
  readonly sources: Sources;
  /** The errors of all scripts, each with file and line; undefined when there are none. */
  readonly problem: string | undefined;
}

/** Makes an interpreter that knows what scripts find beside the core library. */
export type InterpreterFactory = (modules: ModuleLoader) => Interpreter;

/** Compiles scripts, and gathers the errors of all of them. */
class Compiler {
  readonly #errors: string[] = [];
  readonly #modules: ProjectModules;
  readonly #interpreter: Interpreter;
  readonly #checked = new Map<string, BrokenScript | undefined>();

  constructor(layers: Layers, createInterpreter: InterpreterFactory) {
    this.#modules = new ProjectModules(layers);
    this.#interpreter = createInterpreter(this.#modules);
  }

  /** @param module its name as a byte string */
  compile(module: string): Program | BrokenScript {
    return this.#check(module) ?? this.#interpreter.compile(module);
  }

  /**
   * Compiles the scripts that answer a path, so that they share what they import. The first that
   * cannot be compiled is the last to run.
   */
  compileRoute(modules: readonly ModuleName[]): readonly Script[] {
    const sound: string[] = [];
    for (const module of modules) {
      const name = toBytes(module);
      const broken = this.#check(name);
      if (broken !== undefined) return [...this.#join(sound), broken];
      sound.push(name);
    }
    return this.#join(sound);
  }

  get sources(): Sources {
    return this.#modules.sources;
  }

  /** What is wrong with the scripts that were compiled so far and with what they import. */
  findErrors(): string[] {
    // An imported module with errors fails where it is imported, at run time: look at it now.
    for (const module of this.#modules.sources.keys()) this.#check(module);
    return [...this.#errors, ...this.#modules.missing];
  }

  /** Makes one program of scripts without errors; none of none. */
  #join([first, ...rest]: readonly string[]): readonly Script[] {
    return first === undefined ? [] : [this.#interpreter.compile(first, ...rest)];
  }

  /** What takes the place of a script that has errors; undefined when it has none. */
  #check(module: string): BrokenScript | undefined {
    if (!this.#checked.has(module)) this.#checked.set(module, this.#findError(module));
    return this.#checked.get(module);
  }

  #findError(module: string): BrokenScript | undefined {
    try {
      this.#interpreter.check(module);
      return undefined;
    } catch (error) {
      if (!(error instanceof WrenCompileError)) throw error;
      this.#errors.push(fromBytes(error.message));
      return new BrokenScript(error);
    }
  }
}

/** Compiles all scripts of a project and what they import. */
export function loadProject(files: ProjectFiles, createInterpreter: InterpreterFactory): Project {
  const compiler = new Compiler(files.layers, createInterpreter);
  const routes = new RouteTable(files, (modules) => compiler.compileRoute(modules));
  const migrators = files.migrations.map((layers) => new Compiler(layers, createInterpreter));
  const migrations = migrators.map((migrator) => migrator.compile(migrationScript));
  const errors = [compiler, ...migrators].flatMap((each) => each.findErrors());
  return {
    files,
    routes,
    migrations: migrations.filter((script) => script instanceof Program),
    sources: compiler.sources,
    problem: describeErrors(files.name, errors),
  };
}

function describeErrors(project: string, errors: readonly string[]): string | undefined {
  if (errors.length === 0) return undefined;
  const list = [...new Set(errors)].map((message) => message.trimEnd()).join('\n');
  return `The project "${project}" has errors in its scripts:\n${list}`;
}
