/** The limits on clients and scripts, with their defaults. */
export interface ServerLimits {
  /** Size of a request's body, in bytes. */
  readonly body: number;
  /** Size of a request line and its headers, in bytes. */
  readonly header: number;
  /** Length of a request target (path and query string), in characters. */
  readonly target: number;
  /** Time for a request's headers to arrive, in milliseconds. */
  readonly headerTime: number;
  /** Time for a whole request to arrive, in milliseconds. */
  readonly requestTime: number;
  /** Time without traffic before a connection is closed, in milliseconds. */
  readonly idleTime: number;
  /** Open connections per process. */
  readonly connections: number;
  /** Request bodies in transfer at the same time, per process. */
  readonly uploads: number;
  /**
   * Time that a statement waits for the lock of another process on a SQLite file, or for a free
   * connection to PostgreSQL, in milliseconds.
   */
  readonly databaseWait: number;
  /**
   * Time that a start waits for the lock of another process on a SQLite file, in milliseconds: while
   * that process applies a migration or rewrites the file.
   */
  readonly startLock: number;
  /** Connections to PostgreSQL per process. */
  readonly databaseConnections: number;
  /** Run time of all scripts of one request, in milliseconds. */
  readonly scriptTime: number;
  /** Memory that a script may allocate in large pieces, such as repeated strings, in bytes. */
  readonly scriptMemory: number;
  /** Output that a script may print, in bytes. */
  readonly scriptOutput: number;
  /** Time without a sign of life before a worker process is replaced, in milliseconds. */
  readonly workerSilence: number;
}

/**
 * Default limits, generous for an API: a request that needs more is a mistake or an attack. Bodies
 * in transfer take at most 256 MiB (`uploads` × `body`). `databaseWait` is short because a script
 * that waits for a lock of SQLite blocks its process.
 */
export const defaultLimits: ServerLimits = {
  body: 1_048_576,
  header: 16_384,
  target: 8_192,
  headerTime: 10_000,
  requestTime: 30_000,
  idleTime: 30_000,
  connections: 5_000,
  uploads: 256,
  databaseWait: 2_000,
  startLock: 30_000,
  databaseConnections: 10,
  scriptTime: 5_000,
  scriptMemory: 134_217_728,
  scriptOutput: 1_048_576,
  workerSilence: 10_000,
};

/** Longest time of a timer in Node, in milliseconds; a longer one would end immediately. */
const longestTime = 2 ** 31 - 1;

/** Times that may be 0: nothing waits then. */
const optionalWaits: readonly (keyof ServerLimits)[] = ['databaseWait', 'startLock', 'scriptTime'];

/** What is wrong with limits, as a full sentence; undefined when they can be used. */
export function findWrongLimit(limits: ServerLimits): string | undefined {
  for (const name of Object.keys(defaultLimits) as (keyof ServerLimits)[]) {
    const limit = limits[name];
    const least = optionalWaits.includes(name) ? 0 : 1;
    const most = /Time$|Wait$|Lock$|Silence$/.test(name) ? longestTime : Number.MAX_SAFE_INTEGER;
    if (!Number.isInteger(limit) || limit < least || limit > most) {
      return `The limit ${name} must be a whole number from ${least} to ${most}, not ${limit}.`;
    }
  }
  const { headerTime, requestTime } = limits;
  if (headerTime <= requestTime) return undefined;
  return `The limit headerTime (${headerTime}) must not be above requestTime (${requestTime}), which includes it.`;
}
