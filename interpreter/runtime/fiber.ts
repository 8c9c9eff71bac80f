/** Fibers as values. The scheduler runs them. */
import type { WrenAbort } from './errors.js';
import type { Activation } from './resumable.js';
import { define, type Value, type WrenFn, WrenObject, wrenNull } from './values.js';

/**
 * The result of a resumable form that is suspended, because another activation or fiber runs first.
 */
export const switched: Value = new WrenObject();

/**
 * State of a fiber: `created` before its first call, `done` after its end or an error. A number, since
 * each switch of fibers tests it, and the engine compares strings more slowly.
 */
export const FiberState = { created: 0, started: 1, done: 2 } as const;
export type FiberState = (typeof FiberState)[keyof typeof FiberState];

/**
 * Handling of a fiber's errors: `own` if `try` called the fiber and returns the error, `outer` if
 * `try` called one of its callers, `none` if the error ends the run.
 */
export const Guard = { none: 0, outer: 1, own: 2 } as const;
export type Guard = (typeof Guard)[keyof typeof Guard];

/** A fiber. */
export class WrenFiber extends WrenObject {
  /** Its function; undefined for the main fiber of a run. */
  readonly body: WrenFn | undefined;
  /** Whether its function has begun, or ended. */
  state: FiberState;
  /** The fiber that resumes when this fiber yields or ends. */
  caller: WrenFiber | undefined = undefined;
  /** Who handles its errors. */
  guard: Guard = Guard.none;
  /** The innermost activation; undefined while the fiber runs in direct form. */
  activation: Activation | undefined = undefined;
  /** The error that ended it; undefined for none. */
  failure: WrenAbort | undefined = undefined;
  /** Whether a host class calls it by `try` and raises its errors again. */
  declare readonly isAttempt: boolean;
  /** Whether its errors keep their stack trace, since they are raised again. */
  declare readonly isTraced: boolean;

  constructor(body: WrenFn | undefined) {
    super();
    this.body = body;
    this.state = body === undefined ? FiberState.started : FiberState.created;
  }

  /** Whether it has ended, by its result or by an error. */
  get isDone(): boolean {
    return this.state === FiberState.done;
  }

  /** The value of the error that ended it; null for none. */
  get error(): Value {
    return this.failure === undefined ? wrenNull : this.failure.value;
  }
}
// Programs make many fibers, so values that nearly all share are on the prototype.
define(WrenFiber.prototype, 'isAttempt', false);
define(WrenFiber.prototype, 'isTraced', false);

/** A fiber that a host class calls by `try`, and whose errors it raises again. */
export class AttemptFiber extends WrenFiber {
  override readonly isAttempt = true;
  override readonly isTraced: boolean;

  constructor(body: WrenFn, isTraced: boolean) {
    super(body);
    this.isTraced = isTraced;
  }
}
