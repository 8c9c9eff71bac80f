import { type Value, WrenRange } from './values.js';

/**
 * Wren's own idea of the same value, which `==` follows unless a class says otherwise: strings
 * and ranges by content, other objects by identity. Numbers are told apart by their bits, so 0
 * and -0 differ and NaN is equal to itself; the `==` of numbers is another one.
 */
export function valuesEqual(one: Value, other: Value): boolean {
  if (Object.is(one, other)) return true;
  if (!(one instanceof WrenRange && other instanceof WrenRange)) return false;
  return one.from === other.from && one.to === other.to && one.inclusive === other.inclusive;
}
