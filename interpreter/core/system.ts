import { checkString } from '../runtime/check.js';
import { defineNativeClass } from '../runtime/class.js';
import { currentExecution } from '../runtime/execution.js';
import { type Value, WrenObject, wrenNull } from '../runtime/values.js';

class WrenSystem extends WrenObject {}

/** What is printed of a text: as in Wren, whose hosts get C strings, it ends at a null byte. */
function printable(value: Value): string {
  const text = checkString(value, 'Argument');
  const end = text.indexOf('\0');
  return end === -1 ? text : text.slice(0, end);
}

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
      currentExecution().write(printable(value));
      return value;
    },
    'writeLine_(_)': (value: Value) => {
      currentExecution().write(`${printable(value)}\n`);
      return value;
    },
  },
});
