/** Conversion between numbers and text, as in Wren by C's `%.14g` and `strtod`. */

/** Precision of `%.14g`. */
const digitsShown = 14;

interface Decimal {
  /** The digits without a point; the first is not 0. */
  readonly digits: string;
  /** Power of ten of the first digit. */
  readonly exponent: number;
}

function splitExponential(text: string): Decimal {
  const at = text.indexOf('e');
  return { digits: text.slice(0, at).replace('.', ''), exponent: Number(text.slice(at + 1)) };
}

/**
 * Rounds to 14 digits. Ties round to even in C, but up in JavaScript. Three times as many digits
 * show whether a number is an exact tie.
 */
function roundDecimal(magnitude: number): Decimal {
  const rounded = splitExponential(magnitude.toExponential(digitsShown - 1));
  const exact = magnitude.toExponential(3 * digitsShown).replace('.', '');
  const isTie = /^50*e/.test(exact.slice(digitsShown));
  const down = exact.slice(0, digitsShown);
  if (!isTie || Number(down.at(-1)) % 2 === 1) return rounded;
  return { digits: down, exponent: splitExponential(exact).exponent };
}

function layOut({ digits, exponent }: Decimal): string {
  const shown = digits.replace(/0+$/, '');
  if (exponent < -4 || exponent >= digitsShown) {
    const mantissa = shown.length > 1 ? `${shown[0]}.${shown.slice(1)}` : shown;
    const power = String(Math.abs(exponent)).padStart(2, '0');
    return `${mantissa}e${exponent < 0 ? '-' : '+'}${power}`;
  }
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${shown}`;
  const whole = shown.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const fraction = shown.slice(exponent + 1);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

function dropTrailingZeros(text: string): string {
  let end = text.length;
  while (text[end - 1] === '0') end--;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}

/** The text of a number in the range where `%.14g` writes no exponent. */
function formatPlain(value: number): string {
  // The shortest text of a number is the result if it has at most 14 digits.
  const shortest = String(value);
  if (shortest.length <= digitsShown + 1) return shortest;
  // Only a number that ends in 5 can be a tie.
  const rounded = shortest.endsWith('5') ? '' : value.toPrecision(digitsShown);
  if (rounded.includes('.') && !rounded.includes('e')) return dropTrailingZeros(rounded);
  return formatAny(value);
}

function formatAny(value: number): string {
  const text = layOut(roundDecimal(Math.abs(value)));
  return value < 0 ? `-${text}` : text;
}

/** The result of a number's `toString`: at most 14 significant digits. */
export function formatNumber(value: number): string {
  const magnitude = Math.abs(value);
  if (magnitude >= 1e-4 && magnitude < 1e14) return formatPlain(value);
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  if (Number.isNaN(value)) return 'nan';
  if (magnitude === Infinity) return value > 0 ? 'infinity' : '-infinity';
  return formatAny(value);
}

// No part matches the same text in two ways, so that matching takes linear time.
const simpleForm = /^-?\d{1,15}(?:\.\d{1,15})?$/;
const blank = '[ \\t\\n\\v\\f\\r]*';
const decimalForm = '(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:e[+-]?\\d+)?';
const hexForm = '0x(?:[\\da-f]+(?:\\.[\\da-f]*)?|\\.[\\da-f]+)(?:p[+-]?\\d+)?';
const wordForm = 'inf(?:inity)?|nan(?:\\(\\w*\\))?';
const numberForm = new RegExp(
  `^${blank}([+-]?)(?:(${hexForm})|(${decimalForm})|(${wordForm}))${blank}$`,
  'i',
);
const blankForm = new RegExp(`^${blank}$`);

const smallestNormal = 2 ** -1022;

function parseHex(text: string): number {
  const [mantissa = '', power = '0'] = text.slice(2).toLowerCase().split('p');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return Number(BigInt(`0x${whole}${fraction}`)) * 2 ** (Number(power) - 4 * fraction.length);
}

function parseMagnitude(hex: string | undefined, decimal: string | undefined, word: string) {
  if (hex !== undefined) return parseHex(hex);
  if (decimal !== undefined) return Number(decimal);
  return word.toLowerCase().startsWith('inf') ? Infinity : Number.NaN;
}

const lastDigit = 0x39;

/** Whether a text begins like a word that is neither `inf` nor `nan`, so it is not a number. */
function isWord(text: string): boolean {
  const byte = text.charCodeAt(0);
  return byte > lastDigit && !/^[in]/i.test(text);
}

/**
 * Parses a number like `Num.fromString`: decimal, hexadecimal, `inf` or `nan`, with blanks around
 * it.
 *
 * @returns undefined if the text is not a number, `'range'` if the number is too large or too small
 */
export function parseNumber(text: string): number | undefined | 'range' {
  if (text === '') return undefined;
  // JavaScript and C parse simple decimal numbers alike.
  const simple = simpleForm.test(text) ? Number(text) : 0;
  if (simple !== 0) return simple;
  if (isWord(text)) return undefined;
  const match = numberForm.exec(text);
  // For blank text, strtod returns 0 and Wren skips the blanks.
  if (match === null) return blankForm.test(text) ? 0 : undefined;
  const [, sign, hex, decimal, word = ''] = match;
  const magnitude = parseMagnitude(hex, decimal, word);
  const digits = (hex?.slice(2) ?? decimal ?? '').split(/[ep]/i, 1)[0] ?? '';
  if (word === '' && magnitude === Infinity) return 'range';
  if (magnitude < smallestNormal && /[1-9a-f]/i.test(digits)) return 'range';
  return sign === '-' ? -magnitude : magnitude;
}
