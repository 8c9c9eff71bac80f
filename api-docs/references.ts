/** References within an OpenAPI description. */
import type { OpenAPIV3_1 } from 'openapi-types';
import { followReference } from '../kit/json-pointer.js';

export type Document = OpenAPIV3_1.Document;

/** Follows references to the referenced object; undefined for a broken or circular reference. */
export function follow<T extends object>(
  document: Document,
  value: T | OpenAPIV3_1.ReferenceObject | undefined,
): T | undefined {
  return followReference(document, value) as T | undefined;
}

export function isReference(value: unknown): value is OpenAPIV3_1.ReferenceObject {
  return typeof value === 'object' && value !== null && '$ref' in value;
}

/** Name of the schema that a reference to the components names. */
export function schemaName(reference: string): string | undefined {
  const [, name] = /^#\/components\/schemas\/([^/]+)$/.exec(reference) ?? [];
  return name === undefined ? undefined : decodeURIComponent(name);
}
