import type { Value } from './values.js';

/** One line of a stack trace. */
export interface TraceFrame {
  readonly module: string;
  readonly line: number;
  /** `(script)`, `foo(_)`, `new(_) block argument`. */
  readonly label: string;
}

/** Why a run ended: the script failed, or it used up what it was allowed. */
export type RuntimeErrorKind = 'error' | 'budget';

/** A runtime error that no fiber of the script caught. Its message is a byte string. */
export class WrenRuntimeError extends Error {
  override readonly name = 'WrenRuntimeError';
  readonly kind: RuntimeErrorKind;
  /** What was given to `Fiber.abort`; the message for errors that the language raises. */
  readonly value: Value;
  /** Innermost first; the core library's own functions are left out. */
  readonly frames: readonly TraceFrame[];

  constructor(
    kind: RuntimeErrorKind,
    value: Value,
    frames: readonly TraceFrame[],
    options?: ErrorOptions,
  ) {
    super(typeof value === 'string' ? value : '[error object]', options);
    this.kind = kind;
    this.value = value;
    this.frames = frames;
  }

  /** Message and stack trace as Wren prints them, a line each: `[main line 3] in foo(_)`. */
  trace(): string {
    const lines = this.frames.map(
      ({ module, line, label }) => `[${module} line ${line}] in ${label}\n`,
    );
    return `${this.message}\n${lines.join('')}`;
  }
}
