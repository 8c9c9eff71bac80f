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
   * Called before something is made that may never take as many bytes as that.
   *
   * @throws WrenAbort when the run may not have so much at all
   */
  permit(bytes: number): void;
  /**
   * Called before natives read, move or make so many bytes or elements; it looks at the budget each
   * time that much has come together.
   *
   * @throws WrenAbort as `poll` does
   */
  work(units: number): void;
  /**
   * Called now and then by code that may run for long.
   *
   * @throws WrenAbort when the run has used up its time, takes too much memory or was cancelled
   */
  poll(): void;
  /** Whatever the host's own natives need to find; nothing here looks into it. */
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
