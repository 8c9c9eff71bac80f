import type { Value } from './values.js';

/**
 * A Wren runtime error on its way up: thrown by failing code, caught where a fiber ends. Its
 * JavaScript stack is where the Wren trace is read from, so it is created at the point of failure.
 */
export class WrenAbort extends Error {
  /** What the fiber's `error` returns: a message, or any object given to `Fiber.abort`. */
  readonly value: Value;

  constructor(value: Value) {
    super();
    this.value = value;
  }
}

/** Ends the running fiber with a message (a byte string). */
export function abort(message: string): never {
  throw new WrenAbort(message);
}
