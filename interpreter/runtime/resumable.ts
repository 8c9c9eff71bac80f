/**
 * Resumable forms of methods. A method that may be suspended is a JavaScript function which carries
 * another one, `resumable`: called with the receiver and the arguments, it answers a value, or
 * `switched` after it has put an activation or another fiber in charge.
 */
import type { Natives } from './native.js';
import { selectorOf } from './selector.js';
import type { Code, Value } from './values.js';

/** What stack traces need to know of the resumable forms of a module. */
export interface ActivationTables {
  readonly module: string;
  /** By `place`: the function's label, and the Wren line for each value of `pc`. */
  readonly activations: readonly { readonly label: string; readonly lines: readonly number[] }[];
}

/** A call of a function in resumable form, from its beginning to its end. Emitted code extends this. */
export abstract class Activation {
  /** The place in the function at which it is suspended. */
  pc = 0;
  /** The activation that called it. */
  parent: Activation | undefined = undefined;
  /** How many activations lie below it. */
  depth = 0;
  /** Which function of its module it is. */
  abstract get place(): number;
  /** Undefined for the core library, which does not appear in stack traces. */
  abstract get tables(): ActivationTables | undefined;

  /** Resumes it with the value that it is suspended for; its result, or `switched`. */
  abstract step(value: Value): Value;
}

/** A method with its resumable form. */
interface Resumable {
  resumable: Code;
}

/** Gives methods of a class their resumable forms: selectors and functions in turn. */
export function attachResumable<C extends { readonly prototype: object }>(
  target: C,
  ...forms: (string | Code)[]
): C {
  const methods = target.prototype as Readonly<Record<string, Resumable>>;
  for (let index = 0; index + 1 < forms.length; index += 2) {
    const method = methods[forms[index] as string];
    if (method !== undefined) method.resumable = forms[index + 1] as Code;
  }
  return target;
}

/** Gives natives resumable forms that are natives as well, by signature. */
export function defineResumable(target: object, natives: Natives): void {
  const methods = target as Readonly<Record<string, Resumable>>;
  for (const [signature, native] of Object.entries(natives)) {
    const method = methods[selectorOf(signature)];
    if (method === undefined) continue;
    method.resumable = (receiver, ...values) => native.apply(receiver as never, values as never[]);
  }
}
