/**
 * The mathematical methods of Num. Each is a function of its own, not made from a table, so that
 * the engine can inline it.
 */
import { checkNumber } from '../runtime/check.js';
import { constantTime } from '../runtime/native.js';
import type { Value } from '../runtime/values.js';

/** Rounds halves away from zero and keeps the sign of zeros, like C's `round`. */
function round(value: number): number {
  return value < 0 || Object.is(value, -0) ? -Math.round(-value) : Math.round(value);
}

/** The fractional part; zero for an infinity. */
function fraction(value: number): number {
  if (Math.abs(value) === Infinity) return value > 0 ? 0 : -0;
  return value % 1;
}

/** Power as in C: 1 to any power is 1, and so is -1 to an infinite power. */
function power(base: number, exponent: number): number {
  if (base === 1 || (base === -1 && Math.abs(exponent) === Infinity)) return 1;
  const isWhole = Number.isInteger(base) && Number.isInteger(exponent);
  return isWhole ? wholePower(base, exponent) : base ** exponent;
}

/** Exact power of integers; the engine's own is exact for small results only. */
function wholePower(base: number, exponent: number): number {
  const rough = base ** Math.abs(exponent);
  if (Number.isSafeInteger(rough)) return exponent < 0 ? 1 / rough : rough;
  if (exponent < 0 || rough === Infinity || rough === -Infinity) return base ** exponent;
  return Number(BigInt(base) ** BigInt(exponent));
}

/** Unlike JavaScript, Wren's `min` and `max` return the second number if one is NaN. */
function smaller(one: number, other: number): number {
  if (one <= other) return one;
  return other;
}

function larger(one: number, other: number): number {
  if (one > other) return one;
  return other;
}

function sign(value: number): number {
  if (value > 0) return 1;
  return value < 0 ? -1 : 0;
}

/** Methods of Num. */
export const numberFunctions = constantTime({
  abs: function (this: number) {
    return Math.abs(this);
  },
  acos: function (this: number) {
    return Math.acos(this);
  },
  asin: function (this: number) {
    return Math.asin(this);
  },
  atan: function (this: number) {
    return Math.atan(this);
  },
  cbrt: function (this: number) {
    return Math.cbrt(this);
  },
  ceil: function (this: number) {
    return Math.ceil(this);
  },
  cos: function (this: number) {
    return Math.cos(this);
  },
  exp: function (this: number) {
    return Math.exp(this);
  },
  floor: function (this: number) {
    return Math.floor(this);
  },
  fraction: function (this: number) {
    return fraction(this);
  },
  log: function (this: number) {
    return Math.log(this);
  },
  log2: function (this: number) {
    return Math.log2(this);
  },
  round: function (this: number) {
    return round(this);
  },
  sign: function (this: number) {
    return sign(this);
  },
  sin: function (this: number) {
    return Math.sin(this);
  },
  sqrt: function (this: number) {
    return Math.sqrt(this);
  },
  tan: function (this: number) {
    return Math.tan(this);
  },
  truncate: function (this: number) {
    return Math.trunc(this);
  },
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
});
