/**
 * Narrows a value that cannot be missing by the logic of the program, although its type says that
 * it can.
 *
 * @param name what is missing otherwise, for the developer who reads the error
 * @throws Error, a mistake of this program
 */
export function mustExist<Value>(value: Value | null | undefined, name: string): Value {
  if (value !== undefined && value !== null) return value;
  throw new Error(`Internal mistake: there is no ${name}.`);
}
