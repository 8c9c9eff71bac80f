/** From a resolved module to a JavaScript function. */
import { setFlagsFromString } from 'node:v8';
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

/** V8's own, in bytes of bytecode that a function executes between looks at whether it is hot. */
const usualBudget = 67_584;

const setBudget = (bytes: number) => setFlagsFromString(`--interrupt-budget=${bytes}`);

/** From V8 12 on, which Node.js 22 has, it counts calls instead, and optimizes for less. */
function hasBudget(): boolean {
  return Number.parseInt(process.versions.v8, 10) < 12;
}

/**
 * Has V8 optimize functions of this process five times later than it would on its own: for work
 * that is over, like the compiling of a program, by the time that optimizing it would pay. V8 does
 * that on the cores which it shares with the work. Later releases are left alone: with them, to
 * put it off was measured not to pay.
 *
 * @returns a function that lets V8 go on as usual
 */
export function putOffOptimizing(): () => void {
  if (!hasBudget()) return () => undefined;
  setBudget(5 * usualBudget);
  return () => setBudget(usualBudget);
}
