/**
 * UTF-8 in byte strings. Wren's strings may hold any bytes, so nothing here fails on invalid
 * ones. As in Wren, surrogates and overlong forms count as valid.
 */

/** Whether the byte at an index continues a code point that began before it. */
export function isContinuation(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xc0) === 0x80;
}

/** The bytes of a code point, 0 to 0x10ffff. */
export function encodeCodePoint(codePoint: number): string {
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

/** The bytes of the code point at an index; the single byte there when no whole one begins. */
export function codePointText(text: string, index: number): string {
  // The engine keeps a string for each single character, so most texts need no new ones.
  if (text.charCodeAt(index) <= 0x7f) return text.charAt(index);
  return text.slice(index, index + Math.max(1, codePointLength(text, index)));
}

/** How many code points there are; a byte that belongs to none counts as one if it begins one. */
export function countCodePoints(text: string): number {
  let count = text.length > 0 ? 1 : 0;
  for (let index = 1; index < text.length; index++) {
    if (!isContinuation(text, index)) count++;
  }
  return count;
}
