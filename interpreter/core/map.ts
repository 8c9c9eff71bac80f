import { charge } from '../runtime/charge.js';
import { checkIndex, checkInteger } from '../runtime/check.js';
import { defineNativeClass } from '../runtime/class.js';
import { abort } from '../runtime/errors.js';
import { chargeComparison } from '../runtime/long-text.js';
import { isKey, WrenMap } from '../runtime/map.js';
import { messages } from '../runtime/messages.js';
import { constantTime, metered } from '../runtime/native.js';
import { type Value, wrenNull } from '../runtime/values.js';
import { sequenceClass } from './basic-classes.js';

/** Checks a key, and charges for a string, of which all bytes are read. */
function checkKey(value: Value): Value {
  if (typeof value === 'string') chargeComparison(value);
  else if (typeof value === 'object' && !isKey(value)) abort(messages.notKey());
  return value;
}

function checkPosition(map: WrenMap, iterator: Value): number {
  return checkIndex(iterator, map.positionEnd, 'Iterator');
}

const access = metered({
  '[_]': function (this: WrenMap, key: Value) {
    return this.get(checkKey(key)) ?? wrenNull;
  },
  '[_]=(_)': function (this: WrenMap, key: Value, value: Value) {
    this.set(checkKey(key), value);
    return value;
  },
  /** Wren's compiled map literals call this for each entry. */
  'addCore_(_,_)': function (this: WrenMap, key: Value, value: Value) {
    this.set(checkKey(key), value);
    return this;
  },
  'containsKey(_)': function (this: WrenMap, key: Value) {
    return this.get(checkKey(key)) !== undefined;
  },
  'remove(_)': function (this: WrenMap, key: Value) {
    return this.remove(checkKey(key)) ?? wrenNull;
  },
  'clear()': function (this: WrenMap) {
    this.clear();
    return wrenNull;
  },
  count: function (this: WrenMap) {
    return this.count;
  },
  isEmpty: function (this: WrenMap) {
    return this.count === 0;
  },
});

const iteration = metered({
  'iterate(_)': function (this: WrenMap, iterator: Value) {
    if (this.count === 0) return false;
    const current = iterator === wrenNull ? undefined : checkInteger(iterator, 'Iterator');
    if (current !== undefined && current < 0) return false;
    const start = current === undefined ? 0 : current + 1;
    const next = this.positionFrom(start);
    // Removed entries leave gaps.
    charge((next === -1 ? this.positionEnd : next) - start);
    return next === -1 ? false : next;
  },
  'keyIteratorValue_(_)': function (this: WrenMap, iterator: Value) {
    return this.keyAt(checkPosition(this, iterator)) ?? abort(messages.invalidMapIterator());
  },
  'valueIteratorValue_(_)': function (this: WrenMap, iterator: Value) {
    return this.valueAt(checkPosition(this, iterator)) ?? abort(messages.invalidMapIterator());
  },
});

/** Map. The sequences of its keys, values and entries are in `core.wren`. */
export const mapClass = defineNativeClass({
  name: 'Map',
  instance: WrenMap,
  superclass: sequenceClass,
  methods: { ...access, ...iteration },
  statics: constantTime({
    'new()': () => new WrenMap(),
  }),
});
