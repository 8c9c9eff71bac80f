/** What the first process and its workers tell each other. */

import type { Log, LogFormat } from '../http/log.js';
import type { ServerLimits } from '../http/service.js';

/** What a worker serves and where; the migrations have been applied already. */
export interface WorkerJob {
  readonly project: string;
  readonly database: string;
  readonly dev: boolean;
  readonly logFormat: LogFormat;
  readonly logRequests: boolean;
  readonly limits: ServerLimits;
  readonly host: string;
  readonly port: number;
}

/** Where the log of all processes goes. */
export interface SharedLog {
  /** Takes what workers have logged, as they wrote it. */
  readonly forward: (text: string) => void;
  /** The first process's own. */
  readonly own: Log;
}

/**
 * What the first process wants of a worker. Routes to avoid, byte strings, are those that keep all other
 * workers busy: a free one had better be left to others.
 */
export type WorkerOrder =
  | { readonly kind: 'serve'; readonly job: WorkerJob; readonly avoided: readonly string[] }
  | { readonly kind: 'avoid'; readonly routes: readonly string[] }
  | { readonly kind: 'stop' };

/**
 * What a worker says of itself: `ready` to take orders (those sent before are lost), `serving`,
 * and `alive` again and again as long as it is not stuck; or why it cannot serve.
 */
export type WorkerReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'serving' }
  | { readonly kind: 'alive' }
  | { readonly kind: 'failed'; readonly message: string; readonly exitCode: 1 | 2 };
