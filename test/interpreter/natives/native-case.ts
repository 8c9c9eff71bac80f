/** What the tests know of a native: what to call it with, and how its work grows with that. */

import { defineNativeClass } from '../../../interpreter/runtime/class.js';
import { joined } from '../../../interpreter/runtime/long-text.js';
import { signatureOf } from '../../../interpreter/runtime/selector.js';
import { type Value, WrenClass, WrenObject } from '../../../interpreter/runtime/values.js';

/** Receiver and arguments of a size. Texts may be joined ones, which nobody has read yet. */
export type MakeCall = (size: number) => readonly [receiver: Value, ...values: Value[]];

/**
 * How a native's work grows: with the sizes of what it is given, not at all, or only now and then,
 * so that many calls together are charged with what they make.
 */
export type Growth = 'linear' | 'constant' | 'amortized';

/** One of the calls that show what a native costs. */
export interface NativeCase {
  readonly growth: Growth;
  readonly make: MakeCall;
}

/** By `Class.signature`, or `Class.static signature`; several where there are several ways. */
export type NativeTable = Readonly<Record<string, NativeCase | readonly NativeCase[]>>;

/** A native whose work grows with what it is given. */
export function linear(make: MakeCall): NativeCase {
  return { growth: 'linear', make };
}

/** A native whose work does not. */
export function constant(make: MakeCall): NativeCase {
  return { growth: 'constant', make };
}

/** A native whose work does so every once in a while. */
export function amortized(make: MakeCall): NativeCase {
  return { growth: 'amortized', make };
}

let ropes = 0;

/** A text that a script has joined: V8 has not put it together, and no other one is like it. */
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

/** The natives of a class, as the table names them. Nothing in Wren may have completed it. */
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

/** A class of the host's, so that its natives can be listed and called. */
export function makeHostClass(
  parts: Pick<Parameters<typeof defineNativeClass>[0], 'name' | 'statics'>,
): WrenClass {
  class HostObject extends WrenObject {}
  return defineNativeClass({ ...parts, instance: HostObject });
}
