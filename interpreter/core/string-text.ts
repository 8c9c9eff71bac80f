/** String's methods that search and take apart. They work on bytes, so any bytes survive them. */
import { checkIndex, checkNonEmptyString, checkString } from '../runtime/check.js';
import type { Natives } from '../runtime/class.js';
import { codePointText, isContinuation } from '../runtime/utf8.js';
import { type Value, WrenList } from '../runtime/values.js';
import { maximumCount, pollForSize, reserveElements, reserveLength } from './reserve.js';

const searching: Natives = {
  'contains(_)': function (this: string, part: Value) {
    pollForSize(this.length);
    return this.includes(checkString(part, 'Argument'));
  },
  'startsWith(_)': function (this: string, part: Value) {
    return this.startsWith(checkString(part, 'Argument'));
  },
  'endsWith(_)': function (this: string, part: Value) {
    return this.endsWith(checkString(part, 'Argument'));
  },
  'indexOf(_)': function (this: string, part: Value) {
    pollForSize(this.length);
    return this.indexOf(checkString(part, 'Argument'));
  },
  'indexOf(_,_)': function (this: string, part: Value, from: Value) {
    const wanted = checkString(part, 'Argument');
    pollForSize(this.length);
    return this.indexOf(wanted, checkIndex(from, this.length, 'Start'));
  },
};

/** The code points of a text, each as a string of its own. */
function codePointsOf(text: string): Set<string> {
  const codePoints = new Set<string>();
  let index = 0;
  while (index < text.length) {
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
  pollForSize(text.length);
  const start = atStart ? findStart(text, trimmed) : 0;
  const end = atEnd ? findEnd(text, start, trimmed) : text.length;
  return text.slice(start, end);
}

const trimming: Natives = {
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
};

const dividing: Natives = {
  'split(_)': function (this: string, delimiter: Value) {
    const wanted = checkNonEmptyString(delimiter, 'Delimiter');
    pollForSize(this.length);
    const parts = this.split(wanted, maximumCount + 1);
    reserveElements(parts.length);
    return new WrenList(parts);
  },
  'replace(_,_)': function (this: string, from: Value, to: Value) {
    const wanted = checkNonEmptyString(from, 'From');
    const replacement = checkString(to, 'To');
    pollForSize(this.length);
    const parts = this.split(wanted);
    reserveLength(this.length + (parts.length - 1) * (replacement.length - wanted.length));
    return parts.join(replacement);
  },
};

/** To be merged into String's methods. */
export const textMethods: Natives = { ...searching, ...trimming, ...dividing };
