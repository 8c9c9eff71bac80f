/**
 * UTF-8 in byte strings. Wren's strings may contain any bytes, so all functions accept invalid
 * UTF-8. As in Wren, surrogates and overlong forms are valid.
 */
import { Buffer } from 'node:buffer';

/** Whether the byte at an index continues a code point that began before it. */
export function isContinuation(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xc0) === 0x80;
}

/** The last code point of Unicode. */
export const highestCodePoint = 0x10ffff;

/** The UTF-8 of a code point; empty beyond 0x10ffff. */
export function encodeCodePoint(codePoint: number): string {
  if (codePoint > highestCodePoint) return '';
  if (codePoint <= 0x7f) return String.fromCharCode(codePoint);
  const last = 0x80 | (codePoint & 0x3f);
  if (codePoint <= 0x7ff) return String.fromCharCode(0xc0 | (codePoint >> 6), last);
  const third = 0x80 | ((codePoint >> 6) & 0x3f);
  if (codePoint <= 0xffff) return String.fromCharCode(0xe0 | (codePoint >> 12), third, last);
  const second = 0x80 | ((codePoint >> 12) & 0x3f);
  return String.fromCharCode(0xf0 | (codePoint >> 18), second, third, last);
}

/** Length in bytes of a code point, by its first byte; 0 for other bytes. */
function lengthFrom(byte: number): number {
  if (byte <= 0x7f) return 1;
  if ((byte & 0xe0) === 0xc0) return 2;
  if ((byte & 0xf0) === 0xe0) return 3;
  return (byte & 0xf8) === 0xf0 ? 4 : 0;
}

/** Length in bytes of the code point at an index; 0 if it is incomplete. */
function codePointLength(text: string, index: number): number {
  const length = lengthFrom(text.charCodeAt(index));
  // Past the end of the text, NaN continues no code point.
  for (let at = index + 1; at < index + length; at++) {
    if (!isContinuation(text, at)) return 0;
  }
  return length;
}

/** The code point at an index; -1 if it is incomplete. */
export function decodeCodePoint(text: string, index: number): number {
  const length = codePointLength(text, index);
  if (length === 0) return -1;
  const first = text.charCodeAt(index);
  if (length === 1) return first;
  let codePoint = first & (0x7f >> length);
  for (let at = index + 1; at < index + length; at++) {
    codePoint = (codePoint << 6) | (text.charCodeAt(at) & 0x3f);
  }
  return codePoint;
}

/** Whether the complete code point at an index is in its shortest form and part of Unicode. */
function isCanonical(text: string, index: number): boolean {
  const first = text.charCodeAt(index);
  const second = text.charCodeAt(index + 1);
  if (first === 0xe0) return second >= 0xa0;
  if (first === 0xf0) return second >= 0x90;
  if (first === 0xf4) return second < 0x90;
  return first >= 0xc2 && first < 0xf4;
}

/**
 * The code point at an index as a byte string, in its shortest form; a single byte if the code
 * point is incomplete.
 */
export function codePointText(text: string, index: number): string {
  // The engine shares strings of a single character.
  if (text.charCodeAt(index) <= 0x7f) return text.charAt(index);
  const length = codePointLength(text, index);
  if (length === 0) return text.charAt(index);
  if (isCanonical(text, index)) return text.slice(index, index + length);
  return encodeCodePoint(decodeCodePoint(text, index));
}

/** The index behind the code point at an index. */
export function nextCodePoint(text: string, index: number): number {
  let next = index + 1;
  while (next < text.length && isContinuation(text, next)) next++;
  return next;
}

/** Up to this length, a loop is faster than the engine's search. */
const shortText = 32;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range begins with NUL
const beyondAscii = /[^\u0000-\u007f]/;

/** Index of the first byte beyond ASCII; the text's length if there is none. */
function findBeyondAscii(text: string): number {
  if (text.length > shortText) {
    const found = text.search(beyondAscii);
    return found === -1 ? text.length : found;
  }
  let index = 0;
  while (index < text.length && text.charCodeAt(index) <= 0x7f) index++;
  return index;
}

/** Whether a text consists of complete code points in their shortest forms. */
export function isWellFormed(text: string): boolean {
  let index = findBeyondAscii(text);
  while (index < text.length) {
    const length = codePointLength(text, index);
    if (length === 0 || (length > 1 && !isCanonical(text, index))) return false;
    index += length;
  }
  return true;
}

/**
 * Number of code points: counts bytes that continue no code point, and the first byte in any case.
 */
export function countCodePoints(text: string): number {
  let count = text.length > 0 ? 1 : 0;
  for (let index = 1; index < text.length; index++) {
    if (!isContinuation(text, index)) count++;
  }
  return count;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range begins with NUL
const ascii = /^[\u0000-\u007f]*$/;

/**
 * Converts a JavaScript string to a byte string: one character, 0 to 255, per byte of its UTF-8.
 */
export function toBytes(text: string): string {
  return ascii.test(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
}

/** Converts a byte string to a JavaScript string; bytes that are not UTF-8 become U+FFFD. */
export function fromBytes(bytes: string): string {
  return ascii.test(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString('utf8');
}
