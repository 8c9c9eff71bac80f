import { abort, type Value } from '../../interpreter/index.js';

/**
 * A whole number from `least` to `most`, or from `least` up.
 *
 * @param name of the argument, for the message that ends the script
 */
export function checkWholeNumber(
  value: Value,
  name: string,
  least: number,
  most: number = Number.MAX_SAFE_INTEGER,
): number {
  const isWhole = typeof value === 'number' && Number.isInteger(value);
  if (isWhole && value >= least && value <= most) return value;
  const range = most === Number.MAX_SAFE_INTEGER ? `${least} up` : `${least} to ${most}`;
  const advice = typeof value === 'string' ? '; Util.toNum reads one from a text' : '';
  return abort(`${name} must be a whole number from ${range}${advice}.`);
}
