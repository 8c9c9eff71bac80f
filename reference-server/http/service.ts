import type { Database } from '../database/database.js';
import type { Project } from '../project/load.js';
import type { Log } from './log.js';

/** Where the server listens unless told otherwise; the port is the specification's (§1). */
export const defaultHost = '127.0.0.1';
export const defaultPort = 7001;

/** What clients and scripts may take of the server. */
export interface ServerLimits {
  /** Bytes of a request's body. */
  readonly body: number;
  /** Bytes of a request's first line and headers together. */
  readonly header: number;
  /** Characters of a request's target, path and query string together. */
  readonly target: number;
  /** Milliseconds until a request's headers must have arrived. */
  readonly headerTime: number;
  /** Milliseconds until a request must have arrived whole. */
  readonly requestTime: number;
  /** Milliseconds that a connection may rest: between requests, or while an answer is not taken. */
  readonly idleTime: number;
  /** Connections of one process. */
  readonly connections: number;
  /** Requests of one process whose bodies are on their way. */
  readonly uploads: number;
  /**
   * Milliseconds that a statement waits for another process's lock on a database file, or for one of
   * the connections to a database of PostgreSQL.
   */
  readonly databaseWait: number;
  /** Connections of one process to a database of PostgreSQL. */
  readonly databaseConnections: number;
  /** Milliseconds that the scripts of one request may run. */
  readonly scriptTime: number;
  /** Bytes that a script may take in large pieces, such as repeated strings. */
  readonly scriptMemory: number;
  /** Bytes that a script may print. */
  readonly scriptOutput: number;
  /** Milliseconds after which a worker process that shows no sign of life is replaced. */
  readonly workerSilence: number;
}

/**
 * Generous for an API: a request that needs more is a mistake or an attack. Bodies on their way
 * take at most 256 MiB (`uploads` × `body`). A script that waits for the database keeps its
 * process from all other requests: hence the short wait.
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
  databaseConnections: 10,
  scriptTime: 5_000,
  scriptMemory: 134_217_728,
  scriptOutput: 1_048_576,
  workerSilence: 10_000,
};

/** How long a stop waits for requests in flight before it cuts them off, in milliseconds. */
export const stopTimeout = 10_000;

/** How often a worker process shows that it is not stuck, in milliseconds. */
export const signOfLifeInterval = 1_000;

/** What the scripts of a server run with. */
export interface ScriptService {
  readonly project: Project;
  /** What is wrong with the scripts on disk; undefined when nothing is. */
  readonly problem: string | undefined;
  readonly database: Database;
  readonly limits: ServerLimits;
  /** Whether a script's fault is shown to the client. */
  readonly dev: boolean;
  readonly log: Log;
}
