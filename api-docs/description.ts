/** OpenAPI descriptions: loading, and references within them. */
import { accessSync } from 'node:fs';
import SwaggerParser from '@apidevtools/swagger-parser';
import type { OpenAPIV3_1 } from 'openapi-types';
import { messageOf, systemReason, UsageError } from '../kit/errors.js';
import { followReference } from '../kit/json-pointer.js';
import { compiledOr } from '../kit/yaml.js';

export type Document = OpenAPIV3_1.Document;

/**
 * Reads an OpenAPI description, version 3.0 or 3.1, and validates it against the OpenAPI schema.
 *
 * @param tolerate takes the problems of an invalid description that has a title and a version.
 *    Default: they are thrown
 * @throws UsageError that names the file and the reason
 */
export async function loadDescription(
  path: string,
  tolerate?: (problems: string) => void,
): Promise<Document> {
  const file = compiledOr(path);
  checkReadable(file);
  const describe = (error: unknown) =>
    `${file} is not a valid OpenAPI description: ${messageOf(error)}`;
  try {
    // Validation resolves the references in its object, so the page gets another copy.
    const document = checkVersion((await SwaggerParser.bundle(file)) as Partial<Document>);
    await SwaggerParser.validate(file).catch((error: unknown) => {
      if (tolerate === undefined || !hasTitle(document)) throw error;
      tolerate(describe(error));
    });
    return document;
  } catch (error) {
    throw new UsageError(describe(error));
  }
}

function hasTitle({ info }: Partial<Document>): boolean {
  return [info?.title, info?.version].every((one) => typeof one === 'string');
}

/** Rejects Swagger 2.0, which the parser accepts. */
function checkVersion(document: Partial<Document>): Document {
  if (document.openapi?.startsWith('3.')) return document as Document;
  throw new Error('its version is not 3.0 or 3.1.');
}

function checkReadable(file: string): void {
  try {
    accessSync(file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${systemReason(error)}.`);
  }
}

/** Follows references to the referenced object; undefined for a broken or circular reference. */
export function follow<T extends object>(
  document: Document,
  value: T | OpenAPIV3_1.ReferenceObject | undefined,
): T | undefined {
  return followReference(document, value) as T | undefined;
}

/** Whether a value is a reference to another part of the description. */
export function isReference(value: unknown): value is OpenAPIV3_1.ReferenceObject {
  return typeof value === 'object' && value !== null && '$ref' in value;
}

/** Name of the schema that a reference to the components names. */
export function schemaName(reference: string): string | undefined {
  const [, name] = /^#\/components\/schemas\/([^/]+)$/.exec(reference) ?? [];
  return name === undefined ? undefined : decodeURIComponent(name);
}
