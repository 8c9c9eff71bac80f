/** What a run may use, and the execution that keeps to it. */
import { getHeapStatistics } from 'node:v8';
import { WrenAbort } from './errors.js';
import type { Execution } from './execution.js';
import { captureDepth } from './trace.js';

/** What a run may use at most; whatever is left out is unlimited. */
export interface Limits {
  /** Time from the start of the run, in milliseconds. */
  readonly timeMs?: number;
  /**
   * Bytes that natives may allocate in large pieces, such as repeated strings and lists; and a
   * measure for all else, which may take some times as much, since it is counted with its garbage.
   */
  readonly memoryBytes?: number;
  /** Bytes that the script may print. */
  readonly outputBytes?: number;
}

/** Raised when a run has used up its budget. No fiber catches it. */
export class BudgetAbort extends WrenAbort {}

/** Why a run was ended. */
const overMessages = {
  time: 'The script ran longer than it may.',
  memory: 'The script used more memory than it may.',
  output: 'The script printed more than it may.',
  cancelled: 'The script was cancelled.',
} as const;

/** The failure that ends a run; its stack is wanted even where a fiber catches errors, without. */
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

/** How far the engine lets memory grow, as a multiple of what is in use, before it collects. */
const garbageFactor = 4;

/** Bytes of short-lived objects that the engine may hold on top of that. */
const youngBytes = 64 * 2 ** 20;

/** Where a run ends in any case, before the engine ends the process. */
const highestHeap = 0.75 * getHeapStatistics().heap_size_limit;

/** Milliseconds between two looks at the heap, each of which takes a few microseconds. */
const lookInterval = 20;

/** Units of work, which take some microseconds to a millisecond, between two looks at the clock. */
const workPerPoll = 2 ** 16;

/** Work in which so much can be allocated unseen that the heap is looked at in any case. */
const workPerLook = 2 ** 25;

function heapUsed(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
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
  /** Asked after each entry module of a program: whether those that follow shall not run. */
  readonly isOver?: () => boolean;
  readonly limits?: Limits;
  /** Ends the run when it is aborted: at once while it is suspended, else as soon as it is seen. */
  readonly signal?: RunSignal | undefined;
  /**
   * Runs the code that resumes a run, so that the host decides when; without it that is as soon as
   * what the run is suspended for is there. The code always has to be run: it ends a run that is over.
   */
  readonly resume?: Resume;
}

/** What a run needs of an AbortSignal. */
export interface RunSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Runs code at a time of its choice; settles as the code does. */
export type Resume = <Result>(code: () => Result) => Promise<Result>;

/** The longest time that a timer can be set to. */
const longestTimer = 2 ** 31 - 1;

/** The execution of one run; its time begins when it is made. */
export class BudgetedExecution implements Execution {
  readonly host: unknown;
  readonly #write: (bytes: string) => void;
  readonly #report: (bytes: string) => void;
  readonly #signal: RunSignal | undefined;
  readonly #deadline: number;
  /** How far the heap may grow. */
  readonly #growth: number;
  readonly #memory: number;
  #memoryLeft: number;
  #outputLeft: number;
  /** The least that the heap was seen to hold: garbage of earlier runs may go at any time. */
  #lowestHeap = Infinity;
  #nextLook: number;
  /** Work since the last look at the clock, and since the last look at the heap. */
  #unpolled = 0;
  #unseen = 0;

  constructor({ host, write, report, signal, limits = {} }: RunOptions) {
    this.host = host;
    this.#signal = signal;
    this.#write = write ?? (() => undefined);
    this.#report = report ?? (() => undefined);
    const { timeMs = Infinity, memoryBytes = Infinity, outputBytes = Infinity } = limits;
    const now = performance.now();
    this.#deadline = now + timeMs;
    this.#nextLook = now;
    this.#growth = garbageFactor * memoryBytes + youngBytes;
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
    const now = performance.now();
    if (now > this.#deadline) exceed(overMessages.time);
    if (this.#signal?.aborted === true) exceed(overMessages.cancelled);
    this.#unseen += this.#unpolled;
    this.#unpolled = 0;
    if (now < this.#nextLook && this.#unseen < workPerLook) return;
    this.#nextLook = now + lookInterval;
    this.#unseen = 0;
    this.#lookAtHeap();
  }

  /**
   * Waits for a promise, for as long as the run may go on.
   *
   * @throws BudgetAbort when its time is over or it is cancelled; what the promise brings is dropped
   */
  waitFor<Result>(promise: Promise<Result>): Promise<Result> {
    // A race of promises would do the same with three times as many of them.
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

  /** Calls back when the run has to end; the result is to be called when nobody waits for that. */
  #whenOver(end: (failure: BudgetAbort) => void): () => void {
    const onAbort = (): void => end(makeFailure(overMessages.cancelled));
    const onTimeout = (): void => end(makeFailure(overMessages.time));
    const left = Math.max(this.#deadline - performance.now(), 0);
    const timer = left > longestTimer ? undefined : setTimeout(onTimeout, left);
    this.#signal?.addEventListener('abort', onAbort);
    if (this.#signal?.aborted === true) onAbort();
    return () => {
      clearTimeout(timer);
      this.#signal?.removeEventListener('abort', onAbort);
    };
  }

  /** Finds what grows step by step, in pieces that are too small to be counted one by one. */
  #lookAtHeap(): void {
    const used = heapUsed();
    this.#lowestHeap = Math.min(this.#lowestHeap, used);
    const isTooMuch = used - this.#lowestHeap > this.#growth || used > highestHeap;
    if (isTooMuch) exceed(overMessages.memory);
  }
}
