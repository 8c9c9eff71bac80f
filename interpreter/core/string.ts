/** String. Subscripts, iterators and indexes count bytes, which are characters of a byte string. */

import { checkLength, reserveLength } from '../runtime/charge.js';
import { checkCount, checkInteger, checkRange, checkString } from '../runtime/check.js';
import { defineNativeClass } from '../runtime/class.js';
import { abort } from '../runtime/errors.js';
import { joined, sameText, touch } from '../runtime/long-text.js';
import { messages } from '../runtime/messages.js';
import { constantTime, linearTime, metered } from '../runtime/native.js';
import { findCharacter, readByte, readCharacter, readCodePoint } from '../runtime/text-reading.js';
import { countCodePoints, encodeCodePoint, highestCodePoint } from '../runtime/utf8.js';
import { type Value, WrenRange, WrenString, wrenNull } from '../runtime/values.js';
import { sequenceClass } from './basic-classes.js';
import { textMethods } from './string-text.js';
import { sliceText } from './text-parts.js';

const highestByte = 0xff;

const access = metered({
  '[_]': function (this: string, subscript: Value) {
    if (typeof subscript === 'number') return readCharacter(this, subscript);
    if (!(subscript instanceof WrenRange)) abort(messages.notSubscript());
    touch(this);
    return sliceText(this, checkRange(subscript, this.length));
  },
  'byteAt_(_)': function (this: string, index: Value) {
    return readByte(this, index);
  },
  byteCount_: function (this: string) {
    return this.length;
  },
  'codePointAt_(_)': function (this: string, index: Value) {
    return readCodePoint(this, index);
  },
  isEmpty: function (this: string) {
    return this === '';
  },
});

const counting = linearTime({
  count: function (this: string) {
    return countCodePoints(this);
  },
});

/** The index that an iterator stands for; -1 at the end of the iteration. */
function checkIterator(iterator: Value): number {
  return Math.max(-1, checkInteger(iterator, 'Iterator'));
}

const iteration = metered({
  'iterate(_)': function (this: string, iterator: Value) {
    if (iterator === wrenNull) return this === '' ? false : 0;
    const current = checkIterator(iterator);
    if (current === -1) return false;
    const next = findCharacter(this, current + 1);
    return next === -1 ? false : next;
  },
  'iterateByte_(_)': function (this: string, iterator: Value) {
    if (iterator === wrenNull) return this === '' ? false : 0;
    const current = checkIterator(iterator);
    return current >= 0 && current + 1 < this.length ? current + 1 : false;
  },
  'iteratorValue(_)': function (this: string, iterator: Value) {
    return readCharacter(this, iterator, 'Iterator');
  },
});

const operators = metered({
  '==(_)': function (this: string, other: Value) {
    return sameText(this, other);
  },
  '!=(_)': function (this: string, other: Value) {
    return !sameText(this, other);
  },
  '+(_)': function (this: string, other: Value) {
    const right = checkString(other, 'Right operand');
    checkLength(this.length + right.length);
    return joined(this + right);
  },
  '*(_)': function (this: string, times: Value) {
    const count = checkCount(times, 'Count');
    reserveLength(this.length * count);
    return this.repeat(count);
  },
  toString: function (this: string) {
    return this;
  },
});

const statics = constantTime({
  'fromCodePoint(_)': (value: Value) => {
    const codePoint = checkInteger(value, 'Code point');
    if (codePoint < 0) abort(messages.negative('Code point'));
    if (codePoint > highestCodePoint) abort(messages.greaterThan('Code point', '0x10ffff'));
    return encodeCodePoint(codePoint);
  },
  'fromByte(_)': (value: Value) => {
    const byte = checkInteger(value, 'Byte');
    if (byte < 0) abort(messages.negative('Byte'));
    if (byte > highestByte) abort(messages.greaterThan('Byte', '0xff'));
    return String.fromCharCode(byte);
  },
});

/** String. */
export const stringClass = defineNativeClass({
  name: 'String',
  instance: WrenString,
  superclass: sequenceClass,
  methods: { ...access, ...counting, ...iteration, ...operators, ...textMethods },
  statics,
});
