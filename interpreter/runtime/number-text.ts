/** Numbers as text and back, as C's `%.14g` and `strtod` have them, on which Wren is defined. */

const digitsShown = 14;

interface Decimal {
  /** The digits without a point: the first one is not 0. */
  readonly digits: string;
  /** The power of ten of the first digit. */
  readonly exponent: number;
}

function splitExponential(text: string): Decimal {
  const at = text.indexOf('e');
  return { digits: text.slice(0, at).replace('.', ''), exponent: Number(text.slice(at + 1)) };
}

/**
 * Rounds to the digits shown. Where a number lies exactly between two, C takes the even one and
 * JavaScript the upper one; with so many more digits asked for, only an exact tie ends in zeros.
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
  // The shortest text that means this number is the right one if it is short enough.
  const shortest = String(value);
  if (shortest.length <= digitsShown + 1) return shortest;
  // Only a number that ends in 5 can lie between two that are shown.
  const rounded = shortest.endsWith('5') ? '' : value.toPrecision(digitsShown);
  if (rounded.includes('.') && !rounded.includes('e')) return dropTrailingZeros(rounded);
  return formatAny(value);
}

function formatAny(value: number): string {
  const text = layOut(roundDecimal(Math.abs(value)));
  return value < 0 ? `-${text}` : text;
}

/** What `toString` of a number returns: at most 14 significant digits. */
export function formatNumber(value: number): string {
  const magnitude = Math.abs(value);
  if (magnitude >= 1e-4 && magnitude < 1e14) return formatPlain(value);
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  if (Number.isNaN(value)) return 'nan';
  if (magnitude === Infinity) return value > 0 ? 'infinity' : '-infinity';
  return formatAny(value);
}

// No part can match the same text in two ways, so that a long text costs no more than its length.
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

/**
 * Reads a number as `Num.fromString` does: decimal, hexadecimal, `inf` or `nan`, with blanks
 * around it.
 *
 * @returns `undefined` for text that is not a number, `'range'` for one that a number cannot hold,
 * too small ones included
 */
export function parseNumber(text: string): number | undefined | 'range' {
  if (text === '') return undefined;
  // Where JavaScript reads an ordinary number, C reads the same one.
  const simple = simpleForm.test(text) ? Number(text) : 0;
  if (simple !== 0) return simple;
  const match = numberForm.exec(text);
  // strtod finds nothing among blanks, says 0 and leaves them to be skipped.
  if (match === null) return blankForm.test(text) ? 0 : undefined;
  const [, sign, hex, decimal, word = ''] = match;
  const magnitude = parseMagnitude(hex, decimal, word);
  const digits = (hex?.slice(2) ?? decimal ?? '').split(/[ep]/i, 1)[0] ?? '';
  if (word === '' && magnitude === Infinity) return 'range';
  if (magnitude < smallestNormal && /[1-9a-f]/i.test(digits)) return 'range';
  return sign === '-' ? -magnitude : magnitude;
}
