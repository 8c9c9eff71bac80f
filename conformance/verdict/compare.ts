/**
 * Comparison of expected and observed values, with all differences.
 *
 * The comparison is tolerant where the specification is: additional members are ignored, `null`
 * equals an absent member, and a number equals its digits in a text. A requirement about types uses
 * an `Expectation`.
 */

import { ownMember } from '../../kit/collections.js';
import { compareNumbers, isInteger, isNumber, type JsonNumber } from '../http/exact-number.js';
import type { Exchange } from '../http/exchange.js';
import { isObject } from '../http/json.js';
import {
  condition,
  differing,
  type Expected,
  exactly,
  inBody,
  type JsonType,
  type Mismatch,
  mismatch,
  oneOfStatuses,
  type Place,
  type TextMismatch,
  within,
} from '../mismatches/mismatch.js';
import { Violation } from './outcomes.js';

/** A condition instead of a value: `new Expectation('an array', Array.isArray)`. */
export class Expectation {
  /** In words that follow "expected". */
  readonly description: string;
  /** Whether an observed value meets the condition; undefined stands for an absent one. */
  readonly holds: (value: unknown) => boolean;
  /** The JSON type of all values that meet the condition; undefined for several types. */
  readonly type: JsonType | 'nothing' | undefined;

  constructor(
    description: string,
    holds: (value: unknown) => boolean,
    type?: JsonType | 'nothing',
  ) {
    this.description = description;
    this.holds = holds;
    this.type = type;
  }

  /** The expectation of a mismatch. */
  get expected(): Expected {
    const { description: words, type } = this;
    if (type === 'nothing') return exactly(undefined);
    return type === undefined ? condition(words) : { is: 'type', type, words };
  }
}

/** A number without a fraction. */
export const anInteger = new Expectation('an integer', isInteger, 'number');
/** Any number. */
export const aNumber = new Expectation('a number', isNumber, 'number');
/** Any text; the empty one, too. */
export const aText = new Expectation('a text', (value) => typeof value === 'string', 'string');
/** Any array; its elements may differ in type. */
export const anArray = new Expectation('an array', Array.isArray, 'array');
/** Any object: no array, `null` or scalar. */
export const anObject = new Expectation('an object', isObject, 'object');
/** Unlike in a comparison with a value, `null` counts as present. */
export const present = new Expectation('a value', (value) => value !== undefined);

/**
 * Returns all differences between an expected and an observed value.
 *
 * @param expected a JSON value, in which any part may be an `Expectation`
 * @param place where the observed value is; words make mismatches that explain only themselves
 */
export function compare(
  expected: unknown,
  observed: unknown,
  place: Place | string = inBody(),
): Mismatch[] {
  const at: Place = typeof place === 'string' ? { part: 'text', name: place, location: [] } : place;
  if (expected instanceof Expectation) {
    return expected.holds(observed) ? [] : [mismatch(at, expected.expected, observed)];
  }
  if (Array.isArray(expected)) return compareArrays(expected, observed, at);
  if (isObject(expected)) return compareObjects(expected, observed, at);
  if (isSameScalar(expected, observed)) return [];
  const isStatus = at.part === 'status';
  return [mismatch(at, isStatus ? oneOfStatuses(String(expected)) : exactly(expected), observed)];
}

function compareArrays(expected: readonly unknown[], observed: unknown, place: Place): Mismatch[] {
  if (!Array.isArray(observed)) return [mismatch(place, anArray.expected, observed)];
  const { length } = observed;
  if (length !== expected.length) {
    return [differing(place, exactly(expected.length), { is: 'value', value: length }, 'count')];
  }
  return expected.flatMap((item, index) => compare(item, observed[index], within(place, index)));
}

function compareObjects(
  expected: Readonly<Record<string, unknown>>,
  observed: unknown,
  place: Place,
): Mismatch[] {
  if (!isObject(observed)) return [mismatch(place, anObject.expected, observed)];
  return Object.entries(expected).flatMap(([name, value]) =>
    compare(value, ownMember(observed, name), within(place, name)),
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
 * Compares numbers by value. An expected JavaScript number also equals a notation with more digits,
 * since a server may compute with another type of numbers (RFC 8259 §6).
 */
function isSameNumber(expected: JsonNumber, observed: JsonNumber): boolean {
  if (typeof expected === 'number') return Number(observed) === expected;
  return compareNumbers(expected, observed) === 0;
}

/**
 * Judges by the differences.
 *
 * @param exchange the exchange that they are about. Default: the last one of the scenario
 * @throws Violation when there is any
 */
export function demand(
  mismatches: readonly (Mismatch | TextMismatch)[],
  exchange?: Exchange,
): void {
  if (mismatches.length > 0) throw new Violation(mismatches, exchange);
}
