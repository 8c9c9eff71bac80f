/** From a resolved module to a JavaScript function. */
import { Script } from 'node:vm';
import type { EmitOptions } from '../emit/context.js';
import { type EmittedModule, emitModule, type ModuleCode } from '../emit/emit-module.js';
import type { ResolvedModule } from '../resolve/resolved-ast.js';
import type { Intrinsics } from '../runtime/intrinsics.js';
import type { TraceTables } from '../runtime/trace.js';
import type { Value } from '../runtime/values.js';

/** What the emitted function is called with. */
export interface ModuleRuntime extends Intrinsics {
  /** The core and host classes that the module mentions, in its order. */
  readonly variables: readonly Value[];
}

type Instantiate = (runtime: ModuleRuntime) => ModuleCode;

/** A module ready to be instantiated. */
export interface CompiledModule extends TraceTables, EmittedModule {
  /** The script's file name in JavaScript stack traces. */
  readonly file: string;
  readonly instantiate: Instantiate;
}

let modulesSoFar = 0;

/** Compiles a module; `name` is what stack traces call it. */
export function compileModule(
  name: string,
  resolved: ResolvedModule,
  options: Omit<EmitOptions, 'moduleId'>,
): CompiledModule {
  modulesSoFar++;
  const emitted = emitModule(resolved, { ...options, moduleId: modulesSoFar });
  const file = `wren:${modulesSoFar}`;
  return { ...emitted, module: name, file, instantiate: compileText(emitted.text, file) };
}

/** Makes a function of the text that has been emitted for a module. */
export function compileText(text: string, file: string): Instantiate {
  return new Script(text, { filename: file }).runInThisContext();
}
