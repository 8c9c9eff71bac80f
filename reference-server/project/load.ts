import {
  fromBytes,
  type Interpreter,
  type Program,
  toBytes,
  WrenCompileError,
} from '../../interpreter/index.js';
import { createProjectInterpreter } from '../bindings/classes.js';
import { StartError } from '../start-error.js';
import type { Sources } from './excerpt.js';
import type { Layers } from './layers.js';
import { ProjectModules } from './module-loader.js';
import { RouteTable } from './route-table.js';
import { type ModuleName, migrationScript, type ProjectFiles } from './scan.js';

/** A project whose scripts are compiled. */
export interface Project {
  readonly files: ProjectFiles;
  readonly routes: RouteTable;
  /** In the order in which they run. */
  readonly migrations: readonly Program[];
  /** What the scripts were compiled from. */
  readonly sources: Sources;
}

/** Compiles scripts, each once, and gathers the errors of all of them. */
class Compiler {
  readonly #errors: string[] = [];
  readonly #modules: ProjectModules;
  readonly #interpreter: Interpreter;
  readonly #programs = new Map<string, Program>();
  readonly #failed = new Set<string>();

  constructor(layers: Layers) {
    this.#modules = new ProjectModules(layers);
    this.#interpreter = createProjectInterpreter(this.#modules);
  }

  /** @param module its name as a byte string */
  compile(module: string): Program | undefined {
    const known = this.#programs.get(module);
    if (known !== undefined || this.#failed.has(module)) return known;
    try {
      const program = this.#interpreter.compile(module);
      this.#programs.set(module, program);
      return program;
    } catch (error) {
      if (!(error instanceof WrenCompileError)) throw error;
      this.#errors.push(fromBytes(error.message));
      this.#failed.add(module);
      return undefined;
    }
  }

  compileAll(modules: ReadonlyMap<string, ModuleName>): Map<string, Program> {
    const programs = new Map<string, Program>();
    for (const [path, module] of modules) {
      const program = this.compile(toBytes(module));
      if (program !== undefined) programs.set(path, program);
    }
    return programs;
  }

  get sources(): Sources {
    return this.#modules.sources;
  }

  /** What is wrong with the scripts that were compiled so far and with what they import. */
  findErrors(): string[] {
    // An imported module with errors fails where it is imported, at run time: look at it now.
    for (const module of this.#modules.sources.keys()) this.compile(module);
    return [...this.#errors, ...this.#modules.missing];
  }
}

/**
 * Compiles all scripts of a project and what they import.
 *
 * @throws StartError that lists the errors of all scripts, each with file and line
 */
export function loadProject(files: ProjectFiles): Project {
  const compiler = new Compiler(files.layers);
  const endpoints = compiler.compileAll(files.endpoints);
  const routeScripts = compiler.compileAll(files.routeScripts);
  const migrators = files.migrations.map((layers) => new Compiler(layers));
  const migrations = migrators.flatMap((migrator) => migrator.compile(migrationScript) ?? []);
  const errors = [compiler, ...migrators].flatMap((each) => each.findErrors());
  if (errors.length > 0) {
    const list = [...new Set(errors)].map((message) => message.trimEnd()).join('\n');
    throw new StartError(`The project "${files.name}" has errors in its scripts:\n${list}`);
  }
  const { sources } = compiler;
  return { files, routes: new RouteTable(endpoints, routeScripts), migrations, sources };
}
