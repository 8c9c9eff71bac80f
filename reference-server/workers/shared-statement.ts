/**
 * What the main thread of a worker tells the thread beside it of the statement that it runs, through
 * memory that both see: a statement keeps the main thread from telling anything in another way.
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
} as const;

export const none = 0;
export const taken = -1;

/** Room for the description of a request, and for an SQL text: what is longer is cut. */
export const requestRoom = 16_384;
export const sqlRoom = 2_000;

/** SQL texts are kept: a service has few of them. */
export const slots = 256;

/** How many connections that have sent no request yet are known at a time. */
export const arrivalRoom = 1_024;

/** All begin with zeros; an SQL text ends with one, unless it fills its slot. */
export interface SharedStatement {
  readonly numbers: Int32Array;
  readonly request: Uint8Array;
  readonly sql: Uint8Array;
  /** The descriptors of connections whose first request has not been seen; 0 is none. */
  readonly arrivals: Int32Array;
}

export function createSharedStatement(): SharedStatement {
  return {
    numbers: new Int32Array(new SharedArrayBuffer(4 * Object.keys(cell).length)),
    request: new Uint8Array(new SharedArrayBuffer(requestRoom)),
    sql: new Uint8Array(new SharedArrayBuffer(slots * sqlRoom)),
    arrivals: new Int32Array(new SharedArrayBuffer(4 * arrivalRoom)),
  };
}

/** What the thread is started with. */
export interface WatchOrder extends SharedStatement {
  /** The answer for a client whose statement has to be ended, before and after its own headers. */
  readonly answer: readonly [head: string, body: string];
  /** The answer for clients whose first request the main thread has not come to. */
  readonly busy: string;
}

/**
 * What the first process is told of a statement: that it takes its time, so that others had better
 * be served by another process; or that it was answered for while it still ran.
 */
export type StatementReport =
  | { readonly kind: 'slow' }
  | {
      readonly kind: 'overdue';
      readonly method: string;
      readonly path: string;
      readonly sql: string;
    };

/** The descriptor on which the first process is told; each line that it reads is a report. */
export const reportDescriptor = 4;
