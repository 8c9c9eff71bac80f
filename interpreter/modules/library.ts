/** The modules that come with the interpreter: the core, and those that scripts may import. */
import { coreScope, coreSource, coreVariables, createCoreClass } from '../core/core-library.js';
import { randomScope, randomSource } from '../core/random.js';
import { analyze } from '../resolve/resolve.js';
import type { Value } from '../runtime/values.js';
import { SourceFile } from '../source/source-file.js';
import { createCompileError } from './compile-error.js';
import { compileModule } from './compile-module.js';
import { createRuntime } from './module-runtime.js';

/** A module that any script may import unless the host has one of that name. */
export interface LibraryModule {
  /** Its text, a byte string. */
  readonly source: string;
  /** What only this module sees without declaring it. */
  readonly scope: ReadonlyMap<string, Value>;
}

const libraryModules: ReadonlyMap<string, LibraryModule> = new Map([
  ['random', { source: randomSource, scope: randomScope }],
]);

export function findLibraryModule(name: string): LibraryModule | undefined {
  return libraryModules.get(name);
}

let isCoreComplete = false;

/** The variables that every module has. The first call completes the core library. */
export function loadCore(): ReadonlyMap<string, Value> {
  if (!isCoreComplete) {
    isCoreComplete = true;
    runCore();
  }
  return coreVariables;
}

function runCore(): void {
  const source = new SourceFile('core', coreSource);
  const { module, diagnostics } = analyze(source, { isImplicit: (name) => coreScope.has(name) });
  if (module === undefined) throw createCompileError(source, diagnostics);
  const compiled = compileModule('core', module, { isCore: true });
  const code = compiled.instantiate(
    createRuntime(compiled, coreScope, { createClass: createCoreClass }),
  );
  code.body();
}
