/** Runs programs, and turns errors of scripts into errors for the host. */
import { BudgetAbort, BudgetedExecution, type Resume, type RunOptions } from '../runtime/budget.js';
import { WrenAbort, WrenRuntimeError } from '../runtime/errors.js';
import { type Execution, switchExecution } from '../runtime/execution.js';
import { switched } from '../runtime/fiber.js';
import { messages } from '../runtime/messages.js';
import {
  resumeWithError,
  resumeWithValue,
  runIn,
  Schedule,
  toAbort,
} from '../runtime/scheduler.js';
import { type FindTables, readTrace } from '../runtime/trace.js';
import { type Value, wrenNull } from '../runtime/values.js';
import type { EntryModules, ProgramInstance } from './program-instance.js';

/** Turns an error of the script into one for the host; other errors stay unchanged. */
function toRuntimeError(error: unknown, findTables: FindTables): unknown {
  const failure = toAbort(error);
  if (failure === undefined) return error;
  const kind = failure instanceof BudgetAbort ? 'budget' : 'error';
  const { value, cause } = failure;
  return new WrenRuntimeError(kind, value, readTrace(failure, findTables), { cause });
}

/**
 * Runs code of a script with its execution and its fibers.
 *
 * @throws WrenRuntimeError if the script fails
 */
export function runWith(
  execution: Execution,
  schedule: Schedule,
  findTables: FindTables,
  code: () => Value,
): Value {
  const previous = switchExecution(execution);
  try {
    return runIn(schedule, code);
  } catch (error) {
    throw toRuntimeError(error, findTables);
  } finally {
    switchExecution(previous);
  }
}

/** A run of a program's entry modules, in order. */
export class ProgramRun {
  readonly #instance: ProgramInstance;
  readonly #entries: EntryModules;
  readonly #options: RunOptions;
  readonly #execution: BudgetedExecution;
  readonly #maySuspend: boolean;
  #next = 0;

  constructor(
    instance: ProgramInstance,
    entries: EntryModules,
    options: RunOptions,
    maySuspend: boolean,
  ) {
    this.#instance = instance;
    this.#entries = entries;
    this.#options = options;
    this.#execution = new BudgetedExecution(options);
    this.#maySuspend = maySuspend;
  }

  /**
   * Runs the remaining entry modules.
   *
   * @returns the value of the last module; a promise if the run is suspended
   * @throws WrenRuntimeError if the script fails
   */
  proceed(): Value | Promise<Value> {
    let result: Value = wrenNull;
    while (this.#next < this.#entries.length) {
      const entry = this.#entries[this.#next] as string;
      this.#next++;
      const schedule = new Schedule();
      schedule.maySuspend = this.#maySuspend;
      result = this.#runPart(schedule, () => this.#instance.run(entry));
      if (result === switched) return this.#resume(schedule);
      if (this.#next < this.#entries.length && this.#options.isOver?.()) break;
    }
    return result;
  }

  /** Resumes an entry module until it ends, then runs the remaining ones. */
  async #resume(schedule: Schedule): Promise<Value> {
    const { resume = resumeAtOnce, isOver } = this.#options;
    let result: Value = switched;
    while (result === switched) {
      let next: () => Value;
      try {
        const value = await this.#execution.suspendUntil(schedule.awaited ?? nothingAwaited());
        next = () => resumeWithValue(value);
      } catch (error) {
        next = () => resumeWithError(error);
      }
      result = await resume(() => this.#runPart(schedule, next));
    }
    return this.#next === this.#entries.length || isOver?.() === true ? result : this.proceed();
  }

  #runPart(schedule: Schedule, code: () => Value): Value {
    return runWith(this.#execution, schedule, this.#instance.findTables, code);
  }
}

const resumeAtOnce: Resume = async (code) => code();

/** Rejects, for a run that is suspended without a promise. */
function nothingAwaited(): Promise<never> {
  return Promise.reject(new WrenAbort(messages.cannotSwitch()));
}
