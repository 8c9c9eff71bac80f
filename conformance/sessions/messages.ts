/** What the threads of a run say to each other. */
import type { MessagePort } from 'node:worker_threads';
import type { SessionOptions, SessionResult } from './session.js';

/** To a thread: run this session, and say over the port how it goes. */
export interface SessionOrder {
  readonly options: SessionOptions;
  readonly port: MessagePort;
}

/** Over the port to the thread: end the session now. */
export type ToSession = 'stop';

/** Over the port from the thread; what ends a session is the last of them. */
export type FromSession =
  /** The record is JSON: as a text it travels several times as fast. */
  | { readonly kind: 'case'; readonly json: string }
  | { readonly kind: 'end'; readonly result: SessionResult }
  | { readonly kind: 'error'; readonly error: unknown };
