/** The interpreter's only door: everything outside of this folder imports from here. */
import { currentExecution } from './runtime/execution.js';

export type { ForeignBinder, ForeignClass } from './foreign/foreign-class.js';
export { putOffOptimizing } from './program/compile-module.js';
export {
  createInterpreter,
  type HostClass,
  type HostSource,
  type Interpreter,
  type InterpreterOptions,
} from './program/interpreter.js';
export { isLibraryModule } from './program/library.js';
export type { ModuleLoader, QueryCheck } from './program/module-graph.js';
export { Instance, Program } from './program/program.js';
export type { Limits, Resume, RunOptions, RunSignal } from './runtime/budget.js';
export { charge } from './runtime/charge.js';
export {
  checkCount,
  checkFunction,
  checkInteger,
  checkNonEmptyString,
  checkNumber,
  checkString,
} from './runtime/check.js';
export {
  abort,
  type RuntimeErrorKind,
  type TraceFrame,
  WrenAbort,
  WrenRuntimeError,
} from './runtime/errors.js';
export type { Execution } from './runtime/execution.js';
export { WrenFiber } from './runtime/fiber.js';
export { chargeLong, joined, TextBuilder } from './runtime/long-text.js';
export { isKey, WrenMap } from './runtime/map.js';
export {
  constantTime,
  linearTime,
  longTime,
  type Method,
  metered,
  type Native,
  type Natives,
} from './runtime/native.js';
export { WrenQuery } from './runtime/query.js';
export { createAttempt, isWithinTry, raiseAgain } from './runtime/scheduler.js';
export { type SuspendingMethod, suspending } from './runtime/suspending.js';
export { fromBytes, toBytes } from './runtime/utf8.js';
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
export { WrenCompileError } from './source/compile-error.js';
export type { Diagnostic } from './source/diagnostic.js';

/** The `host` of the run to which the calling native belongs. */
export function currentHost(): unknown {
  return currentExecution().host;
}

/**
 * Called by natives before they take memory, and as it grows: counts against what the run that they
 * belong to may have. Ends the run when it may not have that many bytes, or when its time is over.
 */
export function reserveMemory(bytes: number): void {
  currentExecution().reserve(bytes);
}

/**
 * Called by natives before they make what may take that many bytes, or less: ends the run when it
 * may not have so much at all.
 */
export function permitMemory(bytes: number): void {
  currentExecution().permit(bytes);
}
