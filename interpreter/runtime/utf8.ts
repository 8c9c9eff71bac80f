/**
 * UTF-8 in byte strings. Wren's strings may hold any bytes, so nothing here fails on invalid
 * ones. As in Wren, surrogates and overlong forms count as valid.
 */
import { Buffer } from 'node:buffer';

/** Whether the byte at an index continues a code point that began before it. */
export function isContinuation(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xc0) === 0x80;
}

const highestCodePoint = 0x10ffff;

/** The bytes of a code point; none beyond 0x10ffff. */
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

/** How many bytes a code point has whose first byte this is; 0 when no code point begins so. */
function lengthFrom(byte: number): number {
  if (byte <= 0x7f) return 1;
  if ((byte & 0xe0) === 0xc0) return 2;
  if ((byte & 0xf0) === 0xe0) return 3;
  return (byte & 0xf8) === 0xf0 ? 4 : 0;
}

/** How many bytes the code point at an index has; 0 when there is no whole one. */
function codePointLength(text: string, index: number): number {
  const length = lengthFrom(text.charCodeAt(index));
  // Behind the end of the text nothing continues a code point.
  for (let at = index + 1; at < index + length; at++) {
    if (!isContinuation(text, at)) return 0;
  }
  return length;
}

/** The code point that begins at an index, or -1 when no whole one does. */
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

/** Whether the code point at an index, which is whole, is in its shortest form and one of Unicode's. */
function isCanonical(text: string, index: number): boolean {
  const first = text.charCodeAt(index);
  const second = text.charCodeAt(index + 1);
  if (first === 0xe0) return second >= 0xa0;
  if (first === 0xf0) return second >= 0x90;
  if (first === 0xf4) return second < 0x90;
  return first >= 0xc2 && first < 0xf4;
}

/**
 * The code point at an index as a text, an overlong form as its shortest; the single byte there
 * when no whole one begins.
 */
export function codePointText(text: string, index: number): string {
  // The engine keeps a string for each single character, so most texts need no new ones.
  if (text.charCodeAt(index) <= 0x7f) return text.charAt(index);
  const length = codePointLength(text, index);
  if (length === 0) return text.charAt(index);
  if (isCanonical(text, index)) return text.slice(index, index + length);
  return encodeCodePoint(decodeCodePoint(text, index));
}

/** The index behind the bytes that belong to the one at an index. */
export function nextCodePoint(text: string, index: number): number {
  let next = index + 1;
  while (next < text.length && isContinuation(text, next)) next++;
  return next;
}

/** Up to this length a loop is faster than the engine's search, which has to be prepared. */
const shortText = 32;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range begins with NUL
const beyondAscii = /[^\u0000-\u007f]/;

/** The index of the first byte beyond ASCII; the text's length when there is none. */
function findBeyondAscii(text: string): number {
  if (text.length > shortText) {
    const found = text.search(beyondAscii);
    return found === -1 ? text.length : found;
  }
  let index = 0;
  while (index < text.length && text.charCodeAt(index) <= 0x7f) index++;
  return index;
}

/** Whether a text consists of whole code points in their shortest forms. */
export function isWellFormed(text: string): boolean {
  let index = findBeyondAscii(text);
  while (index < text.length) {
    const length = codePointLength(text, index);
    if (length === 0 || (length > 1 && !isCanonical(text, index))) return false;
    index += length;
  }
  return true;
}

/** How many code points there are; a byte that belongs to none counts as one if it begins one. */
export function countCodePoints(text: string): number {
  let count = text.length > 0 ? 1 : 0;
  for (let index = 1; index < text.length; index++) {
    if (!isContinuation(text, index)) count++;
  }
  return count;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range begins with NUL
const ascii = /^[\u0000-\u007f]*$/;

/** A JavaScript string as a byte string: one character, 0 to 255, for each byte of its UTF-8. */
export function toBytes(text: string): string {
  return ascii.test(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
}

/** A byte string as a JavaScript string; bytes that are not UTF-8 become U+FFFD. */
export function fromBytes(bytes: string): string {
  return ascii.test(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString('utf8');
}
