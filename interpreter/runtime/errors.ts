/** Errors of running scripts: WrenAbort within a run, WrenRuntimeError for its host. */
import type { Activation } from './resumable.js';
import type { Value } from './values.js';

/**
 * A Wren runtime error within a run. A fiber called by `try` catches it. The Wren stack trace is
 * read from its JavaScript stack, so it must be constructed at the point of failure.
 */
export class WrenAbort extends Error {
  /** The fiber's `error`: a message as byte string, or any value passed to `Fiber.abort`. */
  readonly value: Value;
  /**
   * Innermost activation of the fiber that is not on the JavaScript stack; undefined for none, null
   * until the error leaves the stack or the fiber.
   */
  callers: Activation | undefined | null = null;
  /** Whether a promise was rejected with it: then its JavaScript stack is not that of the script. */
  isRejection = false;

  constructor(value: Value, options?: ErrorOptions) {
    super(undefined, options);
    this.value = value;
  }
}

/**
 * Aborts the current fiber, like `Fiber.abort(message)`. For natives.
 *
 * @param message a byte string
 * @throws WrenAbort always
 */
export function abort(message: string): never {
  throw new WrenAbort(message);
}

/** One line of a Wren stack trace. */
export interface TraceFrame {
  /** Name of the module, a byte string. */
  readonly module: string;
  /** Line in the module, from 1. */
  readonly line: number;
  /** Label of the function as in Wren's traces: `(script)`, `foo(_)`, `new(_) block argument`. */
  readonly label: string;
}

/** Reason for the end of a run: an error of the script, or an exceeded limit or cancellation. */
export type RuntimeErrorKind = 'error' | 'budget';

/** A runtime error that no fiber of the script caught. The message is a byte string. */
export class WrenRuntimeError extends Error {
  override readonly name = 'WrenRuntimeError';
  /** Why the run ended: an error of the script, or a limit or a cancellation. */
  readonly kind: RuntimeErrorKind;
  /** The value passed to `Fiber.abort`; the message for all other errors. */
  readonly value: Value;
  /** Stack trace, innermost function first, without functions of the core library. */
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

  /**
   * Message and stack trace as Wren prints them: a byte string with a line per function.
   *
   * @param message Default: that of the error; a host may shorten it, since a script makes any
   */
  trace(message: string = this.message): string {
    const lines = this.frames.map(
      ({ module, line, label }) => `[${module} line ${line}] in ${label}\n`,
    );
    return `${message}\n${lines.join('')}`;
  }
}
