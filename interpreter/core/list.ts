/** List: the methods that call no Wren code. The others are in `core.wren`. */

import { charge, chargeGrowth, checkElements, reserveElements } from '../runtime/charge.js';
import { checkCount, checkIndex, checkInteger, checkRange } from '../runtime/check.js';
import { defineNativeClass } from '../runtime/class.js';
import { abort } from '../runtime/errors.js';
import { addedUncharged, noteGrowth } from '../runtime/list-growth.js';
import { chargeComparison } from '../runtime/long-text.js';
import { messages } from '../runtime/messages.js';
import { constantTime, linearTime, metered } from '../runtime/native.js';
import { type Value, valuesEqual, WrenList, WrenRange, wrenNull } from '../runtime/values.js';
import { sequenceClass } from './basic-classes.js';
import { sortNumbers } from './sort-numbers.js';

function sliceByRange(items: readonly Value[], range: WrenRange): Value[] {
  const { start, count, step } = checkRange(range, items.length);
  reserveElements(count);
  if (step === 1) return items.slice(start, start + count);
  return items.slice(start - count + 1, start + 1).reverse();
}

/** Longer arrays become sparse when made by their length. */
const longestFilled = 2 ** 24;

function repeatItems(items: readonly Value[], times: number): Value[] {
  const [first] = items;
  if (items.length === 1 && first !== undefined && times <= longestFilled) {
    return new Array<Value>(times).fill(first);
  }
  const result: Value[] = [];
  // An empty list stays empty, however large the number is.
  const rounds = items.length === 0 ? 0 : times;
  for (let time = 0; time < rounds; time++) {
    for (let index = 0; index < items.length; index++) result.push(items[index] ?? wrenNull);
  }
  return result;
}

/** The index of a string; comparisons with strings of its length are charged. */
function indexOfText(items: readonly Value[], wanted: string): number {
  return items.findIndex((item) => {
    if (typeof item === 'string' && item.length === wanted.length) chargeComparison(item);
    return item === wanted;
  });
}

/** The index of a value. JavaScript's search is wrong for numbers (0 and -0, NaN) and ranges. */
function indexOf(items: readonly Value[], wanted: Value): number {
  charge(items.length);
  if (typeof wanted === 'string') return indexOfText(items, wanted);
  if (typeof wanted !== 'number' && !(wanted instanceof WrenRange)) return items.indexOf(wanted);
  return items.findIndex((item) => valuesEqual(item, wanted));
}

function removeAt(items: Value[], index: number): Value {
  // No elements move at either end.
  if (index === items.length - 1) return items.pop() ?? wrenNull;
  charge(items.length - index);
  if (index === 0) return items.shift() ?? wrenNull;
  return items.splice(index, 1)[0] ?? wrenNull;
}

function isNumbers(items: readonly Value[]): items is number[] {
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    if (typeof item !== 'number' || Number.isNaN(item)) return false;
  }
  return true;
}

const access = metered({
  '[_]': function (this: WrenList, subscript: Value) {
    if (typeof subscript === 'number') {
      return this.items[checkIndex(subscript, this.items.length, 'Subscript')] ?? wrenNull;
    }
    if (!(subscript instanceof WrenRange)) abort(messages.notSubscript());
    return new WrenList(sliceByRange(this.items, subscript));
  },
  '[_]=(_)': function (this: WrenList, subscript: Value, value: Value) {
    this.items[checkIndex(subscript, this.items.length, 'Subscript')] = value;
    return value;
  },
  count: function (this: WrenList) {
    return this.items.length;
  },
  isEmpty: function (this: WrenList) {
    return this.items.length === 0;
  },
  'indexOf(_)': function (this: WrenList, value: Value) {
    return indexOf(this.items, value);
  },
});

const changes = metered({
  'add(_)': function (this: WrenList, value: Value) {
    const count = this.items.push(value);
    if ((count & addedUncharged) === 0) noteGrowth(this.items);
    return value;
  },
  /** Wren's compiled list literals call this for each element. */
  'addCore_(_)': function (this: WrenList, value: Value) {
    const count = this.items.push(value);
    if ((count & addedUncharged) === 0) noteGrowth(this.items);
    return this;
  },
  'insert(_,_)': function (this: WrenList, index: Value, value: Value) {
    const { items } = this;
    const at = checkIndex(index, items.length + 1, 'Index');
    if (at < items.length || (at & addedUncharged) === 0) chargeGrowth(items.length);
    if (at === items.length) items.push(value);
    else items.splice(at, 0, value);
    return value;
  },
  'removeAt(_)': function (this: WrenList, index: Value) {
    return removeAt(this.items, checkIndex(index, this.items.length, 'Index'));
  },
  'remove(_)': function (this: WrenList, value: Value) {
    const index = indexOf(this.items, value);
    return index === -1 ? wrenNull : removeAt(this.items, index);
  },
  'clear()': function (this: WrenList) {
    this.items.length = 0;
    return wrenNull;
  },
  'swap(_,_)': function (this: WrenList, first: Value, second: Value) {
    const { items } = this;
    const one = checkIndex(first, items.length, 'Index 0');
    const other = checkIndex(second, items.length, 'Index 1');
    const value = items[one] ?? wrenNull;
    items[one] = items[other] ?? wrenNull;
    items[other] = value;
    return wrenNull;
  },
});

const iteration = constantTime({
  'iterate(_)': function (this: WrenList, iterator: Value) {
    const { length } = this.items;
    if (iterator === wrenNull) return length === 0 ? false : 0;
    const index = checkInteger(iterator, 'Iterator');
    return index < 0 || index >= length - 1 ? false : index + 1;
  },
  'iteratorValue(_)': function (this: WrenList, iterator: Value) {
    return this.items[checkIndex(iterator, this.items.length, 'Iterator')] ?? wrenNull;
  },
});

/** Helpers of `core.wren` that are faster as natives. */
const helpers = linearTime({
  /** Appends the elements of a list; returns false if the argument is not a list. */
  'appendList_(_)': function (this: WrenList, other: Value) {
    if (!(other instanceof WrenList)) return false;
    const { items } = other;
    const count = items.length;
    checkElements(this.items.length + count);
    reserveElements(count);
    for (let index = 0; index < count; index++) this.items.push(items[index] ?? wrenNull);
    return true;
  },
  /** Sorts a list of numbers; returns false if it contains NaN or other values. */
  'sortNumbers_()': function (this: WrenList) {
    const { items } = this;
    if (!isNumbers(items)) return false;
    sortNumbers(items);
    return true;
  },
});

const making = metered({
  '*(_)': function (this: WrenList, times: Value) {
    const count = checkCount(times, 'Count');
    reserveElements(this.items.length * count);
    return new WrenList(repeatItems(this.items, count));
  },
});

const statics = metered({
  'new()': () => new WrenList([]),
  'filled(_,_)': (size: Value, value: Value) => {
    const count = checkInteger(size, 'Size');
    if (count < 0) abort(messages.negative('Size'));
    reserveElements(count);
    return new WrenList(repeatItems([value], count));
  },
});

/** List. */
export const listClass = defineNativeClass({
  name: 'List',
  instance: WrenList,
  superclass: sequenceClass,
  methods: { ...access, ...changes, ...iteration, ...helpers, ...making },
  statics,
});
