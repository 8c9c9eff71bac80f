/** Fn. */
import { checkFunction } from '../runtime/check.js';
import { defineNativeClass } from '../runtime/class.js';
import { abort } from '../runtime/errors.js';
import { messages } from '../runtime/messages.js';
import { constantTime, type Method, type Natives } from '../runtime/native.js';
import { type Value, WrenFn } from '../runtime/values.js';

/** Wren's limit on the parameters of a function or method. */
const maximumParameters = 16;

function checkArguments(callee: WrenFn, count: number): void {
  if (callee.arity > count) abort(messages.missingArguments());
}

/** The most frequent `call` methods, without rest parameters. */
const shortCalls = constantTime({
  'call()': function (this: WrenFn) {
    checkArguments(this, 0);
    return this.code();
  },
  'call(_)': function (this: WrenFn, one: Value) {
    checkArguments(this, 1);
    return this.code(one);
  },
  'call(_,_)': function (this: WrenFn, one: Value, two: Value) {
    checkArguments(this, 2);
    return this.code(one, two);
  },
});

function callWith(count: number): Method {
  return function (this: WrenFn, ...values: Value[]) {
    checkArguments(this, count);
    return this.code(...values);
  };
}

function makeLongCalls(): Natives {
  const calls: Record<string, Method> = {};
  for (let count = 3; count <= maximumParameters; count++) {
    calls[`call(${Array(count).fill('_').join(',')})`] = callWith(count);
  }
  return constantTime(calls);
}

/** Fn. */
export const fnClass = defineNativeClass({
  name: 'Fn',
  instance: WrenFn,
  methods: {
    ...shortCalls,
    ...makeLongCalls(),
    ...constantTime({
      arity: function (this: WrenFn) {
        return this.arity;
      },
      toString: () => '<fn>',
    }),
  },
  statics: constantTime({
    'new(_)': (value: Value) => checkFunction(value, 'Argument'),
  }),
});
