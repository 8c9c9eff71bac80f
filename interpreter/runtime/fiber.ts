import type { WrenAbort } from './errors.js';
import type { Activation } from './resumable.js';
import { define, type Value, type WrenFn, WrenObject, wrenNull } from './values.js';

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
  /** What made it fail, as it was raised; undefined if nothing did. */
  failure: WrenAbort | undefined = undefined;
  /** Whether the `try` that gets its errors raises them again. */
  declare readonly isAttempt: boolean;
  /** Whether its errors keep their stack trace although a `try` gets them, which raises them again. */
  declare readonly isTraced: boolean;

  constructor(body: WrenFn | undefined) {
    super();
    this.body = body;
    this.state = body === undefined ? 'started' : 'new';
  }
  /** The value of what made it fail; null if nothing did. */
  get error(): Value {
    return this.failure === undefined ? wrenNull : this.failure.value;
  }
}
// Programs make many fibers, which keep nothing that is the same for nearly all.
define(WrenFiber.prototype, 'isAttempt', false);
define(WrenFiber.prototype, 'isTraced', false);

/** A fiber whose errors are raised again by the `try` that gets them. */
export class AttemptFiber extends WrenFiber {
  override readonly isAttempt = true;
  override readonly isTraced: boolean;

  constructor(body: WrenFn, isTraced: boolean) {
    super(body);
    this.isTraced = isTraced;
  }
}
