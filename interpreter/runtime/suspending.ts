/** Suspending natives, which suspend a script until a promise settles. */
import { abort } from './errors.js';
import { currentExecution, type Execution } from './execution.js';
import { messages } from './messages.js';
import { longNative, type Method, type Native } from './native.js';
import { canSuspend, suspendFor } from './scheduler.js';
import type { Code, Value } from './values.js';

/**
 * A method that suspends the script until its promise settles, or returns a value immediately. Its
 * first parameter is the execution of its run, because after an `await` another run may be current.
 */
export type SuspendingMethod = (
  this: never,
  execution: Execution,
  ...values: never[]
) => Promise<Value> | Value;

/**
 * Makes a suspending native: a script that calls it is suspended until the promise settles, while
 * other runs continue. Only runs begun by `Program.start` can be suspended. A rejection by a
 * WrenAbort is a Wren error at the call; any other rejection ends the run with that error. The
 * result is dropped if the run exceeds its time limit or is cancelled before.
 *
 * @param immediate does the same synchronously, where the script cannot be suspended: in
 *   `Program.run` and in functions that natives call. Default: the call is a Wren error.
 */
export function suspending(method: SuspendingMethod, immediate: Method = rejectCall): Native {
  const direct = longNative(immediate);
  const suspend = longNative(function (this: never, ...values) {
    const result = method.call(this, currentExecution(), ...values);
    return result instanceof Promise ? suspendFor(result) : result;
  });
  const resumable: Code = (receiver, ...values) => {
    const form: Method = canSuspend() ? suspend : direct;
    return form.apply(receiver as never, values as never[]);
  };
  return Object.assign(direct, { resumable });
}

function rejectCall(): never {
  return abort(messages.cannotSwitch());
}

/** Whether a native is a suspending native. */
export function isSuspending(native: Native): boolean {
  return 'resumable' in native;
}
