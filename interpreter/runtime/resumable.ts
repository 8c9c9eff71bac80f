/**
 * Resumable forms of functions. A method that may be suspended is a JavaScript function with a
 * property `resumable`: a function that takes the receiver and the arguments, and returns a value,
 * or `switched` after it has pushed an activation or switched to another fiber.
 */
import { selectorOf } from './selector.js';
import type { Code, Value } from './values.js';

/** Data of a module's resumable forms for stack traces. */
export interface ActivationTables {
  /** Name of the module. */
  readonly module: string;
  /** Labels and lines of the functions, by `place`; lines by `pc`. */
  readonly activations: readonly { readonly label: string; readonly lines: readonly number[] }[];
}

/** Activation: one call of a function in resumable form. Generated code extends this class. */
export abstract class Activation {
  /** Place in the function at which it is suspended. */
  declare pc: number;
  /** The activation that called it. */
  declare parent: Activation | undefined;
  /** Number of activations below it. */
  declare depth: number;
  /** Index of the function in its module's tables. */
  abstract get place(): number;
  /** Tables of the module; undefined for the core library, which stack traces omit. */
  abstract get tables(): ActivationTables | undefined;

  /**
   * Resumes the function with the value that it waits for; returns its result or `switched`.
   */
  abstract step(value: Value): Value;
}

/** A method with its resumable form. */
interface Resumable {
  resumable: Code;
}

/** Adds resumable forms to methods of a class, given as alternating selectors and functions. */
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

/** Adds resumable forms, by signature, to natives. The first parameter is the receiver. */
export function defineResumable(target: object, forms: Readonly<Record<string, Code>>): void {
  const methods = target as Readonly<Record<string, Resumable>>;
  for (const [signature, form] of Object.entries(forms)) {
    const method = methods[selectorOf(signature)];
    if (method !== undefined) method.resumable = form;
  }
}
