import { BudgetAbort } from '../../../interpreter/runtime/budget.js';
import { WrenAbort } from '../../../interpreter/runtime/errors.js';
import { runIn, Schedule } from '../../../interpreter/runtime/scheduler.js';
import { selectorOf } from '../../../interpreter/runtime/selector.js';
import { methodsOf, type Value } from '../../../interpreter/runtime/values.js';

export type Call = readonly [receiver: Value, ...values: Value[]];

/** The signature of a native from its name in a table. */
export function signatureIn(name: string): string {
  return name.replace(/^\w+\.(static )?/, '');
}

/** Calls a native, by its name in a table; the value of an abort counts as its result. */
export function callNative(name: string, [receiver, ...values]: Call): unknown {
  const holder: object = typeof receiver === 'object' ? receiver : methodsOf(receiver);
  const native: unknown = Reflect.get(holder, selectorOf(signatureIn(name)), holder);
  if (typeof native !== 'function') throw new Error(`There is no native ${name}.`);
  try {
    return runIn(new Schedule(), () => Reflect.apply(native, receiver, values));
  } catch (error) {
    if (error instanceof BudgetAbort || !(error instanceof WrenAbort)) throw error;
    return error;
  }
}
