/**
 * What the main thread of a worker tells the thread beside it of the scripts and the statement that
 * it runs, through memory that both see: while they run it cannot tell anything in another way.
 */

/** The cells of the shared numbers. */
export const cell = {
  /** The number of the statement that runs; `none`, or `taken` when the other thread has it. */
  statement: 0,
  /** Milliseconds that it may take. */
  left: 1,
  /** The descriptor of the client's socket; -1 when it cannot be written to. */
  descriptor: 2,
  /** Bytes of the description of the request. */
  requestLength: 3,
  /** In which slot the SQL text is. */
  slot: 4,
  /** In which slot the path is whose scripts run; `noRoute` when none do, or there are no more slots. */
  route: 5,
  /** Counts on as long as the main thread's event loop turns. */
  beat: 6,
} as const;

export const none = 0;
export const taken = -1;

/** Room for the description of a request, and for an SQL text: what is longer is cut. */
export const requestRoom = 16_384;
export const sqlRoom = 2_000;

/** SQL texts are kept: a service has few of them. */
export const slots = 256;

/** Room for the paths of scripts: what is longer is cut. Their first slot is never used. */
export const routeRoom = 256;
export const routeSlots = 512;
export const noRoute = 0;

/** How many connections that have sent no request yet are known at a time. */
export const arrivalRoom = 1_024;

/** All begin with zeros; a text in a slot ends with one, unless it fills the slot. */
export interface SharedWork {
  readonly numbers: Int32Array;
  readonly request: Uint8Array;
  readonly sql: Uint8Array;
  readonly routes: Uint8Array;
  /** The descriptors of connections whose first request has not been seen; 0 is none. */
  readonly arrivals: Int32Array;
}

export function createSharedWork(): SharedWork {
  return {
    numbers: new Int32Array(new SharedArrayBuffer(4 * Object.keys(cell).length)),
    request: new Uint8Array(new SharedArrayBuffer(requestRoom)),
    sql: new Uint8Array(new SharedArrayBuffer(slots * sqlRoom)),
    routes: new Uint8Array(new SharedArrayBuffer(routeSlots * routeRoom)),
    arrivals: new Int32Array(new SharedArrayBuffer(4 * arrivalRoom)),
  };
}

/** What the thread is started with. */
export interface WatchOrder extends SharedWork {
  /** The answer for a client whose statement has to be ended, before and after its own headers. */
  readonly answer: readonly [head: string, body: string];
  /** The answer for clients whose first request the main thread has not come to. */
  readonly busy: string;
}

/**
 * What the first process is told: that something keeps the main thread busy, so that others had better
 * be served by another process, and the path whose scripts do so, a byte string; that nothing does
 * so any longer; or that a statement was answered for while it still ran.
 */
export type ThreadReport =
  | { readonly kind: 'busy'; readonly route: string }
  | { readonly kind: 'free' }
  | {
      readonly kind: 'overdue';
      readonly method: string;
      readonly path: string;
      readonly sql: string;
    };

/** The descriptor on which the first process is told; each line that it reads is a report. */
export const reportDescriptor = 4;
