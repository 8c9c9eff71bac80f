/** What the running script is given from outside: one object per run, set by whoever runs it. */
export interface Execution {
  /** Takes text that the script prints, a byte string. */
  write(text: string): void;
  /** Takes compile errors of code that the script imports or evaluates, a byte string. */
  report(text: string): void;
  /**
   * Called before a native takes much memory at once.
   *
   * @throws WrenAbort when the run may not have that much
   */
  reserve(bytes: number): void;
  /**
   * Called now and then by code that may run for long.
   *
   * @throws WrenAbort when the run has used up its time
   */
  poll(): void;
  /** Whatever the host's own natives need to find; nothing here looks into it. */
  readonly host: unknown;
}

const idle: Execution = {
  write: () => undefined,
  report: () => undefined,
  reserve: () => undefined,
  poll: () => undefined,
  host: undefined,
};

let current: Execution = idle;

/** The execution to which the code that runs right now belongs. */
export function currentExecution(): Execution {
  return current;
}

/** Makes another execution the current one and returns the one before; undefined means none. */
export function switchExecution(execution: Execution | undefined): Execution {
  const previous = current;
  current = execution ?? idle;
  return previous;
}
