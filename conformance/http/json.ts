/**
 * JSON whose numbers keep all their digits: database ids have 64 bits, JavaScript numbers 53. Only
 * texts with such numbers take this way, through regular expressions, because a JSON parser in
 * JavaScript takes several times as long as `JSON.parse`.
 */
import { ExactNumber, readNumber } from './exact-number.js';

/** A value that may be longer than a number can represent: many digits, or a power of ten. */
const longNumber = /(?:\d(?:\.?\d){15,}(?:e[+-]?\d+)?|\de[+-]?\d{2,})\s*(?:[,\]}]|$)/i;

/** A JSON string, or a number that is not the name of a member: such a text is not JSON. */
const textOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\w.+-]*(?![\w.+-]|\s*:)/g;

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Marks the digits of a number while they are written as a string. */
const mark = '#number:';

/** Whether a JSON text may contain a number that loses digits; false for most texts. */
export function mayHoldExactNumbers(text: string): boolean {
  return longNumber.test(text);
}

/**
 * Parses JSON like `JSON.parse`, except that a number that would lose digits becomes a bigint, or an
 * `ExactNumber` when it is no integer or has too many digits.
 *
 * @throws SyntaxError when the text is not JSON
 */
export function parseJson(text: string): unknown {
  if (!mayHoldExactNumbers(text)) return JSON.parse(text);
  const sign = signNotIn(text);
  const marked = text.replace(textOrNumber, (whole) =>
    longNumber.test(whole) && jsonNumber.test(whole) && typeof readNumber(whole) !== 'number'
      ? `"${sign}${whole}"`
      : whole,
  );
  return JSON.parse(marked, (_name, value: unknown) => {
    const isMarked = typeof value === 'string' && value.startsWith(sign);
    return isMarked ? readNumber(value.slice(sign.length)) : value;
  });
}

/** A mark that no text of a JSON text begins with. */
function signNotIn(text: string): string {
  let sign = mark;
  while (text.includes(sign)) sign = `#${sign}`;
  return sign;
}

/** Writes a value of `parseJson` as JSON. */
export function writeJson(value: unknown, indent?: number): string {
  if (!holdsExactNumbers(value)) return JSON.stringify(value, undefined, indent);
  const sign = signNotIn(JSON.stringify(value, (_name, item) => (isExact(item) ? null : item)));
  return JSON.stringify(value, markingBy(sign), indent).replace(
    new RegExp(`"${sign}([\\d.e+-]+)"`, 'gi'),
    '$1',
  );
}

const markingBy = (sign: string) => (_name: string, value: unknown) =>
  isExact(value) ? `${sign}${value}` : value;

function isExact(value: unknown): value is bigint | ExactNumber {
  return typeof value === 'bigint' || value instanceof ExactNumber;
}

/** Whether a value of `parseJson` contains a number that JavaScript cannot represent. */
function holdsExactNumbers(value: unknown): boolean {
  if (isExact(value)) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(holdsExactNumbers);
}

/**
 * Replaces each number that JavaScript cannot represent by a text that stands for it, for libraries
 * that know no others.
 */
export function markNumbers(value: unknown): unknown {
  return holdsExactNumbers(value) ? JSON.parse(JSON.stringify(value, markingBy(mark))) : value;
}

/** Whether a JSON value is an object: no array, `null` or scalar. */
export function isObject(value: unknown): value is Record<string, unknown> {
  const isOther = Array.isArray(value) || value instanceof ExactNumber;
  return typeof value === 'object' && value !== null && !isOther;
}
