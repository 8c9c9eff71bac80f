import { abort } from './abort.js';
import { currentExecution, type Execution } from './execution.js';
import { messages } from './messages.js';
import { longNative, type Method, type Native } from './native.js';
import { canWait, wait } from './scheduler.js';
import type { Code, Value } from './values.js';

/**
 * A method in TypeScript that answers later, or at once when it has no need to wait. Its first
 * parameter is the execution that it works for: after an `await` the current one is another's.
 */
export type SlowMethod = (
  this: never,
  execution: Execution,
  ...values: never[]
) => Promise<Value> | Value;

/**
 * Makes a native out of a function that answers later: a script that calls it waits, while other
 * runs go on. Only in `Program.runAsync` can scripts wait. When the promise is rejected, the
 * call fails: with a Wren error for a WrenAbort, otherwise the whole run with the same error. A run
 * whose time is over waits no longer, and what the promise brings is dropped.
 *
 * @param immediate does the same at once, where the script cannot wait: in `Program.run`, and in
 *   a function that a native calls; without it the call is an error there
 */
export function suspending(method: SlowMethod, immediate: Method = refuse): Native {
  const direct = longNative(immediate);
  const patient = longNative(function (this: never, ...values) {
    const result = method.call(this, currentExecution(), ...values);
    return result instanceof Promise ? wait(result) : result;
  });
  const resumable: Code = (receiver, ...values) => {
    const answer: Method = canWait() ? patient : direct;
    return answer.apply(receiver as never, values as never[]);
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
