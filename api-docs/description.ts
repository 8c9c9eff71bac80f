/** OpenAPI descriptions: loading with validation, and references within them. */
import SwaggerParser from '@apidevtools/swagger-parser';
import type { OpenAPIV3_1 } from 'openapi-types';
import { readDescription } from '../conformance/openapi/read-description.js';
import { isDefect, messageOf, UsageError } from '../kit/errors.js';
import { followReference } from '../kit/json-pointer.js';

export type Document = OpenAPIV3_1.Document;

/**
 * Reads an OpenAPI description, and validates it against the schema of its version; there is none
 * for 3.2.
 *
 * @param tolerate takes the problems of an invalid description that has a title and a version.
 *    Default: they are thrown
 * @throws UsageError that names file, line and mistake
 */
export async function loadDescription(
  file: string,
  tolerate?: (problems: string) => void,
): Promise<Document> {
  const read = readDescription(file);
  const document = read.document as Document;
  try {
    // Validation replaces the references in its object.
    if (!String(document.openapi).startsWith('3.2'))
      await SwaggerParser.validate(structuredClone(document));
  } catch (error) {
    const message = `${read.place([])}: it is not a valid OpenAPI description: ${messageOf(error)}`;
    if (tolerate === undefined || !hasTitle(document)) throw new UsageError(message);
    tolerate(message);
  }
  return document;
}

function hasTitle({ info }: Partial<Document>): boolean {
  return [info?.title, info?.version].every((one) => typeof one === 'string');
}

/** Follows references to the referenced object; undefined for a broken or circular reference. */
export function follow<T extends object>(
  document: Document,
  value: T | OpenAPIV3_1.ReferenceObject | undefined,
): T | undefined {
  return followReference(document, value) as T | undefined;
}

/**
 * Renders a part of a description. Validation finds no mistakes in schemas, or in OpenAPI 3.2, and only
 * warns of others.
 *
 * @throws UsageError that names the part, when a value in it has a type that no description has
 */
export function renderPart<Rendered>(name: string, render: () => Rendered): Rendered {
  try {
    return render();
  } catch (error) {
    if (!isDefect(error)) throw error;
    throw new UsageError(
      `${name} cannot be shown: a value in the description has a wrong type (${messageOf(error)}).`,
    );
  }
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

/** An operation with its path, and the parameters of both. */
export interface PlacedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: OpenAPIV3_1.OperationObject;
  readonly parameters: readonly OpenAPIV3_1.ParameterObject[];
  /** A body in JSON, made from its schema; undefined where none can be made. */
  makeBody(): unknown;
}
