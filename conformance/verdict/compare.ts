/**
 * Compares what a target answered with what a requirement asks for, and collects every difference.
 *
 * The comparison is tolerant where the specification is: members that nobody asked for are
 * ignored, `null` and an absent member are the same, and a number is the same as its digits in a
 * text. Where a requirement is about the type itself it says so with an `Expectation`.
 */

import { escapeInvisible } from '../../kit/words.js';
import { writeJson } from '../http/json.js';
import { type Mismatch, Violation } from '../outcomes.js';

const longestRendering = 120;

/** A condition in place of a value: `new Expectation('an array', Array.isArray)`. */
export class Expectation {
  /** In words that follow "expected". */
  readonly description: string;
  readonly holds: (value: unknown) => boolean;

  constructor(description: string, holds: (value: unknown) => boolean) {
    this.description = description;
    this.holds = holds;
  }
}

export const anInteger = new Expectation(
  'an integer',
  (value) => Number.isInteger(value) || typeof value === 'bigint',
);
export const aNumber = new Expectation('a number', (value) => typeof value === 'number');
export const aText = new Expectation('a text', (value) => typeof value === 'string');
export const anArray = new Expectation('an array', Array.isArray);
export const anObject = new Expectation('an object', isObject);
/** `null` counts as present, unlike in a comparison with a value. */
export const present = new Expectation('to be there', (value) => value !== undefined);

/** Whether a JSON value is an object, as opposed to an array, `null` or a scalar. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A value as JSON, with escape sequences for what cannot be seen, and cut when it is long; "nothing"
 * for one that is absent.
 */
export function render(value: unknown): string {
  const text = value === undefined ? 'nothing' : escapeInvisible(writeJson(value));
  return text.length <= longestRendering ? text : `${text.slice(0, longestRendering - 1)}…`;
}

/**
 * All differences between what is expected (a JSON value, in which any part may be an
 * `Expectation`) and what was observed.
 *
 * @param path names the observed value: `body`, `body.data[2]`
 */
export function compare(expected: unknown, observed: unknown, path = 'body'): Mismatch[] {
  if (expected instanceof Expectation) {
    return expected.holds(observed) ? [] : [mismatch(path, expected.description, observed)];
  }
  if (Array.isArray(expected)) return compareArrays(expected, observed, path);
  if (isObject(expected)) return compareObjects(expected, observed, path);
  return isSameScalar(expected, observed) ? [] : [mismatch(path, render(expected), observed)];
}

function compareArrays(expected: readonly unknown[], observed: unknown, path: string): Mismatch[] {
  if (!Array.isArray(observed)) return [mismatch(path, anArray.description, observed)];
  if (observed.length !== expected.length) {
    const found = { path: `${path}.length`, observed: String(observed.length) };
    return [{ ...found, expected: String(expected.length) }];
  }
  return expected.flatMap((item, index) => compare(item, observed[index], `${path}[${index}]`));
}

function compareObjects(
  expected: Readonly<Record<string, unknown>>,
  observed: unknown,
  path: string,
): Mismatch[] {
  if (!isObject(observed)) return [mismatch(path, anObject.description, observed)];
  return Object.entries(expected).flatMap(([name, value]) =>
    compare(value, Object.hasOwn(observed, name) ? observed[name] : undefined, `${path}.${name}`),
  );
}

function isSameScalar(expected: unknown, observed: unknown): boolean {
  const [a, b] = [digitsOf(expected ?? null), digitsOf(observed ?? null)];
  if (typeof a === 'number' && typeof b === 'string') return b.trim() !== '' && Number(b) === a;
  if (typeof a === 'string' && typeof b === 'number') return String(b) === a;
  return a === b;
}

/** An integer that no number can hold as its digits, anything else as it is. */
function digitsOf(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/** One difference whose expectation is said in words. */
export function mismatch(path: string, expected: string, observed: unknown): Mismatch {
  return { path, expected, observed: render(observed) };
}

/**
 * Judges: nothing happens when there is no difference.
 *
 * @throws Violation with all of them otherwise.
 */
export function demand(mismatches: readonly Mismatch[]): void {
  if (mismatches.length > 0) throw new Violation(mismatches);
}
