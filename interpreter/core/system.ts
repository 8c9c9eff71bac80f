import { checkString } from '../runtime/check.js';
import { defineNativeClass } from '../runtime/class.js';
import { currentExecution } from '../runtime/execution.js';
import { type Value, WrenObject, wrenNull } from '../runtime/values.js';

class WrenSystem extends WrenObject {}

/** System: what prints objects is in `core.wren`, since it calls their `toString`. */
export const systemClass = defineNativeClass({
  name: 'System',
  instance: WrenSystem,
  open: true,
  statics: {
    /** Seconds, from some fixed moment on. */
    clock: () => performance.now() / 1000,
    'gc()': () => wrenNull,
    'writeString_(_)': (value: Value) => {
      const text = checkString(value, 'Argument');
      currentExecution().write(text);
      return text;
    },
  },
});
