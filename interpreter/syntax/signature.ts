/** Signatures, by which Wren tells methods apart: a name and the form of its parameter list. */

import type { CallForm, Declaration } from './ast.js';

/** The most parameters a method or function may have. */
export const maxParameters = 16;

const parameterLists = Array.from({ length: maxParameters + 1 }, (_, count) =>
  Array(count).fill('_').join(','),
);

/** `foo`, `foo(_,_)` or `foo=(_)`; more parameters than allowed are not shown. */
export function nameSignature(name: string, form: CallForm, arity: number): string {
  if (form === 'getter') return name;
  return form === 'setter' ? `${name}=(_)` : `${name}(${parameterList(arity)})`;
}

/** `[_,_]`, or `[_,_]=(_)` for a setter; `arity` does not count the value that is set. */
export function subscriptSignature(arity: number, isSetter: boolean): string {
  return isSetter ? `[${parameterList(arity)}]=(_)` : `[${parameterList(arity)}]`;
}

function parameterList(arity: number): string {
  return parameterLists[Math.min(arity, maxParameters)] ?? '';
}

/** A method's signature as its definition declares it. */
export interface Signature {
  /** The name alone, empty for a subscript. */
  readonly name: string;
  readonly signature: string;
  readonly parameters: readonly Declaration[];
  readonly isConstructor: boolean;
}

export function getterSignature(name: string): Signature {
  return { name, signature: name, parameters: [], isConstructor: false };
}

export function methodSignature(name: string, parameters: readonly Declaration[]): Signature {
  const signature = nameSignature(name, 'method', parameters.length);
  return { name, signature, parameters, isConstructor: false };
}
