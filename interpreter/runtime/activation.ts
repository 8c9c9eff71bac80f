/** What stack traces need to know of a function's resumable form. */
export interface ActivationTables {
  readonly module: string;
  /** By `place`: the function's label, and the Wren line for each value of `pc`. */
  readonly frames: readonly { readonly label: string; readonly lines: readonly number[] }[];
}

/** A function in resumable form that has begun and not ended, as far as stack traces go. */
export interface Activation {
  /** Where it waits. */
  readonly pc: number;
  /** Which function of its module it is. */
  readonly place: number;
  /** Undefined for the core library, which does not appear in stack traces. */
  readonly tables: ActivationTables | undefined;
  /** The activation that called it. */
  readonly parent: Activation | undefined;
}
