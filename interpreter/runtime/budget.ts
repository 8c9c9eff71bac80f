/** What a run may use, and the execution that keeps to it. */
import { getHeapStatistics } from 'node:v8';
import { WrenAbort } from './abort.js';
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

/** Ends the run; its stack is wanted even where a fiber catches errors, which need none. */
function exceed(message: string): never {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = captureDepth;
  try {
    throw new BudgetAbort(message);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** How far the engine lets memory grow, as a multiple of what is in use, before it collects. */
const garbageFactor = 4;

/** Bytes of short-lived objects that the engine may hold on top of that. */
const youngBytes = 64 * 2 ** 20;

/** Where a run ends in any case, before the engine ends the process. */
const highestHeap = 0.75 * getHeapStatistics().heap_size_limit;

/** Milliseconds between two looks at the heap, each of which takes a few microseconds. */
const lookInterval = 20;

/** Reservations of so many bytes take long enough to look at the budget meanwhile. */
const longReservation = 2 ** 16;

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
}

/** The execution of one run; its time begins when it is made. */
export class BudgetedExecution implements Execution {
  readonly host: unknown;
  readonly #write: (bytes: string) => void;
  readonly #report: (bytes: string) => void;
  readonly #deadline: number;
  /** How far the heap may grow. */
  readonly #growth: number;
  #memoryLeft: number;
  #outputLeft: number;
  /** The least that the heap was seen to hold: garbage of earlier runs may go at any time. */
  #lowestHeap = Infinity;
  #nextLook: number;

  constructor({ host, write, report, limits = {} }: RunOptions) {
    this.host = host;
    this.#write = write ?? (() => undefined);
    this.#report = report ?? (() => undefined);
    const { timeMs = Infinity, memoryBytes = Infinity, outputBytes = Infinity } = limits;
    const now = performance.now();
    this.#deadline = now + timeMs;
    this.#nextLook = now;
    this.#growth = garbageFactor * memoryBytes + youngBytes;
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
    if (bytes >= longReservation) this.poll();
  }

  poll(): void {
    const now = performance.now();
    if (now > this.#deadline) exceed('The script ran longer than it may.');
    if (now < this.#nextLook) return;
    this.#nextLook = now + lookInterval;
    this.#lookAtHeap();
  }

  /** Finds what grows step by step, in pieces that are too small to be counted one by one. */
  #lookAtHeap(): void {
    const used = heapUsed();
    this.#lowestHeap = Math.min(this.#lowestHeap, used);
    const isTooMuch = used - this.#lowestHeap > this.#growth || used > highestHeap;
    if (isTooMuch) exceed('The script used more memory than it may.');
  }
}
