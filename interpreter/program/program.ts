import { BudgetedExecution, type RunOptions } from '../runtime/budget.js';
import { WrenAbort } from '../runtime/errors.js';
import type { Execution } from '../runtime/execution.js';
import { switched } from '../runtime/fiber.js';
import { messages } from '../runtime/messages.js';
import { send } from '../runtime/operators.js';
import { drive, resumeWithError, Schedule } from '../runtime/scheduler.js';
import type { Value } from '../runtime/values.js';
import { ProgramInstance, type ProgramParts } from './program-instance.js';
import { ProgramRun, runWith } from './program-run.js';

/** How many instances are kept for runs to come; a burst of suspended runs makes more. */
const maximumIdle = 16;

/** A module, or several, and all they import: compiled once, to be run any number of times. */
export class Program {
  readonly #parts: ProgramParts;
  readonly #idle: ProgramInstance[] = [];

  constructor(parts: ProgramParts) {
    this.#parts = parts;
  }

  /** Whether a run may be suspended by the host, and so has to be begun with `start`. */
  get maySuspend(): boolean {
    return this.#parts.isMainResumable;
  }

  /**
   * Runs the entry modules, each from its first line, all module variables being new.
   *
   * @returns the value of the last one's top-level `return`, Wren's null without one
   * @throws WrenRuntimeError
   */
  run(options: RunOptions = {}): Value {
    const result = this.#begin(options, false);
    // A run that may not be suspended fails where it would have to be.
    return result as Value;
  }

  /**
   * As `run`, for programs that the host may suspend; other runs go on meanwhile.
   *
   * @returns the value at once when the run was never suspended
   * @throws WrenRuntimeError, at once or later
   */
  start(options: RunOptions = {}): Value | Promise<Value> {
    return this.#begin(options, true);
  }

  #begin(options: RunOptions, maySuspend: boolean): Value | Promise<Value> {
    const instance = this.#takeInstance();
    const run = new ProgramRun(instance, this.#parts.entries, options, maySuspend);
    let result: Value | Promise<Value> | undefined;
    try {
      result = run.proceed();
    } finally {
      if (!(result instanceof Promise)) this.#giveBack(instance);
    }
    return result instanceof Promise ? result.finally(() => this.#giveBack(instance)) : result;
  }

  /**
   * Runs the first entry module and keeps the variables, for a host that goes on to use its objects.
   *
   * @throws WrenRuntimeError
   */
  instantiate(options: RunOptions = {}): Instance {
    const execution = new BudgetedExecution(options);
    const instance = new ProgramInstance(this.#parts);
    const [entry] = this.#parts.entries;
    const result = runOnce(instance, entry, execution);
    return new Instance(instance, execution, entry, result);
  }

  #takeInstance(): ProgramInstance {
    return this.#idle.pop() ?? new ProgramInstance(this.#parts);
  }

  #giveBack(instance: ProgramInstance): void {
    if (this.#idle.length >= maximumIdle) return;
    instance.reset();
    this.#idle.push(instance);
  }
}

/** Runs an entry module without ever suspending it. */
function runOnce(instance: ProgramInstance, entry: string, execution: Execution): Value {
  return runWith(execution, new Schedule(), instance.findTables, () => {
    const result = instance.run(entry);
    return result === switched ? resumeWithError(new WrenAbort(messages.cannotSwitch())) : result;
  });
}

/** A program that has run, with its module variables. */
export class Instance {
  /** What the entry module returned. */
  readonly result: Value;
  readonly #instance: ProgramInstance;
  readonly #execution: Execution;
  readonly #entry: string;

  constructor(instance: ProgramInstance, execution: Execution, entry: string, result: Value) {
    this.result = result;
    this.#instance = instance;
    this.#execution = execution;
    this.#entry = entry;
  }

  /** A variable of the entry module; undefined if it has none of that name. */
  variable(name: string): Value | undefined {
    return this.#instance.variable(this.#entry, name);
  }

  /**
   * Calls a method by its signature (`add(_)`, `count`, `[_]`) with the instance's execution.
   *
   * @throws WrenRuntimeError
   */
  call(receiver: Value, signature: string, ...values: Value[]): Value {
    return this.#run(() => send(receiver, signature, ...values));
  }

  /**
   * Runs more code in the entry module, whose variables it sees and adds to.
   *
   * @param source a byte string
   * @param isExpression whether it is a single expression; its value is the result
   * @throws WrenCompileError when it has errors; then nothing has been run
   * @throws WrenRuntimeError
   */
  evaluate(source: string, isExpression: boolean): Value {
    const { code, resumable } = this.#instance.evaluate(this.#entry, source, isExpression);
    return this.#run(() => {
      const result = resumable === undefined ? code() : resumable();
      return result === switched ? drive(undefined) : result;
    });
  }

  #run(code: () => Value): Value {
    return runWith(this.#execution, new Schedule(), this.#instance.findTables, code);
  }
}
