import { WrenAbort } from '../runtime/abort.js';
import { BudgetedExecution, type RunOptions } from '../runtime/budget.js';
import { switched } from '../runtime/fiber.js';
import { messages } from '../runtime/messages.js';
import { resumeWithError, resumeWithValue, Schedule } from '../runtime/scheduler.js';
import { type Value, wrenNull } from '../runtime/values.js';
import type { EntryModules, ProgramInstance } from './program-instance.js';
import { runWith } from './run.js';

/** A run of the entry modules of a program, one after the other. */
export class ProgramRun {
  readonly #instance: ProgramInstance;
  readonly #entries: EntryModules;
  readonly #options: RunOptions;
  readonly #execution: BudgetedExecution;
  readonly #mayWait: boolean;
  #schedule = new Schedule();
  #next = 0;

  constructor(
    instance: ProgramInstance,
    entries: EntryModules,
    options: RunOptions,
    mayWait: boolean,
  ) {
    this.#instance = instance;
    this.#entries = entries;
    this.#options = options;
    this.#execution = new BudgetedExecution(options);
    this.#mayWait = mayWait;
  }

  /**
   * Runs the entry modules that are left.
   *
   * @returns the last one's value: later when the run has to wait
   * @throws WrenRuntimeError
   */
  goOn(): Value | Promise<Value> {
    let result: Value = wrenNull;
    while (this.#next < this.#entries.length) {
      const entry = this.#entries[this.#next] ?? '';
      this.#next++;
      this.#schedule = new Schedule();
      this.#schedule.mayWait = this.#mayWait;
      result = this.#runPart(() => this.#instance.run(entry));
      if (result === switched) return this.#wait();
      if (this.#options.isOver?.()) break;
    }
    return result;
  }

  /** Waits until an entry module has ended, then runs those that are left. */
  async #wait(): Promise<Value> {
    const goOn = this.#options.goOn ?? (async (code) => code());
    let result: Value = switched;
    while (result === switched) {
      const next = await this.#settle(this.#schedule.waiting);
      result = await goOn(() => this.#runPart(next));
    }
    const isOver = this.#next === this.#entries.length || this.#options.isOver?.() === true;
    return isOver ? result : this.goOn();
  }

  #runPart(code: () => Value): Value {
    return runWith(this.#execution, this.#schedule, this.#instance.findTables, code);
  }

  /** How the run goes on when what it waits for is there. */
  async #settle(waiting: Promise<Value> | undefined): Promise<() => Value> {
    if (waiting === undefined) {
      return () => resumeWithError(new WrenAbort(messages.cannotSwitch()));
    }
    try {
      const value = await this.#execution.waitFor(waiting);
      return () => resumeWithValue(value);
    } catch (error) {
      return () => resumeWithError(error);
    }
  }
}
