/** Messages between the first process and its workers. */

import type { ServerLimits } from '../http/limits.js';
import type { Log, LogFormat } from '../http/log.js';

/** Job of a worker: the project and the address. */
export interface WorkerJob {
  readonly project: string;
  readonly database: string;
  /** Whether the migrations have been applied; the first worker applies them. */
  readonly isMigrated: boolean;
  readonly newerMigrations: readonly string[];
  readonly allowNewerDatabase: boolean | undefined;
  /** See `ServerOptions`. */
  readonly startWait?: number | undefined;
  readonly dev: boolean;
  readonly logFormat: LogFormat;
  readonly logRequests: boolean;
  readonly limits: ServerLimits;
  readonly host: string;
  readonly port: number;
}

/** The log of all processes. */
export interface SharedLog {
  /** Receives the formatted log of the workers. */
  readonly forward: (text: string) => void;
  /** Log of the first process. */
  readonly own: Log;
}

/** What a worker has to know about the other workers. Routes are byte strings. */
export interface OtherWorkers {
  /** Routes that block all other workers: this worker should stay free for other requests. */
  readonly avoided: readonly string[];
  /** Routes that have run, and whose last statement was within its limits. */
  readonly known: readonly string[];
}

/** Order from the first process to a worker. After `serve`, it waits for `listen`. */
export type WorkerOrder =
  | { readonly kind: 'serve'; readonly job: WorkerJob; readonly others: OtherWorkers }
  | { readonly kind: 'listen' }
  | { readonly kind: 'avoid'; readonly routes: readonly string[] }
  | { readonly kind: 'stop' };

/**
 * Report from a worker: `ready` for orders (earlier ones are lost), `prepared` to listen, `serving`,
 * `alive` at regular intervals while it is not stuck, `ran` after the first run of a route, or
 * `failed` with the reason why it cannot serve.
 */
export type WorkerReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'prepared'; readonly newerMigrations: readonly string[] }
  | { readonly kind: 'serving' }
  | { readonly kind: 'alive' }
  | { readonly kind: 'ran'; readonly route: string }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly exitCode: 1 | 2;
      readonly isPortInUse: boolean;
    };
