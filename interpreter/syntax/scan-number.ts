import { character, hexDigitValue, isDigit } from './character.js';
import type { Scanner } from './scanner.js';
import type { Token, TokenKind } from './token.js';

/** Smaller numbers have fewer digits, so Wren refuses them like those that are too large. */
const smallestNormal = 2 ** -1022;

/** Scans `12`, `1.5`, `2e-3` or `0xff`; a sign is an operator. */
export function scanNumber(scanner: Scanner, token: Token): TokenKind {
  const isHex =
    scanner.text.charCodeAt(scanner.at) === character.zero &&
    scanner.text.charCodeAt(scanner.at + 1) === character.lowerX;
  token.number = isHex ? scanHexadecimal(scanner) : scanDecimal(scanner);
  return 'number';
}

/** As a signed 64-bit integer in Wren, so 0x8000000000000000 is already too large. */
function scanHexadecimal(scanner: Scanner): number {
  const { text } = scanner;
  scanner.at += 2;
  while (text.charCodeAt(scanner.at) === character.zero) scanner.at++;
  const firstDigit = scanner.at;
  let value = 0;
  while (hexDigitValue(text.charCodeAt(scanner.at)) >= 0) scanner.at++;
  const digits = text.slice(firstDigit, scanner.at);
  if (digits.length > 0) value = Number(`0x${digits}`);
  const isTooLarge = digits.length > 16 || (digits.length === 16 && digits >= '8');
  return isTooLarge ? rejectNumber(scanner) : value;
}

function scanDecimal(scanner: Scanner): number {
  const { text, start } = scanner;
  skipDigits(scanner);
  // Without a digit after it, the dot is a method call.
  if (text.charCodeAt(scanner.at) === character.dot && isDigit(text.charCodeAt(scanner.at + 1))) {
    scanner.at++;
    skipDigits(scanner);
  }
  const mantissaEnd = scanner.at;
  const hasExponent = scanExponent(scanner);
  const value = Number(text.slice(start, hasExponent ? scanner.at : mantissaEnd));
  const isTooSmall = value < smallestNormal && /[1-9]/.test(text.slice(start, mantissaEnd));
  return isTooSmall || value === Number.POSITIVE_INFINITY ? rejectNumber(scanner) : value;
}

/** Skips an exponent; false when there is none or it has no digits. */
function scanExponent(scanner: Scanner): boolean {
  const { text } = scanner;
  if (!scanner.take(character.lowerE) && !scanner.take(character.upperE)) return false;
  if (!scanner.take(character.plus)) scanner.take(character.minus);
  if (!isDigit(text.charCodeAt(scanner.at))) {
    scanner.fail('unterminatedScientificNotation', scanner.start);
    return false;
  }
  skipDigits(scanner);
  return true;
}

function skipDigits(scanner: Scanner): void {
  while (isDigit(scanner.text.charCodeAt(scanner.at))) scanner.at++;
}

function rejectNumber(scanner: Scanner): number {
  scanner.fail('numberTooLarge', scanner.start);
  return 0;
}
