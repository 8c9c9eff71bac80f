/**
 * The public API of the interpreter, and the only file that other folders import. All strings that
 * scripts see are byte strings (`toBytes`, `fromBytes`). The guide is
 * `docs/embedding-the-interpreter.md`.
 */
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
export type { ModuleLoader, QueryCheck, SourceLimits } from './program/module-graph.js';
export { Instance, Program } from './program/program.js';
export {
  allowedGrowth,
  type Limits,
  memoryInUse,
  type Resume,
  type RunOptions,
  type RunSignal,
} from './runtime/budget.js';
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
export { reserveStack } from './runtime/stack.js';
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

/** The host of the current run (`RunOptions.host`), for natives; undefined outside of runs. */
export function currentHost(): unknown {
  return currentExecution().host;
}

/**
 * Charges the current run for memory. Natives call it before they allocate, and as a value grows.
 *
 * @throws WrenAbort if the run exceeds its memory or time limit, which no fiber catches
 */
export function reserveMemory(bytes: number): void {
  currentExecution().reserve(bytes);
}

/**
 * Checks memory against the limit of the current run without charging it. Natives call it before
 * they make a value of at most that many bytes.
 *
 * @throws WrenAbort if the bytes exceed the run's memory limit, which no fiber catches
 */
export function permitMemory(bytes: number): void {
  currentExecution().permit(bytes);
}
