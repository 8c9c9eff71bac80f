import { defineNativeClass } from '../runtime/class.js';
import { constantTime } from '../runtime/native.js';
import { WrenNull } from '../runtime/values.js';

export const nullClass = defineNativeClass({
  name: 'Null',
  instance: WrenNull,
  methods: constantTime({
    '!': () => true,
    toString: () => 'null',
  }),
});
