/**
 * Comparison of expected and observed values, with all differences.
 *
 * The comparison is tolerant where the specification is: additional members are ignored, `null`
 * equals an absent member, and a number equals its digits in a text. A requirement about types uses
 * an `Expectation`.
 */

import { ownMember } from '../../kit/collections.js';
import { escapeInvisible } from '../../kit/words.js';
import {
  compareNumbers,
  ExactNumber,
  isInteger,
  isNumber,
  type JsonNumber,
} from '../http/exact-number.js';
import type { Exchange } from '../http/exchange.js';
import { writeJson } from '../http/json.js';
import { type Mismatch, Violation } from './outcomes.js';

const longestRendering = 120;

/** A condition instead of a value: `new Expectation('an array', Array.isArray)`. */
export class Expectation {
  /** In words that follow "expected". */
  readonly description: string;
  /** Whether an observed value meets the condition; undefined stands for an absent one. */
  readonly holds: (value: unknown) => boolean;

  constructor(description: string, holds: (value: unknown) => boolean) {
    this.description = description;
    this.holds = holds;
  }
}

/** A number without a fraction. */
export const anInteger = new Expectation('an integer', isInteger);
/** Any number. */
export const aNumber = new Expectation('a number', isNumber);
/** Any text; the empty one, too. */
export const aText = new Expectation('a text', (value) => typeof value === 'string');
/** Any array; its elements may differ in type. */
export const anArray = new Expectation('an array', Array.isArray);
/** Any object: no array, `null` or scalar. */
export const anObject = new Expectation('an object', isObject);
/** Unlike in a comparison with a value, `null` counts as present. */
export const present = new Expectation('a value', (value) => value !== undefined);

/** Whether a JSON value is an object: no array, `null` or scalar. */
export function isObject(value: unknown): value is Record<string, unknown> {
  const isOther = Array.isArray(value) || value instanceof ExactNumber;
  return typeof value === 'object' && value !== null && !isOther;
}

/**
 * Renders a value as JSON, with escape sequences for invisible characters; cuts a long text, and
 * returns "nothing" for an absent value.
 */
export function render(value: unknown): string {
  const text = value === undefined ? 'nothing' : escapeInvisible(writeJson(value));
  return text.length <= longestRendering ? text : `${text.slice(0, longestRendering - 1)}…`;
}

/**
 * Returns all differences between an expected and an observed value.
 *
 * @param expected a JSON value, in which any part may be an `Expectation`
 * @param path the name of the observed value: `body`, `body.data[2]`
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
    compare(value, ownMember(observed, name), `${path}.${name}`),
  );
}

function isSameScalar(expected: unknown, observed: unknown): boolean {
  const [a, b] = [expected ?? null, observed ?? null];
  if (isNumber(a) && isNumber(b)) return isSameNumber(a, b);
  if (typeof a === 'number' && typeof b === 'string') return b.trim() !== '' && Number(b) === a;
  if (isNumber(a) || isNumber(b)) return String(a) === String(b);
  return a === b;
}

/**
 * Numbers are compared by value. One that JavaScript can represent is the same in a notation with
 * more digits, which a server may write that computes with other numbers (RFC 8259 §6).
 */
function isSameNumber(expected: JsonNumber, observed: JsonNumber): boolean {
  if (typeof expected === 'number') return Number(observed) === expected;
  return compareNumbers(expected, observed) === 0;
}

/** Returns a mismatch whose expectation is in words. */
export function mismatch(path: string, expected: string, observed: unknown): Mismatch {
  return { path, expected, observed: render(observed) };
}

/**
 * Judges by the differences.
 *
 * @param exchange the exchange that they are about. Default: the last one of the scenario
 * @throws Violation when there is any
 */
export function demand(mismatches: readonly Mismatch[], exchange?: Exchange): void {
  if (mismatches.length > 0) throw new Violation(mismatches, exchange);
}
