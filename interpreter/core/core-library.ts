/**
 * The core library: classes in TypeScript beside this file, completed by `core.wren`. Natives
 * never call back into Wren code; whatever calls a function argument, `toString` or `iterate` of
 * some object is written in Wren, so that a fiber can yield from within it.
 *
 * It is assembled once per process. Whoever compiles Wren does the following, before any other
 * module runs:
 *
 *  1. compile `coreSource` as a module whose implicit variables are the keys of `coreScope`, or
 *     take what the build has made of it;
 *  2. run it with the values of `coreScope` and with `startCoreClass` in the place of
 *     `startClass`: for a class that exists natively (`class List is Sequence {…}`) it adds the
 *     compiled methods to the existing class and returns that one, any other class it makes;
 *  3. then give `coreVariables` to every module as its implicit variables.
 *
 * Functions of `core.wren` do not appear in stack traces.
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

/** The part of the library that is written in Wren, a byte string. */
export const coreSource = readFileSync(new URL('./core.wren', import.meta.url), 'latin1');

class WrenCheck extends WrenObject {}

/** The argument checks of `core.wren`, which no other module sees. */
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

/** Native classes that need nothing from `core.wren`. */
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

/** What `core.wren` refers to without declaring it: the finished classes, and its own checks. */
export const coreScope: ReadonlyMap<string, Value> = new Map([
  ...finishedClasses,
  [checkClass.name, checkClass],
]);

const variables = new Map<string, Value>([...finishedClasses, ...completedClasses]);

/** The variables that every module has without declaring them; complete when `core.wren` ran. */
export const coreVariables: ReadonlyMap<string, Value> = variables;

/** Stands in for `startClass` while `core.wren` runs. */
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
