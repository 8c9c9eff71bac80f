import { WrenAbort } from '../runtime/abort.js';
import { BudgetedExecution, type GoOn, type RunOptions } from '../runtime/budget.js';
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

/** A module, or several, and all they import: compiled once, to be run any number of times. */
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
   * Runs the entry modules, each from its first line, all module variables being new.
   *
   * @returns the value of the last one's top-level `return`, Wren's null without one
   * @throws WrenRuntimeError
   */
  run(options: RunOptions = {}): Value {
    const instance = this.#takeInstance();
    const execution = new BudgetedExecution(options);
    try {
      let result: Value = wrenNull;
      for (const entry of this.#parts.entries) {
        result = runOnce(instance, entry, execution);
        if (options.isOver?.()) break;
      }
      return result;
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
    const execution = new BudgetedExecution(options);
    try {
      let result: Value = wrenNull;
      for (const entry of this.#parts.entries) {
        result = await runToEnd(instance, entry, execution, options.goOn ?? goOnAtOnce);
        if (options.isOver?.()) break;
      }
      return result;
    } finally {
      this.#giveBack(instance);
    }
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

/** Runs an entry module that does not wait for anything. */
function runOnce(instance: ProgramInstance, entry: string, execution: Execution): Value {
  return runWith(execution, new Schedule(), instance.findTables, () => {
    const result = instance.run(entry);
    return result === switched ? resumeWithError(new WrenAbort(messages.cannotSwitch())) : result;
  });
}

const goOnAtOnce: GoOn = async (code) => code();

/** Runs an entry module, and waits with it for what it waits for. */
async function runToEnd(
  instance: ProgramInstance,
  entry: string,
  execution: BudgetedExecution,
  goOn: GoOn,
): Promise<Value> {
  const schedule = new Schedule();
  schedule.mayWait = true;
  const runPart = (part: () => Value) => runWith(execution, schedule, instance.findTables, part);
  let result = runPart(() => instance.run(entry));
  while (result === switched) {
    const next = await settle(execution.waitFor(schedule.waiting ?? Promise.resolve(wrenNull)));
    result = await goOn(() => runPart(next));
  }
  return result;
}

/** How a run goes on when what it waits for is there. */
async function settle(promise: Promise<Value>): Promise<() => Value> {
  try {
    const value = await promise;
    return () => resumeWithValue(value);
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
