import { abort } from './errors.js';
import { currentExecution, type Execution } from './execution.js';
import { messages } from './messages.js';
import { longNative, type Method, type Native } from './native.js';
import { canSuspend, suspendFor } from './scheduler.js';
import type { Code, Value } from './values.js';

/**
 * A method in TypeScript that suspends the script until its promise is settled, or answers at once.
 * Its first parameter is the execution that it works for: after an `await` the current one is
 * another's.
 */
export type SuspendingMethod = (
  this: never,
  execution: Execution,
  ...values: never[]
) => Promise<Value> | Value;

/**
 * Makes a native out of a method that gives a promise: a script that calls it is suspended, while
 * other runs go on. Only runs that `Program.start` begins can be. When the promise is rejected, the
 * call fails: with a Wren error for a WrenAbort, otherwise the whole run with the same error. A run
 * whose time is over is not resumed, and what the promise brings is dropped.
 *
 * @param immediate does the same at once, where the script cannot be suspended: in `Program.run`,
 *   and in a function that a native calls; without it the call is an error there
 */
export function suspending(method: SuspendingMethod, immediate: Method = refuse): Native {
  const direct = longNative(immediate);
  const suspend = longNative(function (this: never, ...values) {
    const result = method.call(this, currentExecution(), ...values);
    return result instanceof Promise ? suspendFor(result) : result;
  });
  const resumable: Code = (receiver, ...values) => {
    const answer: Method = canSuspend() ? suspend : direct;
    return answer.apply(receiver as never, values as never[]);
  };
  return Object.assign(direct, { resumable });
}

function refuse(): never {
  return abort(messages.cannotSwitch());
}

/** Whether a native may suspend the script that calls it. */
export function isSuspending(native: Native): boolean {
  return 'resumable' in native;
}
