/**
 * The core library: native classes in this folder, completed by `core.wren`. Natives never call
 * Wren code: methods that call a function argument, or `toString` or `iterate` of any object, are
 * written in Wren, so that a fiber can yield in them.
 *
 * The library is assembled once per process, before any other module runs:
 *
 *  1. `coreSource` is compiled as a module whose implicit variables are the keys of `coreScope`;
 *     the build does so in advance;
 *  2. the module runs with the values of `coreScope`, and with `startCoreClass` instead of
 *     `startClass`: class statements such as `class List is Sequence {…}` add the compiled methods
 *     to the native class, and other class statements make new classes;
 *  3. `coreVariables` are the implicit variables of all other modules.
 *
 * Stack traces omit functions of `core.wren`.
 */
import { readFileSync } from 'node:fs';
import { checkCount, checkFunction } from '../runtime/check.js';
import {
  type ClassDraft,
  type ClassHeading,
  defineNativeClass,
  startClass,
  startCompletion,
} from '../runtime/class.js';
import { abort } from '../runtime/errors.js';
import { messages } from '../runtime/messages.js';
import { constantTime } from '../runtime/native.js';
import { type Value, type WrenClass, WrenObject } from '../runtime/values.js';
import { boolClass, classClass, nullClass, objectClass, sequenceClass } from './basic-classes.js';
import { fiberClass } from './fiber.js';
import { fnClass } from './fn.js';
import { listClass } from './list.js';
import { mapClass } from './map.js';
import { numClass } from './num.js';
import { rangeClass } from './range.js';
import { stringClass } from './string.js';
import { systemClass } from './system.js';

/** The Wren part of the library, a byte string. */
export const coreSource = readFileSync(new URL('./core.wren', import.meta.url), 'latin1');

class WrenCheck extends WrenObject {}

/** Argument checks, which only `core.wren` can use. */
const checkClass = defineNativeClass({
  name: 'Check',
  instance: WrenCheck,
  statics: constantTime({
    'count(_)': (value: Value) => checkCount(value, 'Count'),
    'comparer(_)': (value: Value) => checkFunction(value, 'Comparer'),
    'emptyReduce()': () => abort(messages.emptyReduce()),
  }),
});

function byName(classes: readonly WrenClass[]): Map<string, WrenClass> {
  return new Map(classes.map((each) => [each.name, each]));
}

/** Native classes that `core.wren` completes. */
const completedClasses = byName([sequenceClass, stringClass, listClass, mapClass, systemClass]);

/** Native classes without methods in Wren. */
const finishedClasses = byName([
  objectClass,
  classClass,
  boolClass,
  nullClass,
  numClass,
  fiberClass,
  fnClass,
  rangeClass,
]);

/** The implicit variables of `core.wren`: the finished classes, and the argument checks. */
export const coreScope: ReadonlyMap<string, Value> = new Map([
  ...finishedClasses,
  [checkClass.name, checkClass],
]);

const variables = new Map<string, Value>([...finishedClasses, ...completedClasses]);

/** The implicit variables of all other modules; complete after `core.wren` has run. */
export const coreVariables: ReadonlyMap<string, Value> = variables;

/** Replaces `startClass` while `core.wren` runs. */
export function startCoreClass(heading: ClassHeading): ClassDraft {
  const native = completedClasses.get(heading.name);
  const draft = native === undefined ? startClass(heading) : startCompletion(native);
  return {
    ...draft,
    finish(instance, meta) {
      const made = draft.finish(instance, meta);
      variables.set(heading.name, made);
      return made;
    },
  };
}
