/** Arguments of 64 KiB: each takes eight bytes of the stack. */
const room: readonly undefined[] = Array.from({ length: 8_192 });

function takeArguments(): void {
  // They are dropped again.
}

/**
 * Makes sure that the stack has room for what a native must complete, such as a rollback after a
 * script's stack overflow. It takes a few microseconds.
 *
 * @throws RangeError like a stack overflow
 */
export function reserveStack(): void {
  Reflect.apply(takeArguments, undefined, room);
}
