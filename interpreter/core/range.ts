/** Range. */
import { checkNumber } from '../runtime/check.js';
import { defineNativeClass } from '../runtime/class.js';
import { constantTime } from '../runtime/native.js';
import { formatNumber } from '../runtime/number-text.js';
import { type Value, valuesEqual, WrenRange, wrenNull } from '../runtime/values.js';
import { sequenceClass } from './basic-classes.js';

/** The number after `current` in the range; false after the last. */
function advance(range: WrenRange, current: number): Value {
  const next = range.from < range.to ? current + 1 : current - 1;
  const isPast = range.from < range.to ? next > range.to : next < range.to;
  return isPast || (!range.inclusive && next === range.to) ? false : next;
}

/** Range. */
export const rangeClass = defineNativeClass({
  name: 'Range',
  instance: WrenRange,
  superclass: sequenceClass,
  methods: constantTime({
    '==(_)': function (this: WrenRange, other: Value) {
      return valuesEqual(this, other);
    },
    '!=(_)': function (this: WrenRange, other: Value) {
      return !valuesEqual(this, other);
    },
    from: function (this: WrenRange) {
      return this.from;
    },
    to: function (this: WrenRange) {
      return this.to;
    },
    min: function (this: WrenRange) {
      return this.from <= this.to || Number.isNaN(this.to) ? this.from : this.to;
    },
    max: function (this: WrenRange) {
      return this.from >= this.to || Number.isNaN(this.to) ? this.from : this.to;
    },
    isInclusive: function (this: WrenRange) {
      return this.inclusive;
    },
    'iterate(_)': function (this: WrenRange, iterator: Value) {
      if (this.from === this.to && !this.inclusive) return false;
      if (iterator === wrenNull) return this.from;
      return advance(this, checkNumber(iterator, 'Iterator'));
    },
    'iteratorValue(_)': (iterator: Value) => iterator,
    toString: function (this: WrenRange) {
      const dots = this.inclusive ? '..' : '...';
      return `${formatNumber(this.from)}${dots}${formatNumber(this.to)}`;
    },
  }),
});
