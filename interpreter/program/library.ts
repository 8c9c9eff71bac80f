/** The modules that come with the interpreter: the core, and those that scripts may import. */

import type { CodeNode } from '../analyze/call-graph.js';
import { coreScope, coreVariables, startCoreClass } from '../core/core-library.js';
import { randomScope, randomSource } from '../core/random.js';
import { createMetaScope, metaNames, metaSource, type ProgramAccess } from '../foreign/meta.js';
import { WrenQuery } from '../runtime/query.js';
import type { Value } from '../runtime/values.js';
import { compileText } from './compile-module.js';
import { loadCoreCode } from './core-code.js';
import { createRuntime } from './module-runtime.js';

/** A module that any script may import unless the host has one of that name. */
export interface LibraryModule {
  /** Its text, a byte string. */
  readonly source: string;
  /** The variables that only this module sees without declaring them. */
  readonly names: Iterable<string>;
  /** Their values in a program. */
  readonly createScope: (program: ProgramAccess) => ReadonlyMap<string, Value>;
}

const libraryModules: ReadonlyMap<string, LibraryModule> = new Map([
  [
    'random',
    { source: randomSource, names: [...randomScope.keys()], createScope: () => randomScope },
  ],
  ['meta', { source: metaSource, names: metaNames, createScope: createMetaScope }],
]);

/** Whether scripts may import a module of that name although their host has none. */
export function isLibraryModule(name: string): boolean {
  return libraryModules.has(name);
}

/** The module of that name; undefined when none comes with the interpreter. */
export function findLibraryModule(name: string): LibraryModule | undefined {
  return libraryModules.get(name);
}

/** The functions of the core library, which are part of every program. */
let coreFunctions: readonly CodeNode[] | undefined;

/** What every program has without importing it. */
export interface Core {
  /** The variables that every module has. */
  readonly variables: ReadonlyMap<string, Value>;
  /** The functions that are written in Wren. */
  readonly code: readonly CodeNode[];
}

/** The core library; the first call completes it. */
export function loadCore(): Core {
  coreFunctions ??= runCore();
  return { variables: coreVariables, code: coreFunctions };
}

const refuseImport = (name: string): never => {
  throw new Error(`The core library imports the module '${name}'.`);
};

function runCore(): readonly CodeNode[] {
  const { text, variables, functions } = loadCoreCode();
  const module = { module: 'core', variables, implicitCount: variables.length, attributes: [] };
  const runtime = createRuntime(module, coreScope, {
    startClass: startCoreClass,
    query: WrenQuery,
    findForeign: () => undefined,
    importModule: refuseImport,
    importResumably: refuseImport,
    findVariable: refuseImport,
    outer: {},
    tables: undefined,
  });
  compileText(text, 'wren:core')(runtime).body();
  return functions;
}
