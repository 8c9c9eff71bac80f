/** String's methods that search and take apart. They work on bytes, so any bytes survive them. */
import { charge, checkElements, reserveElements, reserveLength } from '../runtime/charge.js';
import { checkIndex, checkNonEmptyString, checkString } from '../runtime/check.js';
import { linearTime, type Natives } from '../runtime/native.js';
import { TextBuilder } from '../runtime/text-builder.js';
import { codePointText, isContinuation } from '../runtime/utf8.js';
import { type Value, WrenList } from '../runtime/values.js';
import { findText, isShortPart, TextSearch } from './text-search.js';

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
  'indexOf(_,_)': function (this: string, part: Value, from: Value) {
    const wanted = checkString(part, 'Argument');
    return findText(this, wanted, checkIndex(from, this.length, 'Start'));
  },
});

/** What a step from one code point to the next is charged with. */
const workPerCodePoint = 8;

/** The code points of a text, each as a string of its own. */
function codePointsOf(text: string): Set<string> {
  const codePoints = new Set<string>();
  let index = 0;
  while (index < text.length) {
    charge(workPerCodePoint);
    const codePoint = codePointText(text, index);
    codePoints.add(codePoint);
    index += codePoint.length;
  }
  return codePoints;
}

/** The index of the first code point that is not among the trimmed ones. */
function findStart(text: string, trimmed: Set<string>): number {
  let start = 0;
  while (start < text.length) {
    charge(workPerCodePoint);
    const codePoint = codePointText(text, start);
    if (!trimmed.has(codePoint)) break;
    start += codePoint.length;
  }
  return start;
}

/** The index behind the last code point, from `start` on, that is not among the trimmed ones. */
function findEnd(text: string, start: number, trimmed: Set<string>): number {
  let end = text.length;
  while (end > start) {
    charge(workPerCodePoint);
    let last = end - 1;
    while (last > start && isContinuation(text, last)) last--;
    if (!trimmed.has(text.slice(last, end))) break;
    end = last;
  }
  return end;
}

const whitespace = '\t\r\n ';

function trimText(text: string, characters: Value, atStart: boolean, atEnd: boolean): string {
  const trimmed = codePointsOf(checkString(characters, 'Characters'));
  const start = atStart ? findStart(text, trimmed) : 0;
  const end = atEnd ? findEnd(text, start, trimmed) : text.length;
  return text.slice(start, end);
}

const trimming = linearTime({
  'trim()': function (this: string) {
    return trimText(this, whitespace, true, true);
  },
  'trim(_)': function (this: string, characters: Value) {
    return trimText(this, characters, true, true);
  },
  'trimStart()': function (this: string) {
    return trimText(this, whitespace, true, false);
  },
  'trimStart(_)': function (this: string, characters: Value) {
    return trimText(this, characters, true, false);
  },
  'trimEnd()': function (this: string) {
    return trimText(this, whitespace, false, true);
  },
  'trimEnd(_)': function (this: string, characters: Value) {
    return trimText(this, characters, false, true);
  },
});

/** Up to this length, the engine's own ways to take a text apart are fast enough to be waited for. */
const shortText = 2 ** 16;

function isShort(text: string, wanted: string): boolean {
  return text.length <= shortText && isShortPart(wanted);
}

/** Calls back with what lies between the places of a part, the first before it and so on. */
function cut(text: string, wanted: string, take: (piece: string) => void): void {
  const search = new TextSearch(wanted);
  let start = 0;
  for (let at = search.find(text, 0); at !== -1; at = search.find(text, start)) {
    take(text.slice(start, at));
    start = at + wanted.length;
  }
  take(text.slice(start));
}

/** What a part of a text takes at most besides its bytes, which it shares with the text. */
const bytesPerPart = 40;

function split(text: string, wanted: string): string[] {
  if (isShort(text, wanted)) return text.split(wanted);
  const parts: string[] = [];
  cut(text, wanted, (piece) => {
    checkElements(parts.length);
    charge(bytesPerPart);
    parts.push(piece);
  });
  return parts;
}

function replaceInLong(text: string, wanted: string, replacement: string): string {
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
    if (!isShort(this, wanted)) return replaceInLong(this, wanted, replacement);
    const parts = this.split(wanted);
    reserveLength(this.length + (parts.length - 1) * (replacement.length - wanted.length));
    return parts.join(replacement);
  },
});

/** To be merged into String's methods. */
export const textMethods: Natives = { ...searching, ...trimming, ...dividing };
