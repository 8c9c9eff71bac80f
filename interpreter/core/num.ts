/** Num. Emitted code does most arithmetic itself and comes here when an operand is no number. */
import { abort } from '../runtime/abort.js';
import { checkNumber, checkString } from '../runtime/check.js';
import { defineNativeClass, type Native, type Natives } from '../runtime/class.js';
import { messages } from '../runtime/messages.js';
import { formatNumber, parseNumber } from '../runtime/number-text.js';
import { type Value, WrenNum, WrenRange, wrenNull } from '../runtime/values.js';

const rightOperand = 'Right operand';

/** Each operator is a function of its own, so that its machine code sees one operation only. */
const operators: Natives = {
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
};

const comparisons: Natives = {
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
};

/** Bit operators work on 32 bits without a sign. */
const bitOperators: Natives = {
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
};

/** Halves go away from zero, and a negative number that becomes zero stays negative. */
function round(value: number): number {
  return value < 0 || Object.is(value, -0) ? -Math.round(-value) : Math.round(value);
}

/** What lies behind the point; nothing does in an infinity. */
function fraction(value: number): number {
  if (Math.abs(value) === Infinity) return value > 0 ? 0 : -0;
  return value % 1;
}

/** As C has it: 1 to any power is 1, and so is -1 to an infinite one. */
function power(base: number, exponent: number): number {
  if (base === 1 || (base === -1 && Math.abs(exponent) === Infinity)) return 1;
  return base ** exponent;
}

/** Unlike JavaScript's, Wren's minimum and maximum with a NaN return the second number. */
function smaller(one: number, other: number): number {
  if (one <= other) return one;
  return other;
}

function larger(one: number, other: number): number {
  if (one > other) return one;
  return other;
}

function ofNumber(calculate: (value: number) => number): Native {
  return function (this: number) {
    return calculate(this);
  };
}

const functions: Natives = {
  abs: ofNumber(Math.abs),
  acos: ofNumber(Math.acos),
  asin: ofNumber(Math.asin),
  atan: ofNumber(Math.atan),
  cbrt: ofNumber(Math.cbrt),
  ceil: ofNumber(Math.ceil),
  cos: ofNumber(Math.cos),
  exp: ofNumber(Math.exp),
  floor: ofNumber(Math.floor),
  fraction: ofNumber(fraction),
  log: ofNumber(Math.log),
  log2: ofNumber(Math.log2),
  round: ofNumber(round),
  sign: ofNumber((value) => (value > 0 ? 1 : value < 0 ? -1 : 0)),
  sin: ofNumber(Math.sin),
  sqrt: ofNumber(Math.sqrt),
  tan: ofNumber(Math.tan),
  truncate: ofNumber(Math.trunc),
  'atan(_)': function (this: number, x: Value) {
    return Math.atan2(this, checkNumber(x, 'x value'));
  },
  'pow(_)': function (this: number, exponent: Value) {
    return power(this, checkNumber(exponent, 'Power value'));
  },
  'min(_)': function (this: number, other: Value) {
    return smaller(this, checkNumber(other, 'Other value'));
  },
  'max(_)': function (this: number, other: Value) {
    return larger(this, checkNumber(other, 'Other value'));
  },
  'clamp(_,_)': function (this: number, minimum: Value, maximum: Value) {
    const from = checkNumber(minimum, 'Min value');
    const to = checkNumber(maximum, 'Max value');
    if (this < from) return from;
    if (this > to) return to;
    return this;
  },
};

const properties: Natives = {
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
};

const statics: Natives = {
  infinity: () => Infinity,
  nan: () => Number.NaN,
  pi: () => Math.PI,
  tau: () => 2 * Math.PI,
  largest: () => Number.MAX_VALUE,
  smallest: () => 2 ** -1022,
  maxSafeInteger: () => Number.MAX_SAFE_INTEGER,
  minSafeInteger: () => Number.MIN_SAFE_INTEGER,
  'fromString(_)': (text: Value) => {
    const number = parseNumber(checkString(text, 'Argument'));
    if (number === 'range') abort(messages.numberTooLarge());
    return number ?? wrenNull;
  },
};

export const numClass = defineNativeClass({
  name: 'Num',
  instance: WrenNum,
  methods: { ...operators, ...comparisons, ...bitOperators, ...functions, ...properties },
  statics,
});
