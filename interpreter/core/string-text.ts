/** The methods of String that search and split. */
import {
  addedUncharged,
  charge,
  chargeGrowth,
  reserveElements,
  reserveLength,
} from '../runtime/charge.js';
import { checkIndex, checkNonEmptyString, checkString } from '../runtime/check.js';
import { TextBuilder } from '../runtime/long-text.js';
import { linearTime, metered, type Natives } from '../runtime/native.js';
import { decodeCodePoint, isWellFormed, nextCodePoint } from '../runtime/utf8.js';
import { isTruthy, type Value, WrenList } from '../runtime/values.js';
import { findNext, findText, isShortPart, sliceText, TextSearch } from './text-parts.js';

const searching = linearTime({
  'contains(_)': function (this: string, part: Value) {
    return findText(this, checkString(part, 'Argument'), 0) !== -1;
  },
  'startsWith(_)': function (this: string, part: Value) {
    return this.startsWith(checkString(part, 'Argument'));
  },
  'endsWith(_)': function (this: string, part: Value) {
    return this.endsWith(checkString(part, 'Argument'));
  },
  'indexOf(_)': function (this: string, part: Value) {
    return findText(this, checkString(part, 'Argument'), 0);
  },
});

const stepping = metered({
  /** Programs step through a text with it, so it charges only the distance to the occurrence. */
  'indexOf(_,_)': function (this: string, part: Value, from: Value) {
    const wanted = checkString(part, 'Argument');
    return findNext(this, wanted, checkIndex(from, this.length, 'Start'));
  },
});

/** Charge per code point. */
const workPerCodePoint = 8;

/** The set of code points of a text; -1 for invalid bytes. */
function codePointsOf(text: string): ReadonlySet<number> {
  const codePoints = new Set<number>();
  for (let index = 0; index < text.length; index = nextCodePoint(text, index)) {
    charge(workPerCodePoint);
    codePoints.add(decodeCodePoint(text, index));
  }
  return codePoints;
}

/** The set of the code points that a script gives. */
function givenSet(characters: Value): ReadonlySet<number> {
  return codePointsOf(checkString(characters, 'Characters'));
}

/** Index of the first code point that is not trimmed. */
function findStart(text: string, trimmed: ReadonlySet<number>): number {
  let start = 0;
  while (start < text.length && trimmed.has(decodeCodePoint(text, start))) {
    charge(workPerCodePoint);
    start = nextCodePoint(text, start);
  }
  return start;
}

/** Index of the last valid code point, from `start` on, that is not trimmed. */
function findLast(text: string, start: number, trimmed: ReadonlySet<number>): number {
  let last = text.length - 1;
  while (last >= start) {
    charge(workPerCodePoint);
    const codePoint = decodeCodePoint(text, last);
    if (codePoint !== -1 && !trimmed.has(codePoint)) break;
    last--;
  }
  return last;
}

const whitespace = codePointsOf('\t\r\n ');

function trimText(
  text: string,
  trimmed: ReadonlySet<number>,
  atStart: boolean,
  atEnd: boolean,
): string {
  const start = atStart ? findStart(text, trimmed) : 0;
  const last = atEnd ? findLast(text, start, trimmed) : text.length - 1;
  return sliceText(text, { start, count: last - start + 1, step: 1 });
}

const trimming = linearTime({
  'trim()': function (this: string) {
    return trimText(this, whitespace, true, true);
  },
  'trim(_)': function (this: string, characters: Value) {
    return trimText(this, givenSet(characters), true, true);
  },
  'trimStart()': function (this: string) {
    return trimText(this, whitespace, true, false);
  },
  'trimStart(_)': function (this: string, characters: Value) {
    return trimText(this, givenSet(characters), true, false);
  },
  'trimEnd()': function (this: string) {
    return trimText(this, whitespace, false, true);
  },
  'trimEnd(_)': function (this: string, characters: Value) {
    return trimText(this, givenSet(characters), false, true);
  },
  'trim_(_,_,_)': function (this: string, characters: Value, atStart: Value, atEnd: Value) {
    return trimText(this, givenSet(characters), isTruthy(atStart), isTruthy(atEnd));
  },
});

/** Up to this length, the engine splits a text in acceptable time. */
const shortText = 2 ** 16;

/** Whether the engine can split a text: a short text of complete code points. */
function isSimple(text: string, wanted: string): boolean {
  const isShort = text.length <= shortText && isShortPart(wanted);
  return isShort && isWellFormed(wanted) && isWellFormed(text);
}

/** Calls back with the pieces of a text between the occurrences of a part, in order. */
function cut(text: string, wanted: string, take: (piece: string) => void): void {
  const search = new TextSearch(wanted);
  const isWhole = isWellFormed(wanted) && isWellFormed(text);
  const slice = (start: number, end: number) =>
    isWhole ? text.slice(start, end) : sliceText(text, { start, count: end - start, step: 1 });
  let start = 0;
  for (let at = search.find(text, 0); at !== -1; at = search.find(text, start)) {
    take(slice(start, at));
    start = at + wanted.length;
  }
  take(slice(start, text.length));
}

/** Memory of a piece of a text, which shares the bytes with the text. */
const bytesPerPart = 40;

function split(text: string, wanted: string): string[] {
  if (isSimple(text, wanted)) return text.split(wanted);
  const parts: string[] = [];
  cut(text, wanted, (piece) => {
    charge(bytesPerPart);
    parts.push(piece);
    if ((parts.length & addedUncharged) === 0) chargeGrowth(parts.length);
  });
  return parts;
}

function replaceInPieces(text: string, wanted: string, replacement: string): string {
  const result = new TextBuilder();
  let isFirst = true;
  cut(text, wanted, (piece) => {
    if (!isFirst) result.add(replacement);
    isFirst = false;
    result.add(piece);
  });
  return result.finish();
}

const dividing = linearTime({
  'split(_)': function (this: string, delimiter: Value) {
    const parts = split(this, checkNonEmptyString(delimiter, 'Delimiter'));
    reserveElements(parts.length);
    return new WrenList(parts);
  },
  'replace(_,_)': function (this: string, from: Value, to: Value) {
    const wanted = checkNonEmptyString(from, 'From');
    const replacement = checkString(to, 'To');
    if (!isSimple(this, wanted)) return replaceInPieces(this, wanted, replacement);
    const parts = this.split(wanted);
    reserveLength(this.length + (parts.length - 1) * (replacement.length - wanted.length));
    return parts.join(replacement);
  },
});

/** Methods of String. */
export const textMethods: Natives = { ...searching, ...stepping, ...trimming, ...dividing };
