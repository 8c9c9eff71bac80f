/** Reads what requests to the service for tests contain. */
import type { Json } from '../../../../kit/collections.js';

/** Matches the paths of a template. */
export function expressionFor(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`);
}

/** A name as a part of a pointer in a URI. */
export function escapePointer(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1').replace(/[{}]/g, encodeURIComponent);
}

/** The part of a document that a reference names. */
export function resolvePointer(document: Json, reference: string) {
  return reference
    .split('/')
    .slice(1)
    .reduce<Json>((value, part) => Object(value[part]), document);
}

/** A value of a query by its schema. */
export function typed({ type }: Json, value: string): unknown {
  if (type === 'boolean') return ({ true: true, false: false } as Json)[value] ?? value;
  return type === 'integer' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}

/** Undefined for a text that is not JSON. */
export function jsonIn(sent: string): unknown {
  try {
    return JSON.parse(sent);
  } catch {
    return undefined;
  }
}

/** The fields of a multipart form. */
export function fieldsOf(form: string): Json {
  const fields = form.matchAll(/name="(\w+)"[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/g);
  return Object.fromEntries([...fields].map(([, name, value]) => [name, value]));
}
