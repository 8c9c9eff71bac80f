/** Num. Generated code computes with numbers inline, and calls these methods for other operands. */

import { checkNumber, checkString } from '../runtime/check.js';
import { defineNativeClass } from '../runtime/class.js';
import { abort } from '../runtime/errors.js';
import { messages } from '../runtime/messages.js';
import { constantTime, linearTime } from '../runtime/native.js';
import { formatNumber, parseNumber } from '../runtime/number-text.js';
import { type Value, WrenNum, WrenRange, wrenNull } from '../runtime/values.js';
import { numberFunctions } from './num-functions.js';

const rightOperand = 'Right operand';

/** Operators. Each is a function of its own, so that its machine code has a single operation. */
const operators = constantTime({
  '+(_)': function (this: number, other: Value) {
    return this + checkNumber(other, rightOperand);
  },
  '-(_)': function (this: number, other: Value) {
    return this - checkNumber(other, rightOperand);
  },
  '*(_)': function (this: number, other: Value) {
    return this * checkNumber(other, rightOperand);
  },
  '/(_)': function (this: number, other: Value) {
    return this / checkNumber(other, rightOperand);
  },
  '%(_)': function (this: number, other: Value) {
    return this % checkNumber(other, rightOperand);
  },
  '-': function (this: number) {
    return -this;
  },
  '..(_)': function (this: number, to: Value) {
    return new WrenRange(this, checkNumber(to, 'Right hand side of range'), true);
  },
  '...(_)': function (this: number, to: Value) {
    return new WrenRange(this, checkNumber(to, 'Right hand side of range'), false);
  },
});

const comparisons = constantTime({
  '==(_)': function (this: number, other: Value) {
    return this === other;
  },
  '!=(_)': function (this: number, other: Value) {
    return this !== other;
  },
  '<(_)': function (this: number, other: Value) {
    return this < checkNumber(other, rightOperand);
  },
  '>(_)': function (this: number, other: Value) {
    return this > checkNumber(other, rightOperand);
  },
  '<=(_)': function (this: number, other: Value) {
    return this <= checkNumber(other, rightOperand);
  },
  '>=(_)': function (this: number, other: Value) {
    return this >= checkNumber(other, rightOperand);
  },
});

/** Bit operators, on unsigned 32-bit integers. */
const bitOperators = constantTime({
  '&(_)': function (this: number, other: Value) {
    return (this & checkNumber(other, rightOperand)) >>> 0;
  },
  '|(_)': function (this: number, other: Value) {
    return (this | checkNumber(other, rightOperand)) >>> 0;
  },
  '^(_)': function (this: number, other: Value) {
    return (this ^ checkNumber(other, rightOperand)) >>> 0;
  },
  '<<(_)': function (this: number, other: Value) {
    return (this << checkNumber(other, rightOperand)) >>> 0;
  },
  '>>(_)': function (this: number, other: Value) {
    return this >>> checkNumber(other, rightOperand);
  },
  '~': function (this: number) {
    return ~this >>> 0;
  },
});

const properties = constantTime({
  isInfinity: function (this: number) {
    return this === Infinity || this === -Infinity;
  },
  isInteger: function (this: number) {
    return Number.isInteger(this);
  },
  isNan: function (this: number) {
    return Number.isNaN(this);
  },
  toString: function (this: number) {
    return formatNumber(this);
  },
});

const statics = constantTime({
  infinity: () => Infinity,
  nan: () => Number.NaN,
  pi: () => Math.PI,
  tau: () => 2 * Math.PI,
  largest: () => Number.MAX_VALUE,
  smallest: () => 2 ** -1022,
  maxSafeInteger: () => Number.MAX_SAFE_INTEGER,
  minSafeInteger: () => Number.MIN_SAFE_INTEGER,
});

const parsing = linearTime({
  'fromString(_)': (text: Value) => {
    const number = parseNumber(checkString(text, 'Argument'));
    if (number === 'range') abort(messages.numberTooLarge());
    return number ?? wrenNull;
  },
});

/** Num. */
export const numClass = defineNativeClass({
  name: 'Num',
  instance: WrenNum,
  methods: { ...operators, ...comparisons, ...bitOperators, ...numberFunctions, ...properties },
  statics: { ...statics, ...parsing },
});
