/** Interpreters: modules and host classes that programs share. */
import type { CodeNode } from '../analyze/call-graph.js';
import type { ForeignBinder } from '../foreign/foreign-class.js';
import { defineNativeClass, defineNatives } from '../runtime/class.js';
import type { Natives } from '../runtime/native.js';
import { WrenQuery } from '../runtime/query.js';
import { isSuspending } from '../runtime/suspending.js';
import { type Value, type WrenClass, WrenObject } from '../runtime/values.js';
import { createCompileError, WrenCompileError } from '../source/compile-error.js';
import { compileProgram } from './compile-program.js';
import { completeClass } from './host-source.js';
import { loadCore } from './library.js';
import type { ModuleLoader, SourceLimits } from './module-graph.js';
import { GraphLoader, type GraphModule, type QueryCheck } from './module-graph.js';
import { Program } from './program.js';
import type { EntryModules } from './program-instance.js';

/** A class of the host, visible in every module without an import. */
export interface HostClass {
  /** Name of the class, a byte string. */
  readonly name: string;
  /** Static methods by signature; `this` is the class. */
  readonly statics?: Natives;
  /** Instance methods by signature; `this` is the instance. */
  readonly methods?: Natives;
  /** Methods in Wren, which can call functions and be suspended. */
  readonly source?: HostSource;
}

/** The Wren part of a host class. Stack traces omit its functions. */
export interface HostSource {
  /** A class statement, a byte string. All its methods count as suspending natives. */
  readonly text: string;
  /** Classes that are visible in this text only. */
  readonly classes: readonly HostClass[];
}

/** Options of an interpreter. */
export interface InterpreterOptions {
  /** Source of all modules, except the library modules `random` and `meta`. */
  readonly modules: ModuleLoader;
  /** Default: none. */
  readonly classes?: readonly HostClass[];
  /** Methods of query literals by signature; `this` is the WrenQuery. Default: none. */
  readonly query?: Natives;
  /** Checks query literals at compile time. Default: all are accepted. */
  readonly checkQuery?: QueryCheck | undefined;
  /** Limits on the source of modules and of evaluated code. Default: none. */
  readonly sourceLimits?: SourceLimits;
  /** Finds the host's implementation of foreign classes and methods. Default: there are none. */
  readonly findForeign?: ForeignBinder;
}

/** Compiler of programs that share modules and host classes. */
export interface Interpreter {
  /**
   * Compiles modules with all their imports.
   *
   * @param modules canonical names, byte strings; a run runs them in order, with shared imports
   * @throws WrenCompileError if one of `modules` has errors or does not exist; for imports, that is
   *   a runtime error of the import statement
   */
  compile(...modules: EntryModules): Program;
  /**
   * Checks a module for compile errors, without its imports, in a fraction of the time of
   * `compile`.
   *
   * @throws WrenCompileError like `compile`
   */
  check(module: string): void;
}

/**
 * Makes an interpreter.
 *
 * @throws TypeError if a native of a host class has no declared cost
 * @throws WrenCompileError if the Wren part of a host class has errors
 */
export function createInterpreter(options: InterpreterOptions): Interpreter {
  const { classes = [], query: queryMethods = {}, findForeign = () => undefined } = options;
  const core = loadCore();
  const made = classes.map(makeHostClass);
  const scope = new Map<string, Value>([...core.variables, ...made]);
  const { modules, checkQuery, sourceLimits } = options;
  const loader = new GraphLoader(modules, scope.keys(), checkQuery, sourceLimits);
  const query = makeQueryClass(queryMethods);
  const natives = findSuspending(classes, queryMethods);
  const written = completeHostClasses(classes, new Map(made), core.variables);
  const facts = {
    coreCode: [...core.code, ...written],
    hostSignatures: [...natives, ...written.flatMap(({ reachedBy }) => reachedBy)],
  };
  const load = (...entries: EntryModules) => {
    const graph = loader.load(entries, () => false);
    for (const entry of entries) checkEntry(entry, graph.get(entry));
    return graph;
  };
  return {
    check(module) {
      checkEntry(module, loader.loadModule(module));
    },
    compile(...entries) {
      const graph = load(...entries);
      const compiled = compileProgram(graph, facts);
      return new Program({ entries, facts, scope, loader, findForeign, query, ...compiled });
    },
  };
}

/** The signatures of the host's suspending natives. */
function findSuspending(classes: readonly HostClass[], query: Natives): readonly string[] {
  const all = [query, ...classes.flatMap(({ statics = {}, methods = {} }) => [statics, methods])];
  return all.flatMap((natives) =>
    Object.entries(natives).flatMap(([signature, native]) =>
      isSuspending(native) ? [signature] : [],
    ),
  );
}

/** Adds the Wren part of host classes. Returns its code. */
function completeHostClasses(
  classes: readonly HostClass[],
  made: ReadonlyMap<string, WrenClass>,
  variables: ReadonlyMap<string, Value>,
): readonly CodeNode[] {
  return classes.flatMap(({ name, source }) => {
    const native = made.get(name);
    if (source === undefined || native === undefined) return [];
    const scope = new Map([...variables, ...source.classes.map(makeHostClass)]);
    return completeClass(native, source.text, scope, findSuspending(source.classes, {}));
  });
}

function makeHostClass({ name, statics, methods }: HostClass): [string, WrenClass] {
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
