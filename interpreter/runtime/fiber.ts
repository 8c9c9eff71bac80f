import type { WrenAbort } from './abort.js';
import type { Activation } from './activation.js';
import { type Value, type WrenFn, WrenObject, wrenNull } from './values.js';

/** What a resumable form answers when another activation or fiber is to run instead. */
export const switched: Value = new WrenObject();

/** `new` before its first call, `done` after its end or failure. */
export type FiberState = 'new' | 'started' | 'done';

/**
 * What happens to an error: `own` when the fiber was called by `try`, whose result it becomes,
 * `outer` when one that waits for this fiber was, `none` when it ends the run.
 */
export type Guard = 'none' | 'outer' | 'own';

/** A fiber as a value. */
export class WrenFiber extends WrenObject {
  /** Undefined for the fiber in which a run begins. */
  readonly body: WrenFn | undefined;
  state: FiberState;
  /** The fiber that gets control back when this one yields or ends. */
  caller: WrenFiber | undefined = undefined;
  guard: Guard = 'none';
  /** The innermost activation while another fiber runs. */
  activation: Activation | undefined = undefined;
  /** What made it fail; null if nothing did. */
  error: Value = wrenNull;
  /** The failure as it was raised; undefined if there was none. */
  failure: WrenAbort | undefined = undefined;
  /** Whether the `try` that gets its errors raises them again. */
  isAttempt = false;
  /** Whether its errors keep their stack trace although a `try` gets them, which raises them again. */
  isTraced = false;

  constructor(body: WrenFn | undefined) {
    super();
    this.body = body;
    this.state = body === undefined ? 'started' : 'new';
  }
}
