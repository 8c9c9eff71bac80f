import { abort } from '../runtime/abort.js';
import { checkCount, checkFunction } from '../runtime/check.js';
import { defineNativeClass } from '../runtime/class.js';
import { messages } from '../runtime/messages.js';
import { constantTime } from '../runtime/native.js';
import { type Value, WrenObject } from '../runtime/values.js';

class WrenCheck extends WrenObject {}

/** The argument checks of `core.wren`, which no other module sees. */
export const checkClass = defineNativeClass({
  name: 'Check',
  instance: WrenCheck,
  statics: constantTime({
    'count(_)': (value: Value) => checkCount(value, 'Count'),
    'comparer(_)': (value: Value) => checkFunction(value, 'Comparer'),
    'emptyReduce()': () => abort(messages.emptyReduce()),
  }),
});
