import type { Limits } from '../runtime/budget.js';
import type { Value } from '../runtime/values.js';

/** What one run of a program is given. */
export interface RunOptions {
  /** What `currentHost()` returns to natives during the run. */
  readonly host?: unknown;
  /** Takes what the script prints, as byte strings; without it output is dropped. */
  readonly write?: (bytes: string) => void;
  readonly limits?: Limits;
}

/** A module and all it imports, compiled once, to be run any number of times. */
export interface Program {
  /**
   * Runs the entry module from its first line, all module variables being new.
   *
   * @returns the value of the top-level `return`, Wren's null without one
   * @throws WrenRuntimeError
   */
  run(options?: RunOptions): Value;
  /** As `run`, but natives may suspend the script until a promise settles. */
  runAsync(options?: RunOptions): Promise<Value>;
  /** Runs the program and keeps its variables, for a host that goes on to use its objects. */
  instantiate(options?: RunOptions): Instance;
}

/** A program that has run, with its module variables. */
export interface Instance {
  /** What the entry module returned. */
  readonly result: Value;
  /** A variable of the entry module; undefined if it has none of that name. */
  variable(name: string): Value | undefined;
  /**
   * Calls a method by its signature (`add(_)`, `count`, `[_]`) with the instance's execution.
   *
   * @throws WrenRuntimeError
   */
  call(receiver: Value, signature: string, ...values: Value[]): Value;
}
