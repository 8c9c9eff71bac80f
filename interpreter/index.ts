/** The interpreter's only door: everything outside of this folder imports from here. */
import { currentExecution } from './runtime/execution.js';

export type { Diagnostic } from './diagnostics/diagnostic.js';
export type { ForeignBinder, ForeignClass } from './foreign/foreign-class.js';
export { WrenCompileError } from './modules/compile-error.js';
export {
  createInterpreter,
  type HostClass,
  type Interpreter,
  type InterpreterOptions,
} from './modules/interpreter.js';
export { isLibraryModule } from './modules/library.js';
export type { ModuleLoader } from './modules/loader.js';
export { Instance, Program } from './modules/program.js';
export { putOffOptimizing } from './put-off-optimizing.js';
export { abort, WrenAbort } from './runtime/abort.js';
export type { Limits, RunOptions } from './runtime/budget.js';
export { fromBytes, toBytes } from './runtime/bytes.js';
export {
  checkCount,
  checkFunction,
  checkInteger,
  checkNonEmptyString,
  checkNumber,
  checkString,
} from './runtime/check.js';
export type { Native, Natives } from './runtime/class.js';
export { isKey, WrenMap } from './runtime/map.js';
export { WrenQuery } from './runtime/query.js';
export {
  type RuntimeErrorKind,
  type TraceFrame,
  WrenRuntimeError,
} from './runtime/runtime-error.js';
export { type SlowNative, suspending } from './runtime/suspending.js';
export {
  classOf,
  isTruthy,
  type Value,
  WrenClass,
  WrenFn,
  WrenList,
  WrenNull,
  WrenObject,
  WrenRange,
  wrenNull,
} from './runtime/values.js';

/** The `host` of the run to which the calling native belongs. */
export function currentHost(): unknown {
  return currentExecution().host;
}

/** Natives that take memory piece by piece look at the clock once for so many bytes. */
const bytesPerPoll = 65_536;
let bytesSincePoll = 0;

/**
 * Called by natives before they make something large, and as it grows: counts against the memory
 * of the run that they belong to. Ends the run when it may not have that many bytes, or when its
 * time is over.
 */
export function reserveMemory(bytes: number): void {
  const execution = currentExecution();
  execution.reserve(bytes);
  bytesSincePoll += bytes;
  if (bytesSincePoll < bytesPerPoll) return;
  bytesSincePoll = 0;
  execution.poll();
}
