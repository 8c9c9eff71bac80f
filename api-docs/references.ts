/** References within an OpenAPI description. */
import type { OpenAPIV3_1 } from 'openapi-types';

export type Document = OpenAPIV3_1.Document;

/** Follows references to the referenced object; undefined for a broken or circular reference. */
export function follow<T extends object>(
  document: Document,
  value: T | OpenAPIV3_1.ReferenceObject | undefined,
): T | undefined {
  let found: unknown = value;
  for (let step = 0; step < 20 && isReference(found); step++) found = lookUp(document, found.$ref);
  return isReference(found) ? undefined : (found as T | undefined);
}

export function isReference(value: unknown): value is OpenAPIV3_1.ReferenceObject {
  return typeof value === 'object' && value !== null && '$ref' in value;
}

/** Resolves a JSON pointer (RFC 6901) within the document. */
function lookUp(document: Document, reference: string): unknown {
  const parts = decodeURIComponent(reference.replace(/^#\/?/, '')).split('/');
  const names = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<unknown>(
    (found, name) =>
      typeof found === 'object' && found !== null
        ? (found as Readonly<Record<string, unknown>>)[name]
        : undefined,
    document,
  );
}

/** Name of the schema that a reference to the components names. */
export function schemaName(reference: string): string | undefined {
  const [, name] = /^#\/components\/schemas\/([^/]+)$/.exec(reference) ?? [];
  return name === undefined ? undefined : decodeURIComponent(name);
}
