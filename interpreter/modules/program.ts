import { WrenAbort } from '../runtime/abort.js';
import { BudgetedExecution, type RunOptions } from '../runtime/budget.js';
import type { Execution } from '../runtime/execution.js';
import { switched } from '../runtime/fiber.js';
import { messages } from '../runtime/messages.js';
import { send } from '../runtime/operators.js';
import { drive, resumeWithError, resumeWithValue, Schedule } from '../runtime/scheduler.js';
import { type Value, wrenNull } from '../runtime/values.js';
import { ProgramInstance, type ProgramParts } from './program-instance.js';
import { runWith } from './run.js';

/** How many instances are kept for runs to come; a burst of runs that wait makes more. */
const maximumIdle = 16;

/** A module and all it imports, compiled once, to be run any number of times. */
export class Program {
  readonly #parts: ProgramParts;
  readonly #idle: ProgramInstance[] = [];

  constructor(parts: ProgramParts) {
    this.#parts = parts;
  }

  /** Whether a run may wait for the host, and so has to be run with `runAsync`. */
  get mayWait(): boolean {
    return this.#parts.isMainResumable;
  }

  /**
   * Runs the entry module from its first line, all module variables being new.
   *
   * @returns the value of the top-level `return`, Wren's null without one
   * @throws WrenRuntimeError
   */
  run(options: RunOptions = {}): Value {
    const instance = this.#takeInstance();
    try {
      return runOnce(instance, new BudgetedExecution(options), new Schedule());
    } finally {
      this.#giveBack(instance);
    }
  }

  /**
   * As `run`, for programs that may wait for the host; other runs go on meanwhile.
   *
   * @throws WrenRuntimeError
   */
  async runAsync(options: RunOptions = {}): Promise<Value> {
    const instance = this.#takeInstance();
    try {
      return await runToEnd(instance, new BudgetedExecution(options));
    } finally {
      this.#giveBack(instance);
    }
  }

  /**
   * Runs the program and keeps its variables, for a host that goes on to use its objects.
   *
   * @throws WrenRuntimeError
   */
  instantiate(options: RunOptions = {}): Instance {
    const execution = new BudgetedExecution(options);
    const instance = new ProgramInstance(this.#parts);
    const result = runOnce(instance, execution, new Schedule());
    return new Instance(instance, execution, this.#parts.entry, result);
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

/** Runs a program that does not wait for anything. */
function runOnce(instance: ProgramInstance, execution: Execution, schedule: Schedule): Value {
  return runWith(execution, schedule, instance.findTables, () => {
    const result = instance.run();
    return result === switched ? resumeWithError(new WrenAbort(messages.cannotSwitch())) : result;
  });
}

/** Runs a program, and waits with it for what it waits for. */
async function runToEnd(instance: ProgramInstance, execution: Execution): Promise<Value> {
  const schedule = new Schedule();
  schedule.mayWait = true;
  const runPart = (part: () => Value) => runWith(execution, schedule, instance.findTables, part);
  let result = runPart(() => instance.run());
  while (result === switched) {
    const next = await settle(schedule.waiting);
    result = runPart(next);
  }
  return result;
}

/** How a run goes on when what it waits for is there. */
async function settle(promise: Promise<Value> | undefined): Promise<() => Value> {
  try {
    const value = await promise;
    return () => resumeWithValue(value ?? wrenNull);
  } catch (error) {
    return () => resumeWithError(error);
  }
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
    return this.#instance.variable(name);
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
