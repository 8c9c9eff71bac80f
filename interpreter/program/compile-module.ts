/** Compiles resolved modules to JavaScript functions. */
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import type { EmitOptions } from '../emit/context.js';
import { type EmittedModule, emitModule, type ModuleCode } from '../emit/emit-module.js';
import type { ResolvedModule } from '../resolve/resolved-ast.js';
import type { Intrinsics } from '../runtime/intrinsics.js';
import type { TraceTables } from '../runtime/trace.js';
import type { Value } from '../runtime/values.js';

/** Argument of the emitted function. */
export interface ModuleRuntime extends Intrinsics {
  /** Values of the module's implicit variables, in its order. */
  readonly variables: readonly Value[];
}

type Instantiate = (runtime: ModuleRuntime) => ModuleCode;

/** A compiled module. */
export interface CompiledModule extends TraceTables, EmittedModule {
  /** Name of the script in JavaScript stack traces. */
  readonly file: string;
  /** Makes an instance of the module. */
  readonly instantiate: Instantiate;
}

let modulesSoFar = 0;

/** Compiles a module; `name` appears in stack traces. */
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

/** Makes a function of the text emitted for a module. */
export function compileText(text: string, file: string): Instantiate {
  return new Script(text, { filename: file }).runInThisContext();
}

/**
 * V8's default interrupt budget: bytes of bytecode that a function executes between checks for
 * hotness.
 */
const usualBudget = 67_584;

const setBudget = (bytes: number) => setFlagsFromString(`--interrupt-budget=${bytes}`);

/** Whether V8 has this budget. V8 12 (Node.js 22) counts calls instead, and optimizes earlier. */
function hasBudget(): boolean {
  return Number.parseInt(process.versions.v8, 10) < 12;
}

/**
 * Raises V8's interrupt budget fivefold for this process, so that V8 optimizes functions later.
 * Useful while a process compiles a program that it runs once: optimized code would hardly be used,
 * and optimizing takes time of the same cores. Does nothing from Node.js 22 on, where no gain was
 * measured.
 *
 * @returns a function that restores the default
 */
export function putOffOptimizing(): () => void {
  if (!hasBudget()) return () => undefined;
  setBudget(5 * usualBudget);
  return () => setBudget(usualBudget);
}
