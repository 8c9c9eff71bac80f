/** Foreign classes and methods, which scripts declare and hosts implement. */

import { defineNatives } from '../runtime/class.js';
import { abort } from '../runtime/errors.js';
import { messages } from '../runtime/messages.js';
import type { Native, Natives } from '../runtime/native.js';
import { selectorOf } from '../runtime/selector.js';
import { classOf, type InstanceConstructor, type WrenClass } from '../runtime/values.js';

/** The host's implementation of a class with foreign methods, or of a foreign class. */
export interface ForeignClass {
  /**
   * For `foreign class`: a JavaScript class that extends WrenObject and has the host's data. It
   * is constructed without arguments, before the script's constructor runs.
   */
  readonly instance?: InstanceConstructor;
  /** Foreign instance methods by signature. */
  readonly methods?: Natives;
  /** Foreign static methods by signature. */
  readonly statics?: Natives;
}

/**
 * Finds the host's implementation of a class of a module; undefined for none. Names are byte
 * strings.
 */
export type ForeignBinder = (module: string, className: string) => ForeignClass | undefined;

function findNative(natives: Natives | undefined, signature: string): Native | undefined {
  return natives !== undefined && Object.hasOwn(natives, signature)
    ? natives[signature]
    : undefined;
}

/**
 * Installs the host's function of a foreign method, unless it is installed already.
 *
 * @throws WrenAbort "Could not find foreign method…" if the host has none
 */
export function bindForeignMethod(
  target: WrenClass,
  signature: string,
  isStatic: boolean,
  module: string,
  findForeign: ForeignBinder,
): void {
  const holder: object = isStatic ? Object.getPrototypeOf(target) : target.instance.prototype;
  if (Object.hasOwn(holder, selectorOf(signature))) return;
  const foreign = findForeign(module, target.name);
  const native = findNative(isStatic ? foreign?.statics : foreign?.methods, signature);
  if (native === undefined) {
    const owner = isStatic ? classOf(target) : target;
    abort(messages.noForeignMethod(signature, owner.name, module));
  }
  defineNatives(holder, { [signature]: native });
}
