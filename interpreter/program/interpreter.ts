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
import type { ModuleLoader } from './module-graph.js';
import { GraphLoader, type GraphModule, type QueryCheck } from './module-graph.js';
import { Program } from './program.js';
import type { EntryModules } from './program-instance.js';

/** A class that the host adds; every module sees it without an import. */
export interface HostClass {
  readonly name: string;
  /** Static methods by signature; their `this` is the class. */
  readonly statics?: Natives;
  /** Instance methods by signature; their `this` is the receiver. */
  readonly methods?: Natives;
  /** Methods in Wren, which may call blocks and be suspended. */
  readonly source?: HostSource;
}

/** The part of a host class that is written in Wren. Its functions do not appear in stack traces. */
export interface HostSource {
  /** A class statement, a byte string; all its methods count as suspending. */
  readonly text: string;
  /** Classes that only this text sees. */
  readonly classes: readonly HostClass[];
}

/** What an interpreter gets from its host. */
export interface InterpreterOptions {
  readonly modules: ModuleLoader;
  readonly classes?: readonly HostClass[];
  /** Methods of query literals by signature; their `this` is the WrenQuery. */
  readonly query?: Natives;
  /** Finds mistakes in query literals, which are compile errors then. */
  readonly checkQuery?: QueryCheck | undefined;
  /** Finds the host's part of foreign classes and methods that scripts declare. */
  readonly findForeign?: ForeignBinder;
}

/** Compiles programs that share modules and host classes. */
export interface Interpreter {
  /**
   * Compiles a module, given by its canonical name, and all modules that it imports. Of several
   * modules, a run runs one after the other; what they import is the same for all of them.
   *
   * @throws WrenCompileError when one of these modules has errors or cannot be loaded; those of an
   *   imported module are raised as runtime errors by the import statement
   */
  compile(...modules: EntryModules): Program;
  /**
   * Looks at a module as `compile` would do, in a fraction of its time.
   *
   * @throws WrenCompileError as `compile` does
   */
  check(module: string): void;
}

/** Makes an interpreter: a set of modules and host classes that programs share. */
export function createInterpreter(options: InterpreterOptions): Interpreter {
  const { classes = [], query: queryMethods = {}, findForeign = () => undefined } = options;
  const core = loadCore();
  const made = classes.map(makeHostClass);
  const scope = new Map<string, Value>([...core.variables, ...made]);
  const loader = new GraphLoader(options.modules, scope.keys(), options.checkQuery);
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
      load(module);
    },
    compile(...entries) {
      const graph = load(...entries);
      const compiled = compileProgram(graph, facts);
      return new Program({ entries, facts, scope, loader, findForeign, query, ...compiled });
    },
  };
}

/** The signatures of the host's natives that may suspend a script. */
function findSuspending(classes: readonly HostClass[], query: Natives): readonly string[] {
  const all = [query, ...classes.flatMap(({ statics = {}, methods = {} }) => [statics, methods])];
  return all.flatMap((natives) =>
    Object.entries(natives).flatMap(([signature, native]) =>
      isSuspending(native) ? [signature] : [],
    ),
  );
}

/** Adds what is written in Wren to the classes that have some. Returns its code. */
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
