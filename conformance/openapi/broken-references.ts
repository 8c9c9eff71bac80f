/** Finds references of a description that lead to no part of it. */
import { groupBy, type Json, memberOf } from '../../kit/collections.js';
import { resolvePointer, toPointerStep } from '../../kit/json-pointer.js';
import type { DocumentPath } from '../suite/checked-document.js';
import { dataKeywords, maps } from './include-files.js';

/** A reference that leads nowhere. */
export interface BrokenReference {
  /** `#/components/schemas/Bok` */
  readonly reference: string;
  /** The steps to its `$ref`. */
  readonly path: DocumentPath;
}

/** In the order of the document. Extensions and data, which only look like references, have none. */
export function findBrokenReferences(document: Json): readonly BrokenReference[] {
  const visit = (
    value: unknown,
    path: DocumentPath,
    isMap: boolean,
  ): readonly BrokenReference[] => {
    if (typeof value !== 'object' || value === null) return [];
    const reference = Array.isArray(value) || isMap ? undefined : memberOf(value, '$ref');
    const isBroken =
      typeof reference === 'string' &&
      /^#(\/|$)/.test(reference) &&
      resolvePointer(document, reference).value === undefined;
    const own = isBroken ? [{ reference, path: [...path, '$ref'] }] : [];
    const inside = Object.entries(value).flatMap(([name, part]) => {
      if (!isMap && (name.startsWith('x-') || dataKeywords.has(name))) return [];
      const step = Array.isArray(value) ? Number(name) : name;
      return visit(part, [...path, step], !isMap && maps.has(name));
    });
    return [...own, ...inside];
  };
  return visit(document, [], false);
}

/** Each reference once, with the JSON pointer to the first of its places. */
export function describeBroken(
  document: Json,
  place: (path: DocumentPath) => string,
): readonly string[] {
  const byReference = groupBy(findBrokenReferences(document), ({ reference }) => reference);
  return [...byReference].map(([name, [first, ...others]]) => {
    const steps = first.path.slice(0, -1).map((one) => toPointerStep(String(one)));
    const more = others.length === 0 ? '' : `, and ${others.length} more`;
    return `${place(first.path)}: the reference ${name} leads nowhere (#/${steps.join('/')}${more}); nothing is checked by it.`;
  });
}
