import { type HostClass, type Value, wrenNull } from '../../interpreter/index.js';

const decimalNumber = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i;

function toNum(value: Value): Value {
  if (typeof value === 'number') return value;
  const number = typeof value === 'string' && decimalNumber.test(value) ? Number(value) : Infinity;
  return Number.isFinite(number) ? number : wrenNull;
}

/**
 * The class `Util` (§1).
 *
 *     Util.toNum("42")      // 42
 *     Util.toNum("4 2")     // null
 *     Util.toNum(Request.get("page")) || 1
 *
 * `toNum(value)`: the number that a string writes in decimal, with blanks around it if any; null
 * when it writes none or one beyond the range of numbers. A number stays as it is, anything else is null.
 */
export const utilClass: HostClass = {
  name: 'Util',
  statics: { 'toNum(_)': toNum },
};
