/** What the threads of a run say to each other. */
import type { JobResult, SessionJob } from './job.js';

/** To a thread: run this session, or end the one that runs. */
export type ToThread = { readonly job: SessionJob } | 'stop';

/** From a thread. */
export type FromThread =
  /** The case is JSON: as a text it travels several times as fast. */
  | { readonly kind: 'case'; readonly json: string }
  | { readonly kind: 'result'; readonly result: JobResult }
  | { readonly kind: 'error'; readonly error: unknown };
