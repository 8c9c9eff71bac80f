import { abort } from './abort.js';
import type { Native } from './class.js';
import { messages } from './messages.js';
import { canWait, wait } from './scheduler.js';
import type { Code, Value } from './values.js';

/** A method in TypeScript that answers later, or at once when it has no need to wait. */
export type SlowNative = (this: never, ...values: never[]) => Promise<Value> | Value;

/**
 * Makes a native out of a function that answers later: a script that calls it waits, while other
 * runs go on. Only in `Program.runAsync` can scripts wait. When the promise is rejected, the
 * call fails: with a Wren error for a WrenAbort, otherwise the whole run with the same error.
 *
 * @param immediate does the same at once, where the script cannot wait: in `Program.run`, and in
 *   a function that a native calls; without it the call is an error there
 */
export function suspending(native: SlowNative, immediate: Native = refuse): Native {
  const direct: Native = function (this: never, ...values) {
    return immediate.apply(this, values);
  };
  const resumable: Code = (receiver, ...values) => {
    const answer = canWait() ? native : immediate;
    const result = answer.apply(receiver as never, values as never[]);
    return result instanceof Promise ? wait(result) : result;
  };
  return Object.assign(direct, { resumable });
}

function refuse(): never {
  return abort(messages.cannotSwitch());
}

/** Whether a native may let the script that calls it wait. */
export function isSuspending(native: Native): boolean {
  return 'resumable' in native;
}
