import { WrenAbort } from '../../../interpreter/runtime/errors.js';
import { selectorOf } from '../../../interpreter/runtime/selector.js';
import { methodsOf, type Value } from '../../../interpreter/runtime/values.js';

/** Calls a method by its signature, like generated code. */
export function call(receiver: Value, signature: string, ...values: Value[]): Value {
  const holder = typeof receiver === 'object' ? receiver : methodsOf(receiver);
  const method: unknown = Reflect.get(holder, selectorOf(signature), holder);
  if (typeof method !== 'function') throw new Error(`There is no method '${signature}'.`);
  return Reflect.apply(method, receiver, values);
}

/** The value that an action aborts with; undefined if it does not abort. */
export function abortOf(action: () => unknown): Value | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof WrenAbort) return error.value;
    throw error;
  }
}
