/** Checks of the arguments that scripts pass to natives. The messages end the script. */
import { abort, checkString, type Value } from '../../interpreter/index.js';

/**
 * Checks a whole number from `least` to `most`.
 *
 * @param name of the argument, for the message
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

/** RFC 9110, 5.6.2. */
const token = /^[!#$%&'*+.^_`|~\w-]+$/;

/**
 * Checks a token, such as the name of a header.
 *
 * @param name of the argument, for the message
 */
export function checkToken(value: Value, name: string, example: string): string {
  const text = checkString(value, name);
  return token.test(text) ? text : abort(`${name} must be a token, such as ${example}.`);
}

/** RFC 9110, 5.5: without control characters, so that a value cannot begin another header. */
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** @param name of the argument, for the message */
export function checkHeaderValue(value: Value, name: string): string {
  const text = checkString(value, name);
  return headerValue.test(text) ? text : abort(`${name} must not contain control characters.`);
}
