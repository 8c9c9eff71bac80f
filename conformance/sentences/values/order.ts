/** The order of values: numbers, date-times by their time, and other strings. */
import { compareNumbers, isNumber, type JsonNumber } from '../../http/exact-number.js';
import { namedType } from './named-types.js';

type Comparable = JsonNumber | string;

/**
 * Compares two numbers, two date-times (RFC 3339) by their time, or two other strings by their code
 * units.
 *
 * @returns a number below, above or equal to 0, as for `Array.sort`; undefined when the values are
 *   not comparable
 */
function compareOrder(a: unknown, b: unknown): number | undefined {
  if (!isComparable(a) || !isComparable(b)) return undefined;
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  if (isNumber(a) || isNumber(b)) return undefined;
  const [first, second] = [instantOf(a), instantOf(b)];
  if (first === undefined || second === undefined) return sign(a, b);
  return sign(first.seconds, second.seconds) || sign(first.fraction, second.fraction);
}

function isComparable(value: unknown): value is Comparable {
  return isNumber(value) || typeof value === 'string';
}

function sign<T extends number | string>(a: T, b: T): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

/**
 * The time of a date-time. The digits of its fraction remain a text, because milliseconds would
 * lose some of them. Without trailing zeros, texts sort as fractions do.
 */
function instantOf(text: string) {
  if (!namedType('date-time').holds(text)) return undefined;
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? [];
  const seconds = Date.parse(text.replace(/\.\d+/, ''));
  return Number.isNaN(seconds) ? undefined : { seconds, fraction: fraction.replace(/0+$/, '') };
}

const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
  'greater than': (order) => order > 0,
  'at least': (order) => order >= 0,
  'less than': (order) => order < 0,
  'at most': (order) => order <= 0,
};

/** Whether a value is comparable with a bound, and above or below it as the words say. */
export function holdsComparison(value: unknown, comparison: string, bound: unknown): boolean {
  const result = compareOrder(value, bound);
  return result !== undefined && comparisons[comparison]?.(result) === true;
}
