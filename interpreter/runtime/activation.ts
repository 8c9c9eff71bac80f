import type { Value } from './values.js';

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
