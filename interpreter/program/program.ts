/** Programs and instances, the interface of compiled code for hosts. */
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

/** Number of idle instances kept for further runs. */
const maximumIdle = 16;

/** A compiled set of modules, which can be run any number of times. Runs share no state. */
export class Program {
  readonly #parts: ProgramParts;
  readonly #idle: ProgramInstance[] = [];

  constructor(parts: ProgramParts) {
    this.#parts = parts;
  }

  /** Whether a run may be suspended, so that the host should begin it by `start`. */
  get maySuspend(): boolean {
    return this.#parts.isMainResumable;
  }

  /**
   * Runs the entry modules in order, each from its first line, with fresh module variables.
   *
   * @returns the value of the last module's top-level `return`. Default: Wren's null
   * @throws WrenRuntimeError if the script fails, exceeds a limit or is cancelled
   */
  run(options: RunOptions = {}): Value {
    const result = this.#begin(options, false);
    // Without suspensions, the result is not a promise.
    return result as Value;
  }

  /**
   * Like `run`, but suspending natives may suspend the run, while other runs continue.
   *
   * @returns the value, or a promise if the run is suspended
   * @throws WrenRuntimeError like `run`; the promise rejects with it
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
   * Runs the first entry module and keeps its variables, so that the host can use its objects.
   *
   * @param options also apply to later calls, which share the limits; time counts from now on
   * @throws WrenRuntimeError if the script fails, exceeds a limit or is cancelled
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
    if (this.#idle.length >= maximumIdle || instance.hasEvaluated) return;
    instance.reset();
    this.#idle.push(instance);
  }
}

/** Runs an entry module that cannot be suspended. */
function runOnce(instance: ProgramInstance, entry: string, execution: Execution): Value {
  return runWith(execution, new Schedule(), instance.findTables, () => {
    const result = instance.run(entry);
    return result === switched ? resumeWithError(new WrenAbort(messages.cannotSwitch())) : result;
  });
}

/** A program that has run, with its module variables. It cannot be suspended. */
export class Instance {
  /** The value of the entry module's top-level `return`. */
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

  /**
   * The value of a variable of the entry module, by its name as byte string; undefined for none.
   */
  variable(name: string): Value | undefined {
    return this.#instance.variable(this.#entry, name);
  }

  /**
   * Calls a method of a value by its signature, such as `add(_)`, `count` or `[_]`.
   *
   * @throws WrenRuntimeError if the script fails, exceeds a limit or is cancelled
   */
  call(receiver: Value, signature: string, ...values: Value[]): Value {
    return this.#run(() => send(receiver, signature, ...values));
  }

  /**
   * Runs code in the entry module. It can use the module's variables and define more.
   *
   * @param source a byte string
   * @param isExpression whether the code is a single expression, whose value is the result
   * @throws WrenCompileError if the code has errors, before any of it runs
   * @throws WrenRuntimeError if the script fails, exceeds a limit or is cancelled
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
