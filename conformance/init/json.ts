/** Reading documents whose shape nobody vouches for. */

/** Keys and values. */
export type Json = Readonly<Record<string, unknown>>;

/** A value as keys and values; none for anything else. */
export function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Json)
    : {};
}

/** A value as a list; an empty one for anything else. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text that says something; undefined for anything else. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && /\S/.test(value) ? value : undefined;
}

/** Follows references within a document; one that leads nowhere or in a circle is an empty object. */
export function follow(document: Json, value: unknown): Json {
  let found = asObject(value);
  for (const seen = new Set<unknown>(); typeof found.$ref === 'string'; ) {
    if (seen.has(found)) return {};
    seen.add(found);
    found = asObject(atPointer(document, found.$ref));
  }
  return found;
}

function atPointer(document: Json, pointer: string): unknown {
  let value: unknown = document;
  for (const step of pointer.split('/').slice(1)) {
    const key = decode(step).replaceAll('~1', '/').replaceAll('~0', '~');
    value = Array.isArray(value) ? value[Number(key)] : asObject(value)[key];
  }
  return value;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
