/** The interpreter's only door: everything outside of this folder imports from here. */
import type { Interpreter, InterpreterOptions } from './modules/interpreter.js';

export type { HostClass, Interpreter, InterpreterOptions } from './modules/interpreter.js';
export type { ModuleLoader } from './modules/loader.js';
export type { Instance, Program, RunOptions } from './modules/program.js';
export { abort } from './runtime/abort.js';
export type { Limits } from './runtime/budget.js';
export type { Native, Natives } from './runtime/class.js';
export {
  type RuntimeErrorKind,
  type TraceFrame,
  WrenRuntimeError,
} from './runtime/runtime-error.js';
export {
  classOf,
  isTruthy,
  type Value,
  WrenClass,
  WrenList,
  WrenNull,
  WrenObject,
  wrenNull,
} from './runtime/values.js';

/** Makes an interpreter: a set of modules and host classes that programs share. */
export declare function createInterpreter(options: InterpreterOptions): Interpreter;

/** The `host` of the run to which the calling native belongs. */
export declare function currentHost(): unknown;
