/**
 * Reading of single characters and bytes of strings, for the natives of String, and for generated
 * code, which calls these functions where a value turns out to be a string.
 */
import { charge } from './charge.js';
import { checkIndex } from './check.js';
import { touch } from './long-text.js';
import { codePointText, decodeCodePoint, isContinuation, nextCodePoint } from './utf8.js';
import type { Value } from './values.js';

const longestCodePoint = 4;
const lastAscii = 0x7f;

/** Whether a value is an index from the start of a string; -1, an index from the end, is not. */
function isIndex(text: string, index: Value): index is number {
  // Indexes of strings have at most 31 bits.
  return typeof index === 'number' && (index | 0) === index && index >= 0 && index < text.length;
}

/**
 * The index of the first code point that begins at an index or after it; -1 if there is none.
 * Bytes that continue a code point are skipped, unless they are at the start of the text.
 *
 * @param from a non-negative integer
 * @throws WrenAbort if the run exceeds a limit
 */
export function findCharacter(text: string, from: number): number {
  touch(text);
  if (from >= text.length) return -1;
  if (from === 0 || !isContinuation(text, from)) return from;
  const next = nextCodePoint(text, from);
  if (next >= from + longestCodePoint) charge(next - from);
  return next < text.length ? next : -1;
}

/**
 * The character at an index; empty if it is not an ASCII character, or the index is after the end.
 *
 * @param index a non-negative integer
 * @throws WrenAbort if the run exceeds a limit
 */
export function asciiAt(text: string, index: number): string {
  touch(text);
  if (index >= text.length) return '';
  const byte = text.charCodeAt(index);
  return byte <= lastAscii ? String.fromCharCode(byte) : '';
}

/** The code point at an index that `findCharacter` returned. */
export function characterAt(text: string, index: number): string {
  const byte = text.charCodeAt(index);
  // The engine shares strings of a single character.
  return byte <= lastAscii ? String.fromCharCode(byte) : codePointText(text, index);
}

/**
 * The code point at an index that a script gives.
 *
 * @param name the name of the index in errors
 * @throws WrenAbort if it is not an index of the text, or the run exceeds a limit
 */
export function readCharacter(text: string, index: Value, name = 'Subscript'): string {
  touch(text);
  return characterAt(text, isIndex(text, index) ? index : checkIndex(index, text.length, name));
}

/** The byte at an index that a script gives; see `readCharacter`. */
export function readByte(text: string, index: Value): number {
  touch(text);
  return text.charCodeAt(isIndex(text, index) ? index : checkIndex(index, text.length, 'Index'));
}

/** The number of the code point at an index that a script gives; see `readCharacter`. */
export function readCodePoint(text: string, index: Value): number {
  touch(text);
  const at = isIndex(text, index) ? index : checkIndex(index, text.length, 'Index');
  const byte = text.charCodeAt(at);
  return byte <= lastAscii ? byte : decodeCodePoint(text, at);
}
