import type { Activation } from './activation.js';
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
