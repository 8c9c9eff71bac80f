/** What a run may use, and the execution that keeps to it. */
import { WrenAbort } from './abort.js';
import type { Execution } from './execution.js';
import { traceDepth } from './trace.js';

/** What a run may use at most; whatever is left out is unlimited. */
export interface Limits {
  /** Time from the start of the run, in milliseconds. */
  readonly timeMs?: number;
  /** Bytes that natives may allocate in large pieces, such as repeated strings and lists. */
  readonly memoryBytes?: number;
  /** Bytes that the script may print. */
  readonly outputBytes?: number;
}

/** Raised when a run has used up its budget. No fiber catches it. */
export class BudgetAbort extends WrenAbort {}

/** Ends the run; its stack is wanted even where a fiber catches errors, which need none. */
function exceed(message: string): never {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = traceDepth;
  try {
    throw new BudgetAbort(message);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** What one run of a program is given. */
export interface RunOptions {
  /** What `currentHost()` returns to natives during the run. */
  readonly host?: unknown;
  /** Takes what the script prints, as byte strings; without it output is dropped. */
  readonly write?: (bytes: string) => void;
  /**
   * Takes the compile errors of modules that the script imports and of code that it evaluates, a
   * line for each, as byte strings; the script itself goes on.
   */
  readonly report?: (bytes: string) => void;
  readonly limits?: Limits;
}

/** The execution of one run; its time begins when it is made. */
export class BudgetedExecution implements Execution {
  readonly host: unknown;
  readonly #write: (bytes: string) => void;
  readonly #report: (bytes: string) => void;
  readonly #deadline: number;
  #memoryLeft: number;
  #outputLeft: number;

  constructor({ host, write, report, limits = {} }: RunOptions) {
    this.host = host;
    this.#write = write ?? (() => undefined);
    this.#report = report ?? (() => undefined);
    const { timeMs = Infinity, memoryBytes = Infinity, outputBytes = Infinity } = limits;
    this.#deadline = timeMs === Infinity ? Infinity : performance.now() + timeMs;
    this.#memoryLeft = memoryBytes;
    this.#outputLeft = outputBytes;
  }

  write(text: string): void {
    this.#outputLeft -= text.length;
    if (this.#outputLeft < 0) exceed('The script printed more than it may.');
    this.#write(text);
  }

  report(text: string): void {
    this.#report(text);
  }

  reserve(bytes: number): void {
    this.#memoryLeft -= bytes;
    if (this.#memoryLeft < 0) exceed('The script used more memory than it may.');
  }

  poll(): void {
    if (this.#deadline !== Infinity && performance.now() > this.#deadline) {
      exceed('The script ran longer than it may.');
    }
  }
}
