import { defineNativeClass } from '../runtime/class.js';
import { WrenSequence } from '../runtime/values.js';

/** Sequence: all its methods are in `core.wren`, since they iterate what may be any object. */
export const sequenceClass = defineNativeClass({
  name: 'Sequence',
  instance: WrenSequence,
  open: true,
});
