import { defineNativeClass } from '../runtime/class.js';
import { WrenNull } from '../runtime/values.js';

export const nullClass = defineNativeClass({
  name: 'Null',
  instance: WrenNull,
  methods: {
    '!': () => true,
    toString: () => 'null',
  },
});
