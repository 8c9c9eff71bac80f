/** System. */
import { checkString } from '../runtime/check.js';
import { defineNativeClass } from '../runtime/class.js';
import { currentExecution } from '../runtime/execution.js';
import { constantTime, linearTime } from '../runtime/native.js';
import { type Value, WrenObject, wrenNull } from '../runtime/values.js';

class WrenSystem extends WrenObject {}

/** The printed part of a text, up to the first null byte: Wren passes C strings to its host. */
function printable(value: Value): string {
  const text = checkString(value, 'Argument');
  const end = text.indexOf('\0');
  return end === -1 ? text : text.slice(0, end);
}

const own = constantTime({
  /** Seconds since an arbitrary moment. */
  clock: () => performance.now() / 1000,
  'gc()': () => wrenNull,
});

const printing = linearTime({
  'writeString_(_)': (value: Value) => {
    currentExecution().write(printable(value));
    return value;
  },
  'writeLine_(_)': (value: Value) => {
    currentExecution().write(`${printable(value)}\n`);
    return value;
  },
});

/** System. Methods that print objects are in `core.wren`, since they call `toString`. */
export const systemClass = defineNativeClass({
  name: 'System',
  instance: WrenSystem,
  open: true,
  statics: { ...own, ...printing },
});
