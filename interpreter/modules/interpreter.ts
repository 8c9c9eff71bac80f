import { defineNativeClass, defineNatives, type Natives } from '../runtime/class.js';
import { WrenQuery } from '../runtime/query.js';
import { type Value, WrenObject } from '../runtime/values.js';
import { createCompileError, WrenCompileError } from './compile-error.js';
import { compileGraph } from './compile-program.js';
import { loadCore } from './library.js';
import type { ModuleLoader } from './loader.js';
import { GraphLoader, type GraphModule } from './module-graph.js';
import { Program } from './program.js';

/** A class that the host adds; every module sees it without an import. */
export interface HostClass {
  readonly name: string;
  /** Static methods by signature; their `this` is the class. */
  readonly statics?: Natives;
  /** Instance methods by signature; their `this` is the receiver. */
  readonly methods?: Natives;
}

export interface InterpreterOptions {
  readonly modules: ModuleLoader;
  readonly classes?: readonly HostClass[];
  /** Methods of query literals by signature; their `this` is the WrenQuery. */
  readonly query?: Natives;
}

/** Compiles programs that share modules and host classes. */
export interface Interpreter {
  /**
   * Compiles a module, given by its canonical name, and all modules that it imports.
   *
   * @throws WrenCompileError when the module itself has errors or cannot be loaded; those of an
   *   imported module are raised as runtime errors by the import statement
   */
  compile(module: string): Program;
}

/** Makes an interpreter: a set of modules and host classes that programs share. */
export function createInterpreter(options: InterpreterOptions): Interpreter {
  const core = loadCore();
  const scope = new Map([...core.variables, ...(options.classes ?? []).map(makeHostClass)]);
  const graphs = new GraphLoader(options.modules, scope);
  const query = makeQueryClass(options.query ?? {});
  return {
    compile(entry) {
      const graph = graphs.load(entry);
      checkEntry(entry, graph.get(entry));
      return new Program({ entry, query, ...compileGraph(graph, core.code) });
    },
  };
}

function makeHostClass({ name, statics, methods }: HostClass): [string, Value] {
  class HostObject extends WrenObject {}
  const made = defineNativeClass({
    name,
    instance: HostObject,
    ...(statics === undefined ? {} : { statics }),
    ...(methods === undefined ? {} : { methods }),
  });
  return [name, made];
}

function makeQueryClass(methods: Natives): typeof WrenQuery {
  class HostQuery extends WrenQuery {}
  defineNatives(HostQuery.prototype, methods);
  return HostQuery;
}

function checkEntry(name: string, module: GraphModule | undefined): void {
  if (module?.kind === 'broken') throw createCompileError(module.source, module.diagnostics);
  if (module?.kind !== 'loaded') throw new WrenCompileError(`Could not load module '${name}'.`, []);
}
