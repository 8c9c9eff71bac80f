/** The modules of the interpreter: the core library, `random` and `meta`. */
import type { CodeNode } from '../analyze/call-graph.js';
import { coreScope, coreVariables, startCoreClass } from '../core/core-library.js';
import { randomScope, randomSource } from '../core/random.js';
import { createMetaScope, metaNames, metaSource, type ProgramAccess } from '../foreign/meta.js';
import { WrenQuery } from '../runtime/query.js';
import type { Value } from '../runtime/values.js';
import { compileText } from './compile-module.js';
import { loadCoreCode } from './core-code.js';
import { createRuntime } from './module-runtime.js';

/** A module that scripts may import, unless the host has a module of that name. */
export interface LibraryModule {
  /** The module's text, a byte string. */
  readonly source: string;
  /** Names of its implicit variables, besides those of all modules. */
  readonly names: Iterable<string>;
  /** Makes the values of these variables for a program. */
  readonly createScope: (program: ProgramAccess) => ReadonlyMap<string, Value>;
}

const libraryModules: ReadonlyMap<string, LibraryModule> = new Map([
  [
    'random',
    { source: randomSource, names: [...randomScope.keys()], createScope: () => randomScope },
  ],
  ['meta', { source: metaSource, names: metaNames, createScope: createMetaScope }],
]);

/**
 * Whether a module comes with the interpreter: `random` or `meta`. A host's module of that name
 * takes precedence.
 */
export function isLibraryModule(name: string): boolean {
  return libraryModules.has(name);
}

/** The library module of a name; undefined for none. */
export function findLibraryModule(name: string): LibraryModule | undefined {
  return libraryModules.get(name);
}

/** Functions of the core library in Wren; undefined until the library is loaded. */
let coreFunctions: readonly CodeNode[] | undefined;

/** The core library. */
export interface Core {
  /** Implicit variables of all modules. */
  readonly variables: ReadonlyMap<string, Value>;
  /** Functions written in Wren. */
  readonly code: readonly CodeNode[];
}

/** Loads the core library, once per process. */
export function loadCore(): Core {
  coreFunctions ??= runCore();
  return { variables: coreVariables, code: coreFunctions };
}

const rejectImport = (name: string): never => {
  throw new Error(`The core library must not import modules, but imports '${name}'.`);
};

function runCore(): readonly CodeNode[] {
  const { text, variables, functions } = loadCoreCode();
  const module = { module: 'core', variables, implicitCount: variables.length, attributes: [] };
  const runtime = createRuntime(module, coreScope, {
    startClass: startCoreClass,
    query: WrenQuery,
    findForeign: () => undefined,
    importModule: rejectImport,
    importResumably: rejectImport,
    findVariable: rejectImport,
    outer: {},
    tables: undefined,
  });
  compileText(text, 'wren:core')(runtime).body();
  return functions;
}
