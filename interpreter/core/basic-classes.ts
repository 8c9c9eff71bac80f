/** Classes with few natives: Object, Class, Sequence, Null and Bool. */

import { classClass, defineNativeClass, defineNatives, objectClass } from '../runtime/class.js';
import { abort } from '../runtime/errors.js';
import { messages } from '../runtime/messages.js';
import { constantTime, linearTime } from '../runtime/native.js';
import {
  classOf,
  type Value,
  valuesEqual,
  WrenBool,
  WrenClass,
  WrenNull,
  WrenObject,
  WrenSequence,
  wrenNull,
} from '../runtime/values.js';

function isInstance(value: Value, target: WrenClass): boolean {
  let current: WrenClass | undefined = classOf(value);
  while (current !== undefined && current !== target) current = current.superclass;
  return current !== undefined;
}

const objectMethods = constantTime({
  '!': () => false,
  '==(_)': function (this: Value, other: Value) {
    return this === other;
  },
  '!=(_)': function (this: Value, other: Value) {
    return this !== other;
  },
  'is(_)': function (this: Value, target: Value) {
    if (!(target instanceof WrenClass)) abort(messages.notClass('Right operand'));
    return isInstance(this, target);
  },
  toString: function (this: Value) {
    return `instance of ${classOf(this).name}`;
  },
  type: function (this: Value) {
    return classOf(this);
  },
});

const objectStatics = linearTime({
  'same(_,_)': (one: Value, other: Value) => valuesEqual(one, other),
});

const classMethods = constantTime({
  name: function (this: WrenClass) {
    return this.name;
  },
  supertype: function (this: WrenClass) {
    return this.superclass ?? wrenNull;
  },
  toString: function (this: WrenClass) {
    return this.name;
  },
  attributes: function (this: WrenClass) {
    return this.attributes ?? wrenNull;
  },
});

defineNatives(WrenObject.prototype, objectMethods);
defineNatives(objectClass, objectStatics);
defineNatives(WrenClass.prototype, classMethods);

export { classClass, objectClass };

/** Sequence. Its methods are in `core.wren`, since they call methods of any object. */
export const sequenceClass = defineNativeClass({
  name: 'Sequence',
  instance: WrenSequence,
  open: true,
});

/** Null. */
export const nullClass = defineNativeClass({
  name: 'Null',
  instance: WrenNull,
  methods: constantTime({
    '!': () => true,
    toString: () => 'null',
  }),
});

/** Bool. */
export const boolClass = defineNativeClass({
  name: 'Bool',
  instance: WrenBool,
  methods: constantTime({
    '!': function (this: boolean) {
      return !this;
    },
    '==(_)': function (this: boolean, other: Value) {
      return this === other;
    },
    '!=(_)': function (this: boolean, other: Value) {
      return this !== other;
    },
    toString: function (this: boolean) {
      return this ? 'true' : 'false';
    },
  }),
});
