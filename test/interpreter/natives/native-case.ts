/** Test cases of natives: the values to call them with, and the growth of their work. */

import { defineNativeClass } from '../../../interpreter/runtime/class.js';
import { joined } from '../../../interpreter/runtime/long-text.js';
import { signatureOf } from '../../../interpreter/runtime/selector.js';
import { type Value, WrenClass, WrenObject } from '../../../interpreter/runtime/values.js';

/** Makes receiver and arguments of a size. Strings may be ropes. */
export type MakeCall = (size: number) => readonly [receiver: Value, ...values: Value[]];

/**
 * Growth of a native's work: linear in the sizes of its arguments, constant, or amortized constant.
 */
export type Growth = 'linear' | 'constant' | 'amortized';

/** A call that shows the cost of a native. */
export interface NativeCase {
  readonly growth: Growth;
  readonly make: MakeCall;
}

/**
 * Cases by `Class.signature` or `Class.static signature`; several if a native has several code
 * paths.
 */
export type NativeTable = Readonly<Record<string, NativeCase | readonly NativeCase[]>>;

/** A case of linear work. */
export function linear(make: MakeCall): NativeCase {
  return { growth: 'linear', make };
}

/** A case of constant work. */
export function constant(make: MakeCall): NativeCase {
  return { growth: 'constant', make };
}

/** A case of amortized constant work. */
export function amortized(make: MakeCall): NativeCase {
  return { growth: 'amortized', make };
}

let ropes = 0;

/** A unique string that a script joined and V8 has not flattened. */
export function rope(size: number): string {
  ropes++;
  return joined('a'.repeat(size - 16) + String(ropes).padStart(16));
}

function listSignatures(holder: object): string[] {
  return Object.getOwnPropertyNames(holder).flatMap((key) => {
    const value: unknown = Object.getOwnPropertyDescriptor(holder, key)?.value;
    const signature = typeof value === 'function' ? signatureOf(key) : undefined;
    return signature === undefined ? [] : [signature];
  });
}

/** Names of a class's natives as in a table, for a class without methods in Wren. */
export function listNatives(wrenClass: WrenClass): readonly string[] {
  const { name, instance } = wrenClass;
  const meta: object = Object.getPrototypeOf(wrenClass);
  const isShared = meta === WrenClass.prototype;
  return [
    ...listSignatures(instance.prototype).map((signature) => `${name}.${signature}`),
    ...listSignatures(wrenClass).map((signature) => `${name}.static ${signature}`),
    ...(isShared ? [] : listSignatures(meta)).map((signature) => `${name}.static ${signature}`),
  ];
}

/** Makes a class of a host, to list and call its natives. */
export function makeHostClass(
  parts: Pick<Parameters<typeof defineNativeClass>[0], 'name' | 'statics'>,
): WrenClass {
  class HostObject extends WrenObject {}
  return defineNativeClass({ ...parts, instance: HostObject });
}
