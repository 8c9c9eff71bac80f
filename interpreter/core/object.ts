/** Object, from which everything inherits, and Class. */
import { abort } from '../runtime/abort.js';
import { classClass, defineNatives, objectClass } from '../runtime/class.js';
import { valuesEqual } from '../runtime/equality.js';
import { messages } from '../runtime/messages.js';
import { constantTime, linearTime } from '../runtime/native.js';
import { classOf, type Value, WrenClass, WrenObject, wrenNull } from '../runtime/values.js';

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
