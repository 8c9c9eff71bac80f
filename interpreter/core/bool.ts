import { defineNativeClass } from '../runtime/class.js';
import { constantTime } from '../runtime/native.js';
import { type Value, WrenBool } from '../runtime/values.js';

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
