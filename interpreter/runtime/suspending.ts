import { abort } from './abort.js';
import type { Native } from './class.js';
import { messages } from './messages.js';
import { wait } from './scheduler.js';
import type { Code, Value } from './values.js';

/** A method in TypeScript that answers later. */
export type SlowNative = (this: never, ...values: never[]) => Promise<Value>;

/**
 * Makes a native out of a function that answers later: a script that calls it waits, while other
 * runs go on. Only `Program.runAsync` can run such scripts. When the promise is rejected, the
 * call fails: with a Wren error for a WrenAbort, otherwise the whole run with the same error.
 */
export function suspending(native: SlowNative): Native {
  const direct: Native = () => abort(messages.cannotSwitch());
  const resumable: Code = (receiver, ...values) =>
    wait(native.apply(receiver as never, values as never[]));
  return Object.assign(direct, { resumable });
}

/** Whether a native may let the script that calls it wait. */
export function isSuspending(native: Native): boolean {
  return 'resumable' in native;
}
