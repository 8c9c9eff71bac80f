/**
 * Argument checks, like `validateInt` and others in `wren_primitive.c`. Each returns the checked
 * value, or aborts the fiber with Wren's message; `name` is the argument's name in that message.
 */
import { abort } from './errors.js';
import { messages } from './messages.js';
import { type Value, WrenFn, type WrenRange } from './values.js';

/**
 * Checks for a number, NaN and infinities included.
 *
 * @throws WrenAbort "NAME must be a number."
 */
export function checkNumber(value: Value, name: string): number {
  if (typeof value !== 'number') abort(messages.notNumber(name));
  return value;
}

/**
 * Checks for a number without a fraction; Wren accepts infinities.
 *
 * @throws WrenAbort "NAME must be a number." or "NAME must be an integer."
 */
export function checkInteger(value: Value, name: string): number {
  const number = checkNumber(value, name);
  if (Math.trunc(number) !== number) abort(messages.notInteger(name));
  return number;
}

/**
 * Checks an index into `count` elements. Negative indexes count from the end; the result is never
 * negative.
 *
 * @throws WrenAbort "NAME out of bounds.", or like `checkInteger`
 */
export function checkIndex(value: Value, count: number, name: string): number {
  const integer = checkInteger(value, name);
  const index = integer < 0 ? count + integer : integer;
  if (index >= 0 && index < count) return index;
  abort(messages.outOfBounds(name));
}

/**
 * Checks for an integer, zero or greater.
 *
 * @throws WrenAbort "NAME must be a non-negative integer."
 */
export function checkCount(value: Value, name: string): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
    abort(messages.notCount(name));
  }
  return value;
}

/**
 * Checks for a string; returns a byte string.
 *
 * @throws WrenAbort "NAME must be a string."
 */
export function checkString(value: Value, name: string): string {
  if (typeof value !== 'string') abort(messages.notString(name));
  return value;
}

/**
 * Checks for a string of at least one byte; returns a byte string.
 *
 * @throws WrenAbort "NAME must be a non-empty string."
 */
export function checkNonEmptyString(value: Value, name: string): string {
  if (typeof value !== 'string' || value === '') abort(messages.notNonEmptyString(name));
  return value;
}

/**
 * Checks for a function of any arity.
 *
 * @throws WrenAbort "NAME must be a function."
 */
export function checkFunction(value: Value, name: string): WrenFn {
  if (!(value instanceof WrenFn)) abort(messages.notFunction(name));
  return value;
}

/** Elements of a sequence that a range selects: `count` elements from `start` on, `step` apart. */
export interface Slice {
  readonly start: number;
  readonly count: number;
  readonly step: 1 | -1;
}

/** Checks a range as subscript of `count` elements; returns the selected elements. */
export function checkRange(range: WrenRange, count: number): Slice {
  // An empty range may begin behind the last element, so that `list[0..-1]` and
  // `list[0...list.count]` copy an empty list.
  const emptyEnd = range.inclusive ? -1 : count;
  if (range.from === count && range.to === emptyEnd) return { start: 0, count: 0, step: 1 };

  const start = checkIndex(range.from, count, 'Range start');
  const end = checkInteger(range.to, 'Range end');
  let last = end < 0 ? count + end : end;
  if (!range.inclusive) {
    if (last === start) return { start, count: 0, step: 1 };
    last += last > start ? -1 : 1;
  }
  if (last < 0 || last >= count) abort(messages.outOfBounds('Range end'));
  return { start, count: Math.abs(last - start) + 1, step: start <= last ? 1 : -1 };
}
