/** Argument checks. Each returns the value it was asked for or aborts the fiber in Wren's words. */
import { abort } from './errors.js';
import { messages } from './messages.js';
import { type Value, WrenFn, type WrenRange } from './values.js';

/** A number of any kind, NaN and infinities included. */
export function checkNumber(value: Value, name: string): number {
  if (typeof value !== 'number') abort(messages.notNumber(name));
  return value;
}

/** A number without a fraction; Wren lets infinities pass. */
export function checkInteger(value: Value, name: string): number {
  const number = checkNumber(value, name);
  if (Math.trunc(number) !== number) abort(messages.notInteger(name));
  return number;
}

/** An index into `count` elements; a negative one counts from the end. Returns 0 to count - 1. */
export function checkIndex(value: Value, count: number, name: string): number {
  const integer = checkInteger(value, name);
  const index = integer < 0 ? count + integer : integer;
  if (index >= 0 && index < count) return index;
  abort(messages.outOfBounds(name));
}

/** How many times: an integer, zero or more. */
export function checkCount(value: Value, name: string): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
    abort(messages.notCount(name));
  }
  return value;
}

/** A string of any length. */
export function checkString(value: Value, name: string): string {
  if (typeof value !== 'string') abort(messages.notString(name));
  return value;
}

/** A string of one byte or more. */
export function checkNonEmptyString(value: Value, name: string): string {
  if (typeof value !== 'string' || value === '') abort(messages.notNonEmptyString(name));
  return value;
}

/** A function, whatever number of arguments it takes. */
export function checkFunction(value: Value, name: string): WrenFn {
  if (!(value instanceof WrenFn)) abort(messages.notFunction(name));
  return value;
}

/** The elements that a range picks out of a sequence: `count` of them, `step` apart. */
export interface Slice {
  readonly start: number;
  readonly count: number;
  readonly step: 1 | -1;
}

/** Turns a range used as a subscript of `count` elements into the elements it picks. */
export function checkRange(range: WrenRange, count: number): Slice {
  // A range that begins right behind the last element may be empty, so that `list[0..-1]` and
  // `list[0...list.count]` copy a list even when it has no elements.
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
  return { start, count: Math.abs(last - start) + 1, step: start < last ? 1 : -1 };
}
