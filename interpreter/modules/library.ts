/** The modules that come with the interpreter: the core, and those that scripts may import. */
import { coreScope, coreSource, coreVariables, startCoreClass } from '../core/core-library.js';
import { randomScope, randomSource } from '../core/random.js';
import { type CodeNode, collectCode } from '../emit/call-graph.js';
import { findRecursion } from '../emit/recursion.js';
import { analyzeCore } from '../emit/suspension.js';
import { createMetaScope, metaNames, metaSource, type ProgramAccess } from '../foreign/meta.js';
import { analyze } from '../resolve/resolve.js';
import { WrenQuery } from '../runtime/query.js';
import type { Value } from '../runtime/values.js';
import { SourceFile } from '../source/source-file.js';
import { createCompileError } from './compile-error.js';
import { compileModule } from './compile-module.js';
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

export function findLibraryModule(name: string): LibraryModule | undefined {
  return libraryModules.get(name);
}

/** The code of the core library, which is part of every program. */
let coreCode: readonly CodeNode[] | undefined;

/** What every program has without importing it. */
export interface Core {
  /** The variables that every module has. */
  readonly variables: ReadonlyMap<string, Value>;
  /** The functions that are written in Wren. */
  readonly code: readonly CodeNode[];
}

/** The core library; the first call completes it. */
export function loadCore(): Core {
  coreCode ??= runCore();
  return { variables: coreVariables, code: coreCode };
}

const refuseImport = (name: string): never => {
  throw new Error(`The core library imports the module '${name}'.`);
};

function runCore(): readonly CodeNode[] {
  const source = new SourceFile('core', coreSource);
  const { module, diagnostics } = analyze(source, { isImplicit: (name) => coreScope.has(name) });
  if (module === undefined) throw createCompileError(source, diagnostics);
  const code = collectCode(module);
  const compiled = compileModule('core', module, {
    isCore: true,
    suspension: analyzeCore(code),
    recursion: findRecursion(code),
    outer: new Set(),
    isOpen: false,
    imported: new Set(),
  });
  const runtime = createRuntime(compiled, coreScope, {
    startClass: startCoreClass,
    query: WrenQuery,
    findForeign: () => undefined,
    importModule: refuseImport,
    importResumably: refuseImport,
    findVariable: refuseImport,
    outer: {},
    isHidden: true,
  });
  compiled.instantiate(runtime).body();
  return code;
}
