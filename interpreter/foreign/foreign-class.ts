/** What a host supplies for the foreign classes and methods that scripts declare. */

import { defineNatives } from '../runtime/class.js';
import { abort } from '../runtime/errors.js';
import { messages } from '../runtime/messages.js';
import type { Native, Natives } from '../runtime/native.js';
import { selectorOf } from '../runtime/selector.js';
import { classOf, type InstanceConstructor, type WrenClass } from '../runtime/values.js';

/** The host's part of one class. */
export interface ForeignClass {
  /**
   * For `foreign class`: a JavaScript class, extending WrenObject, that holds the host's data. It
   * is constructed without arguments, before the script's constructor runs.
   */
  readonly instance?: InstanceConstructor;
  /** Foreign methods by signature. */
  readonly methods?: Natives;
  readonly statics?: Natives;
}

/** Finds what the host has for a class that a module declares; undefined for nothing. */
export type ForeignBinder = (module: string, className: string) => ForeignClass | undefined;

function findNative(natives: Natives | undefined, signature: string): Native | undefined {
  return natives !== undefined && Object.hasOwn(natives, signature)
    ? natives[signature]
    : undefined;
}

/**
 * Installs the host's part of a foreign method, unless that has been done before.
 *
 * @throws WrenAbort when the host does not have it
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
