import { character, hexDigitValue, isDigit } from './character.js';
import type { Cursor } from './cursor.js';
import type { Token, TokenKind } from './token.js';

/** Wren rejects smaller (subnormal) numbers like numbers that are too large. */
const smallestNormal = 2 ** -1022;

/** Scans `12`, `1.5`, `2e-3` or `0xff`; a sign is an operator. */
export function scanNumber(cursor: Cursor, token: Token): TokenKind {
  const isHex =
    cursor.text.charCodeAt(cursor.at) === character.zero &&
    cursor.text.charCodeAt(cursor.at + 1) === character.lowerX;
  token.number = isHex ? scanHexadecimal(cursor) : scanDecimal(cursor);
  return 'number';
}

/** Wren reads a signed 64-bit integer, so 0x8000000000000000 is too large. */
function scanHexadecimal(cursor: Cursor): number {
  const { text } = cursor;
  cursor.at += 2;
  while (text.charCodeAt(cursor.at) === character.zero) cursor.at++;
  const firstDigit = cursor.at;
  let value = 0;
  while (hexDigitValue(text.charCodeAt(cursor.at)) >= 0) cursor.at++;
  const digits = text.slice(firstDigit, cursor.at);
  if (digits.length > 0) value = Number(`0x${digits}`);
  const isTooLarge = digits.length > 16 || (digits.length === 16 && digits >= '8');
  return isTooLarge ? rejectNumber(cursor) : value;
}

function scanDecimal(cursor: Cursor): number {
  const { text, start } = cursor;
  skipDigits(cursor);
  // A dot without a digit after it begins a method call.
  if (text.charCodeAt(cursor.at) === character.dot && isDigit(text.charCodeAt(cursor.at + 1))) {
    cursor.at++;
    skipDigits(cursor);
  }
  const mantissaEnd = cursor.at;
  const hasExponent = scanExponent(cursor);
  const value = Number(text.slice(start, hasExponent ? cursor.at : mantissaEnd));
  const isTooSmall = value < smallestNormal && /[1-9]/.test(text.slice(start, mantissaEnd));
  return isTooSmall || value === Number.POSITIVE_INFINITY ? rejectNumber(cursor) : value;
}

/** Skips an exponent; false when there is none or it has no digits. */
function scanExponent(cursor: Cursor): boolean {
  const { text } = cursor;
  if (!cursor.take(character.lowerE) && !cursor.take(character.upperE)) return false;
  if (!cursor.take(character.plus)) cursor.take(character.minus);
  if (!isDigit(text.charCodeAt(cursor.at))) {
    cursor.fail('unterminatedScientificNotation', cursor.start);
    return false;
  }
  skipDigits(cursor);
  return true;
}

function skipDigits(cursor: Cursor): void {
  while (isDigit(cursor.text.charCodeAt(cursor.at))) cursor.at++;
}

function rejectNumber(cursor: Cursor): number {
  cursor.fail('numberTooLarge', cursor.start);
  return 0;
}
