/** Checks of what scripts give to natives; each names the argument in its message. */
import { abort, type Value } from '../../interpreter/index.js';

export function checkString(value: Value, name: string): string {
  return typeof value === 'string' ? value : abort(`${name} must be a string.`);
}

/** A whole number from `least` to `most`, or from `least` up. */
export function checkInteger(
  value: Value,
  name: string,
  least: number,
  most: number = Number.MAX_SAFE_INTEGER,
): number {
  const isInteger = typeof value === 'number' && Number.isInteger(value);
  if (isInteger && value >= least && value <= most) return value;
  const range = most === Number.MAX_SAFE_INTEGER ? `${least} up` : `${least} to ${most}`;
  return abort(`${name} must be a whole number from ${range}.`);
}
