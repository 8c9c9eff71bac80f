/**
 * Shared memory in which the main thread of a worker publishes the script and the statement that it
 * runs. While these block the main thread, it cannot send messages to the watching thread.
 */

/** Indexes of the shared numbers. */
export const cell = {
  /** Number of the running statement, `none`, or `taken` when the watching thread answers. */
  statement: 0,
  /** Remaining time of the statement, in milliseconds. */
  left: 1,
  /** Descriptor of the client's socket; -1 when it cannot be written to. */
  descriptor: 2,
  /** Length of the request's description, in bytes. */
  requestLength: 3,
  /** Slot of the SQL text. */
  slot: 4,
  /** Slot of the path whose scripts run; `noRoute` when none run or no slot is free. */
  route: 5,
  /** Incremented while the event loop of the main thread turns. */
  beat: 6,
} as const;

export const none = 0;
export const taken = -1;

/** Size of a request's description and of an SQL text, in bytes; longer ones are cut. */
export const requestRoom = 16_384;
export const sqlRoom = 2_000;

/**
 * Slots for SQL texts, which are never reused because a service has few texts. One more slot is for
 * texts that are too long to keep.
 */
export const slots = 256;

/** Slots for paths and their size in bytes; longer paths are cut. The first slot is unused. */
export const routeRoom = 256;
export const routeSlots = 512;
export const noRoute = 0;

/** Waiting connections that can be tracked at a time. */
export const waitingRoom = 1_024;

/** Zero-initialized; a text shorter than its slot ends with a zero byte. */
export interface SharedWork {
  readonly numbers: Int32Array;
  readonly request: Uint8Array;
  readonly sql: Uint8Array;
  readonly routes: Uint8Array;
  /**
   * Descriptors of connections: without a first request, or negative with a complete request that
   * waits for its answer; 0: no connection.
   */
  readonly waiting: Int32Array;
}

export function createSharedWork(): SharedWork {
  return {
    numbers: new Int32Array(new SharedArrayBuffer(4 * Object.keys(cell).length)),
    request: new Uint8Array(new SharedArrayBuffer(requestRoom)),
    sql: new Uint8Array(new SharedArrayBuffer((slots + 1) * sqlRoom)),
    routes: new Uint8Array(new SharedArrayBuffer(routeSlots * routeRoom)),
    waiting: new Int32Array(new SharedArrayBuffer(4 * waitingRoom)),
  };
}

/** Data of the watching thread. */
export interface WatchOrder extends SharedWork {
  /** Answer about a statement over its limits, before and after the client's own headers. */
  readonly answer: readonly [head: string, body: string];
  /** Answer to the other clients that wait. */
  readonly busy: string;
  /** Bytes by which the process may grow during a statement. */
  readonly mostGrowth: number;
  /** Id of the first process, which may end before the thread begins. */
  readonly firstProcess: number;
}

/**
 * Report to the first process: the main thread is `busy`, with the path whose scripts block it; it
 * is `free` again; or a statement was `over` its limit of time or memory, and its client was answered
 * while it still ran. Routes and paths are byte strings.
 */
export type ThreadReport =
  | { readonly kind: 'busy'; readonly route: string }
  | { readonly kind: 'free' }
  | {
      readonly kind: 'over';
      readonly limit: 'time' | 'memory';
      readonly method: string;
      readonly path: string;
      readonly route: string;
      readonly sql: string;
    };

/** Descriptor of the pipe to the first process; each line is a report. */
export const reportDescriptor = 4;
