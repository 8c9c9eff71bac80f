/** What the first process and its workers tell each other. */
import type { ServerLimits } from '../config.js';

/** What a worker serves and where; the migrations have been applied already. */
export interface WorkerJob {
  readonly project: string;
  readonly database: string;
  readonly dev: boolean;
  readonly limits: ServerLimits;
  readonly host: string;
  readonly port: number;
}

/** What the first process wants of a worker. */
export type WorkerOrder =
  | { readonly kind: 'serve'; readonly job: WorkerJob }
  | { readonly kind: 'stop' };

/** What a worker says of itself; `alive` again and again as long as it is not stuck. */
export type WorkerReport =
  | { readonly kind: 'serving' }
  | { readonly kind: 'alive' }
  | { readonly kind: 'failed'; readonly message: string; readonly exitCode: 1 | 2 };
