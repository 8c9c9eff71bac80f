/** Extensions of a description: members for tools, whose names begin with `x-`. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { asObject } from './values.js';

/** Objects whose members have names of the author's choice, so that `x-` marks no extension. */
const maps: ReadonlySet<string> = new Set([
  ...['$defs', 'callbacks', 'content', 'definitions', 'dependentSchemas', 'encoding', 'examples'],
  ...['headers', 'links', 'mapping', 'parameters', 'pathItems', 'patternProperties', 'properties'],
  ...['requestBodies', 'responses', 'schemas', 'scopes', 'securitySchemes', 'variables'],
]);

/**
 * A copy of a document without the extensions that refer to missing files or to other hosts. No
 * request depends on extensions.
 *
 * @param folder the folder of its file
 */
export function dropBrokenExtensions<T>(document: T, folder: string): T {
  return copy(document, folder, false) as T;
}

function copy(value: unknown, folder: string, isMap: boolean): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => copy(item, folder, false));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([name, part]) => isMap || !name.startsWith('x-') || !refersToNothing(part, folder),
  );
  return Object.fromEntries(
    kept.map(([name, part]) => [name, copy(part, folder, !isMap && maps.has(name))]),
  );
}

/** Whether any reference in an extension leads to another host or to a file that is not there. */
function refersToNothing(value: unknown, folder: string): boolean {
  if (Array.isArray(value)) return value.some((item: unknown) => refersToNothing(item, folder));
  const { $ref: reference } = asObject(value);
  if (typeof reference === 'string' && isBroken(reference, folder)) return true;
  return Object.values(asObject(value)).some((part) => refersToNothing(part, folder));
}

function isBroken(reference: string, folder: string): boolean {
  const [file = ''] = reference.split('#');
  if (file === '') return false;
  return /^[a-z][a-z\d+.-]*:/i.test(file) || !existsSync(resolve(folder, file));
}
