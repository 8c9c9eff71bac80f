/**
 * JSON pointers (RFC 6901) as URI fragments, `#/paths/~1todos`, and references made of them. They are
 * followed by hand: libraries replace references, whose names the API page shows and whose pointers
 * Ajv needs.
 */

import { memberOf } from './collections.js';
import { decodePercent } from './words.js';

/** A value in a document, and the pointer to it. */
export interface ReferencedValue {
  readonly pointer: string;
  /** Undefined for a broken or circular reference. */
  readonly value: unknown;
}

/** The value at a pointer. If it is a reference, the value that this one leads to. */
export function resolvePointer(
  document: unknown,
  pointer: string,
  followed: readonly string[] = [],
): ReferencedValue {
  let value = document;
  for (const key of keysOfPointer(pointer)) value = memberOf(value, key);
  const reference = referenceIn(value);
  if (reference === undefined) return { pointer, value: value ?? undefined };
  if (followed.includes(reference)) return { pointer, value: undefined };
  return resolvePointer(document, reference, [...followed, reference]);
}

/** The keys of a pointer: of `#/paths/~1todos`, `paths` and `/todos`. */
export function keysOfPointer(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map(decodeStep);
}

/**
 * A value, or the value at the end of its references; undefined for a broken or circular reference.
 */
export function followReference(document: unknown, value: unknown): unknown {
  const reference = referenceIn(value);
  return reference === undefined ? value : resolvePointer(document, reference).value;
}

/** A key as a step of a pointer. */
export function toPointerStep(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** The key of a step of a pointer that is not encoded for a URI. */
export function keyOfStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The key of a step of a pointer. */
export function decodeStep(step: string): string {
  return keyOfStep(decodePercent(step));
}

function referenceIn(value: unknown): string | undefined {
  const reference = memberOf(value, '$ref');
  return typeof reference === 'string' ? reference : undefined;
}
