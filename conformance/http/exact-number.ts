/** Numbers with more digits than a JavaScript number has. */
import { cut } from '../../kit/words.js';

/** A decimal: its digits, without zeros at their ends, and the place of the point before them. */
interface Decimal {
  readonly isNegative: boolean;
  readonly digits: string;
  /** The number of digits before the point; negative for zeros behind it. */
  readonly point: number;
}

/** A number that neither a JavaScript number nor a bigint represents. */
export class ExactNumber {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** As in the JSON that it comes from. */
  toString(): string {
    return this.#text;
  }

  /** The nearest number: only an approximation. */
  valueOf(): number {
    return Number(this.#text);
  }
}

/** Any number of JSON. */
export type JsonNumber = number | bigint | ExactNumber;

/** An integer with more digits stays an `ExactNumber`: arithmetic on it would take long. */
const mostDigits = 400;

/** From here on, JavaScript writes integers with an exponent, and no reader expects all digits. */
const longestInteger = 1e21;

/**
 * The value of a number in JSON: a JavaScript number if it has the same digits, otherwise a bigint or
 * an `ExactNumber`. Equal values have the same type.
 *
 * @param text a number in the notation of JSON
 */
export function readNumber(text: string): JsonNumber {
  const number = Number(text);
  const decimal = readDecimal(text);
  const isWhole = decimal.digits.length <= decimal.point;
  const isLongInteger =
    isWhole && Math.abs(number) < longestInteger && !Number.isSafeInteger(number);
  if (!isLongInteger && isSameDecimal(decimal, readDecimal(String(number)))) return number;
  if (!isWhole || decimal.point > mostDigits) return new ExactNumber(text);
  const whole = BigInt(decimal.digits.padEnd(decimal.point, '0'));
  return decimal.isNegative ? -whole : whole;
}

/** @returns a number below, above or equal to 0, as for `Array.sort` */
export function compareNumbers(a: JsonNumber, b: JsonNumber): number {
  const [first, second] = [readDecimal(String(a)), readDecimal(String(b))];
  const [one, other] = [signOf(first), signOf(second)];
  if (one !== other || one === 0) return one - other;
  return one * compareMagnitudes(first, second);
}

/** Whether a value of JSON is a number. */
export function isNumber(value: unknown): value is JsonNumber {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof ExactNumber;
}

/** Whether a value of JSON is a number without a fraction. */
export function isInteger(value: unknown): boolean {
  if (!(value instanceof ExactNumber)) return Number.isInteger(value) || typeof value === 'bigint';
  const { digits, point } = readDecimal(String(value));
  return digits.length <= point;
}

function readDecimal(text: string): Decimal {
  const [mantissa, exponent] = cut(text.toLowerCase(), 'e');
  const [whole, fraction] = cut(mantissa.replace('-', ''), '.');
  const digits = `${whole}${fraction}`;
  const rest = digits.replace(/^0+/, '');
  const significant = rest.replace(/0+$/, '');
  const isZero = significant === '';
  return {
    isNegative: mantissa.startsWith('-') && !isZero,
    digits: significant,
    // An empty exponent counts as 0.
    point: isZero ? 0 : rest.length - fraction.length + Number(exponent),
  };
}

function isSameDecimal(a: Decimal, b: Decimal): boolean {
  return a.isNegative === b.isNegative && a.point === b.point && a.digits === b.digits;
}

function signOf({ isNegative, digits }: Decimal): number {
  if (digits === '') return 0;
  return isNegative ? -1 : 1;
}

function compareMagnitudes(a: Decimal, b: Decimal): number {
  if (a.point !== b.point) return a.point - b.point;
  if (a.digits === b.digits) return 0;
  return a.digits < b.digits ? -1 : 1;
}
