/**
 * Finds and cuts parts of texts, in linear time. V8's own search is linear only for parts up to the
 * length of its tables; in longer parts, each wrong start may cost the length of the part. Longer
 * parts are found by the algorithm of Knuth, Morris and Pratt.
 */

import { charge } from '../runtime/charge.js';
import type { Slice } from '../runtime/check.js';
import { currentExecution } from '../runtime/execution.js';
import { TextBuilder, touch } from '../runtime/long-text.js';
import { codePointText, isContinuation, isWellFormed } from '../runtime/utf8.js';

/** Size of V8's shift tables for the Boyer-Moore search (`kBMMaxShift` in `string-search.h`). */
const longestShortPart = 250;

/** Whether the engine searches for a part in linear time. */
export function isShortPart(part: string): boolean {
  return part.length <= longestShortPart;
}

const bytesPerBorder = 4;

/** For each prefix of a part, by length, the length of its longest border. */
function findBorders(part: string): Int32Array {
  currentExecution().reserve(part.length * bytesPerBorder);
  const borders = new Int32Array(part.length + 1);
  let border = 0;
  for (let index = 1; index < part.length; index++) {
    const byte = part.charCodeAt(index);
    while (border > 0 && part.charCodeAt(border) !== byte) border = borders[border] as number;
    if (part.charCodeAt(border) === byte) border++;
    borders[index + 1] = border;
  }
  return borders;
}

/** Searches for a part in texts. */
export class TextSearch {
  readonly #part: string;
  #borders: Int32Array | undefined;

  constructor(part: string) {
    this.#part = part;
  }

  /** Index of the first occurrence from `from` on, or -1. */
  find(text: string, from: number): number {
    const part = this.#part;
    if (isShortPart(part)) return text.indexOf(part, from);
    const start = text.indexOf(part.slice(0, longestShortPart), from);
    if (start === -1) return -1;
    this.#borders ??= findBorders(part);
    return this.#findFrom(text, start, this.#borders);
  }

  #findFrom(text: string, start: number, borders: Int32Array): number {
    const part = this.#part;
    let matched = 0;
    for (let index = start; index < text.length; index++) {
      const byte = text.charCodeAt(index);
      while (matched > 0 && part.charCodeAt(matched) !== byte) matched = borders[matched] as number;
      if (part.charCodeAt(matched) === byte) matched++;
      if (matched === part.length) return index + 1 - matched;
    }
    return -1;
  }
}

/** Index of the first occurrence of a part in a text from `from` on, or -1. */
export function findText(text: string, part: string, from: number): number {
  if (isShortPart(part)) return text.indexOf(part, from);
  return new TextSearch(part).find(text, from);
}

/** Bytes that the first step of `findNext` searches. */
const firstWindow = 2 ** 10;

/**
 * Searches like `findText`, but in windows of growing length, and charges each before it searches
 * it: the charge is in proportion to the distance of the occurrence, not to the length of the text.
 */
export function findNext(text: string, part: string, from: number): number {
  charge(part.length);
  touch(text);
  if (!isShortPart(part)) {
    charge(text.length - from);
    return findText(text, part, from);
  }
  let size = firstWindow;
  for (let start = from; start + part.length <= text.length; start += size / 2) {
    const end = start + size + part.length - 1;
    charge(Math.min(end, text.length) - start);
    const found = text.slice(start, end).indexOf(part);
    if (found !== -1) return start + found;
    size *= 2;
  }
  return -1;
}

/**
 * The code points that begin at the bytes of a slice, in its order. The last may end outside of the
 * slice; bytes that continue a code point are skipped.
 */
export function sliceText(text: string, { start, count, step }: Slice): string {
  charge(count);
  if (step === 1) {
    const slice = text.slice(start, start + count);
    if (isWellFormed(slice)) return slice;
  }
  const result = new TextBuilder();
  for (let taken = 0; taken < count; taken++) {
    const index = start + taken * step;
    if (!isContinuation(text, index)) result.add(codePointText(text, index));
  }
  return result.finish();
}
