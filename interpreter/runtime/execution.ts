/** Access of running code to its run: budget, output and host. There is one execution per run. */
export interface Execution {
  /**
   * Prints text of the script, a byte string.
   *
   * @throws WrenAbort if the run exceeds its output limit
   */
  write(text: string): void;
  /** Reports compile errors of code that the script imports or evaluates, as byte string. */
  report(text: string): void;
  /**
   * Reserves memory. Natives call it before a large allocation.
   *
   * @throws WrenAbort if the run exceeds its memory limit
   */
  reserve(bytes: number): void;
  /**
   * Checks memory that may be needed, without reserving it.
   *
   * @throws WrenAbort if the bytes alone exceed the run's memory limit
   */
  permit(bytes: number): void;
  /**
   * Charges work, in bytes or elements to be read, moved or made, and polls now and then.
   *
   * @throws WrenAbort like `poll`
   */
  work(units: number): void;
  /**
   * Polls the budget. Code that may run for long calls it now and then.
   *
   * @throws WrenAbort if the run exceeded its time or memory limit, or was cancelled
   */
  poll(): void;
  /** The host of the run (`RunOptions.host`), for natives. */
  readonly host: unknown;
}

const idle: Execution = {
  write: () => undefined,
  report: () => undefined,
  reserve: () => undefined,
  permit: () => undefined,
  work: () => undefined,
  poll: () => undefined,
  host: undefined,
};

let current: Execution = idle;

/** The execution of the code that is running. */
export function currentExecution(): Execution {
  return current;
}

/** Sets the current execution, or none, and returns the previous one. */
export function switchExecution(execution: Execution | undefined): Execution {
  const previous = current;
  current = execution ?? idle;
  return previous;
}
