/** Errors of running scripts: inside a run, and as its host gets them. */
import type { Activation } from './resumable.js';
import type { Value } from './values.js';

/**
 * A Wren runtime error on its way up: thrown by failing code, caught where a fiber ends. Its
 * JavaScript stack is where the Wren trace is read from, so it is created at the point of failure.
 */
export class WrenAbort extends Error {
  /** What the fiber's `error` returns: a message, or any object given to `Fiber.abort`. */
  readonly value: Value;
  /** Activations of the fiber that were not on the JavaScript stack, innermost first. */
  callers: Activation | undefined = undefined;

  constructor(value: Value, options?: ErrorOptions) {
    super(undefined, options);
    this.value = value;
  }
}

/** Ends the running fiber with a message (a byte string). */
export function abort(message: string): never {
  throw new WrenAbort(message);
}

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
