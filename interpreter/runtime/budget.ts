/**
 * Budgets: the limits of time, memory and output of a run, and the execution that enforces them.
 */
import { getHeapStatistics } from 'node:v8';
import { WrenAbort } from './errors.js';
import type { Execution } from './execution.js';
import { captureDepth } from './trace.js';

/** Limits of a run. Default of each: unlimited. */
export interface Limits {
  /** Time from the start of the run, in milliseconds. */
  readonly timeMs?: number;
  /**
   * Bytes that natives may reserve for large values, such as repeated strings and lists. Besides,
   * the engine's heap may grow by four times as much and 64 MiB, garbage included.
   */
  readonly memoryBytes?: number;
  /**
   * Size of the heap from which a run that has grown it ends, in bytes: other runs that are suspended
   * have taken the rest. Checked only with Node's `--expose-gc`, since garbage would count otherwise.
   */
  readonly heapBytes?: number;
  /** Bytes that the script may print; the run ends before it exceeds them. */
  readonly outputBytes?: number;
}

/** Ends a run that exceeded a limit or was cancelled. No fiber catches it. */
export class BudgetAbort extends WrenAbort {}

/** Messages by the reason for the end of a run. */
const overMessages = {
  time: 'The script exceeded its time limit.',
  memory: 'The script exceeded its memory limit.',
  output: 'The script exceeded its output limit.',
  cancelled: 'The script was cancelled.',
} as const;

/** Makes the error that ends a run, with a stack trace even where fibers catch errors. */
function makeFailure(message: string): BudgetAbort {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = captureDepth;
  const failure = new BudgetAbort(message);
  Error.stackTraceLimit = stackTraceLimit;
  return failure;
}

function exceed(message: string): never {
  throw makeFailure(message);
}

/** Factor by which the engine lets memory in use grow before it collects garbage. */
const garbageFactor = 4;

/** Bytes of short-lived objects that the heap may contain in addition. */
const youngBytes = 64 * 2 ** 20;

/** Bytes by which the heap may grow, garbage included, for a limit of memory. */
export function allowedGrowth(memoryBytes: number): number {
  return garbageFactor * memoryBytes + youngBytes;
}

/** Size of the heap at which any run ends, before the engine ends the process. */
const highestHeap = 0.75 * getHeapStatistics().heap_size_limit;

/** Growth of the heap up to which a run is not the cause of a full heap, in bytes. */
const smallGrowth = 4 * 2 ** 20;

/** Milliseconds between two checks of the heap, which take a few microseconds each. */
const heapCheckInterval = 20;

/** Units of work between two polls, which take some microseconds to a millisecond. */
const workPerPoll = 2 ** 16;

/** Units of work after which the heap is checked in any case. */
const workPerHeapCheck = 2 ** 25;

/** The bytes of the JavaScript heap and of external memory that are in use. */
export function memoryInUse(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

/** Options of one run of a program. */
export interface RunOptions {
  /** The result of `currentHost()` during the run. Default: undefined. */
  readonly host?: unknown;
  /** Receives the output of the script, as byte strings. Default: output is dropped. */
  readonly write?: (bytes: string) => void;
  /**
   * Receives the compile errors of modules that the script imports and of code that it evaluates,
   * as byte strings with a line for each error. Default: they are dropped.
   */
  readonly report?: (bytes: string) => void;
  /** Called after each entry module of a program; true skips the remaining modules. */
  readonly isOver?: () => boolean;
  /** Default: no limits. */
  readonly limits?: Limits;
  /**
   * Cancels the run when aborted: immediately while the run is suspended, otherwise at the next
   * poll.
   */
  readonly signal?: RunSignal | undefined;
  /**
   * Schedules the code that resumes a suspended run. The host must run the code in any case, since
   * it also ends a run that exceeded its limits. Default: the code runs immediately.
   */
  readonly resume?: Resume;
}

/** The part of AbortSignal that a run uses. */
export interface RunSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Runs code at a time of its choice; the promise settles with the code's result or error. */
export type Resume = <Result>(code: () => Result) => Promise<Result>;

/**
 * Milliseconds of a monotonic clock. Loading `performance` would delay the start of a short script.
 */
function readClock(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

/** Longest time of a timer, in milliseconds. */
const longestTimer = 2 ** 31 - 1;

/** The execution of one run. Its time begins with its construction. */
export class BudgetedExecution implements Execution {
  readonly host: unknown;
  readonly #write: (bytes: string) => void;
  readonly #report: (bytes: string) => void;
  readonly #signal: RunSignal | undefined;
  readonly #deadline: number;
  /** Bytes by which the heap may grow. */
  readonly #growth: number;
  readonly #memory: number;
  readonly #heap: number;
  #memoryLeft: number;
  #outputLeft: number;
  /** Lowest size of the heap so far, since garbage of earlier runs may be freed at any time. */
  #lowestHeap = Infinity;
  #nextHeapCheck: number;
  /** Units of work since the last poll, and since the last check of the heap. */
  #unpolled = 0;
  #unseen = 0;

  constructor({ host, write, report, signal, limits = {} }: RunOptions) {
    this.host = host;
    this.#signal = signal;
    this.#write = write ?? (() => undefined);
    this.#report = report ?? (() => undefined);
    const { timeMs = Infinity, memoryBytes = Infinity, outputBytes = Infinity } = limits;
    this.#heap = limits.heapBytes ?? Infinity;
    const now = readClock();
    this.#deadline = now + timeMs;
    this.#nextHeapCheck = now;
    this.#growth = allowedGrowth(memoryBytes);
    this.#memory = memoryBytes;
    this.#memoryLeft = memoryBytes;
    this.#outputLeft = outputBytes;
  }

  write(text: string): void {
    this.#outputLeft -= text.length;
    if (this.#outputLeft < 0) exceed(overMessages.output);
    this.#write(text);
  }

  report(text: string): void {
    this.#report(text);
  }

  reserve(bytes: number): void {
    this.#memoryLeft -= bytes;
    if (this.#memoryLeft < 0) exceed(overMessages.memory);
    this.work(bytes);
  }

  permit(bytes: number): void {
    if (bytes > this.#memory) exceed(overMessages.memory);
  }

  work(units: number): void {
    this.#unpolled += units;
    if (this.#unpolled >= workPerPoll) this.poll();
  }

  poll(): void {
    const now = readClock();
    if (now > this.#deadline) exceed(overMessages.time);
    if (this.#signal?.aborted === true) exceed(overMessages.cancelled);
    this.#unseen += this.#unpolled;
    this.#unpolled = 0;
    if (now < this.#nextHeapCheck && this.#unseen < workPerHeapCheck) return;
    this.#nextHeapCheck = now + heapCheckInterval;
    this.#unseen = 0;
    this.#checkHeap();
  }

  /**
   * Suspends the run until a promise settles. Rejects with a BudgetAbort if the run exceeds its
   * time limit or is cancelled before.
   */
  suspendUntil<Result>(promise: Promise<Result>): Promise<Result> {
    // Promise.race would need three times as many promises.
    return new Promise((resolve, reject) => {
      const forget = this.#whenOver(reject);
      promise.then(
        (result) => {
          forget();
          resolve(result);
        },
        (error) => {
          forget();
          reject(error);
        },
      );
    });
  }

  /** Calls back when the run must end. The returned function cancels that. */
  #whenOver(end: (failure: BudgetAbort) => void): () => void {
    const onAbort = (): void => end(makeFailure(overMessages.cancelled));
    const onTimeout = (): void => end(makeFailure(overMessages.time));
    const left = Math.max(this.#deadline - readClock(), 0);
    const timer = left > longestTimer ? undefined : setTimeout(onTimeout, left);
    this.#signal?.addEventListener('abort', onAbort);
    if (this.#signal?.aborted === true) onAbort();
    return () => {
      clearTimeout(timer);
      this.#signal?.removeEventListener('abort', onAbort);
    };
  }

  /** Detects growth in pieces that are too small to be charged one by one. */
  #checkHeap(): void {
    const used = memoryInUse();
    this.#lowestHeap = Math.min(this.#lowestHeap, used);
    const isTooMuch = used - this.#lowestHeap > this.#growth || used > highestHeap;
    if (isTooMuch || this.#fillsHeap(used)) exceed(overMessages.memory);
  }

  /** Whether the heap is full, without garbage, and this run has grown it. */
  #fillsHeap(used: number): boolean {
    const isSmall = used <= this.#heap || used - this.#lowestHeap <= smallGrowth;
    if (isSmall || globalThis.gc === undefined) return false;
    globalThis.gc();
    const left = memoryInUse();
    const isFull = left > this.#heap && left - this.#lowestHeap > smallGrowth;
    this.#lowestHeap = Math.min(this.#lowestHeap, left);
    return isFull;
  }
}
