/** Checks of what scripts give to natives; each names the argument in its message. */
import { abort, type Value } from '../../interpreter/index.js';

export function checkString(value: Value, name: string): string {
  return typeof value === 'string' ? value : abort(`${name} must be a string.`);
}

/** A whole number from `least` to `most`. */
export function checkInteger(value: Value, name: string, least: number, most: number): number {
  const isInteger = typeof value === 'number' && Number.isInteger(value);
  if (isInteger && value >= least && value <= most) return value;
  return abort(`${name} must be a whole number from ${least} to ${most}.`);
}
