/** Signatures, by which Wren identifies methods: a name and the form of the parameter list. */

import type { CallForm, Declaration } from './ast.js';

/** Greatest number of parameters of a method or function (`MAX_PARAMETERS` in `wren_common.h`). */
export const maxParameters = 16;

const parameterLists = Array.from({ length: maxParameters + 1 }, (_, count) =>
  Array(count).fill('_').join(','),
);

/**
 * The signature of a call by name: `foo`, `foo(_,_)` or `foo=(_)`. Excess parameters are omitted.
 */
export function nameSignature(name: string, form: CallForm, arity: number): string {
  if (form === 'getter') return name;
  return form === 'setter' ? `${name}=(_)` : `${name}(${parameterList(arity)})`;
}

/**
 * The signature of a subscript: `[_,_]`, or `[_,_]=(_)` for a setter. `arity` excludes the value.
 */
export function subscriptSignature(arity: number, isSetter: boolean): string {
  return isSetter ? `[${parameterList(arity)}]=(_)` : `[${parameterList(arity)}]`;
}

function parameterList(arity: number): string {
  return parameterLists[Math.min(arity, maxParameters)] as string;
}

/** The signature in a method definition. */
export interface Signature {
  /** The name without parameters; empty for a subscript. */
  readonly name: string;
  readonly signature: string;
  readonly parameters: readonly Declaration[];
  readonly isConstructor: boolean;
}

/** The signature of a method without a parameter list. */
export function getterSignature(name: string): Signature {
  return { name, signature: name, parameters: [], isConstructor: false };
}

/** The signature of a method with a parameter list. */
export function methodSignature(name: string, parameters: readonly Declaration[]): Signature {
  const signature = nameSignature(name, 'method', parameters.length);
  return { name, signature, parameters, isConstructor: false };
}
