import { accessSync } from 'node:fs';
import SwaggerParser from '@apidevtools/swagger-parser';
import type { OpenAPIV3_1 } from 'openapi-types';
import { messageOf, systemReason, UsageError } from '../kit/errors.js';
import { compiledOr } from '../kit/yaml.js';

/**
 * Reads an OpenAPI description, version 3.0 or 3.1, and validates it against the OpenAPI schema.
 *
 * @throws UsageError that names the file and the reason
 */
export async function loadDescription(path: string): Promise<OpenAPIV3_1.Document> {
  const file = compiledOr(path);
  checkReadable(file);
  try {
    // Validation resolves the references in its object, so the page gets another copy.
    await SwaggerParser.validate(file);
    return checkVersion((await SwaggerParser.bundle(file)) as Partial<OpenAPIV3_1.Document>);
  } catch (error) {
    throw new UsageError(`${file} is not a valid OpenAPI description: ${messageOf(error)}`);
  }
}

/** Rejects Swagger 2.0, which the parser accepts. */
function checkVersion(document: Partial<OpenAPIV3_1.Document>): OpenAPIV3_1.Document {
  if (document.openapi?.startsWith('3.')) return document as OpenAPIV3_1.Document;
  throw new Error('its version is not 3.0 or 3.1.');
}

function checkReadable(file: string): void {
  try {
    accessSync(file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${systemReason(error)}.`);
  }
}
