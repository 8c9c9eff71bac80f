/** Where the server listens unless told otherwise; the port is the specification's (§1). */
export const defaultHost = '127.0.0.1';
export const defaultPort = 7001;

/** What one request may take of the server. */
export interface ServerLimits {
  /** Bytes of a request's body. */
  readonly body: number;
  /** Characters of a request's target, path and query string together. */
  readonly target: number;
  /** Milliseconds that the scripts of one request may run. */
  readonly scriptTime: number;
  /** Bytes that a script may take in large pieces, such as repeated strings. */
  readonly scriptMemory: number;
  /** Bytes that a script may print. */
  readonly scriptOutput: number;
}

/** Generous for an API: a request that needs more is a mistake or an attack. */
export const defaultLimits: ServerLimits = {
  body: 1_048_576,
  target: 8_192,
  scriptTime: 5_000,
  scriptMemory: 134_217_728,
  scriptOutput: 1_048_576,
};

/** How long a client may take to send one request, in milliseconds. */
export const requestTimeout = 30_000;

/** How long a stop waits for requests in flight before it cuts them off, in milliseconds. */
export const stopTimeout = 10_000;
