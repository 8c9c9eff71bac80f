/** Values of documents of unknown shape, and the names that a suite makes of them. */
import { shorten } from '../../kit/words.js';

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
export function asNonBlankText(value: unknown): string | undefined {
  return typeof value === 'string' && /\S/.test(value) ? value : undefined;
}

/** A text without line breaks and with an end; undefined when there is none. */
export function oneLine(value: unknown): string | undefined {
  const text = asNonBlankText(value)
    ?.replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (text === undefined || text === '') return undefined;
  return shorten(text, 120);
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

/** Small letters and digits with hyphens between words; the fallback where nothing is left. */
export function kebab(text: string, fallback: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .match(/[a-z\d]+/g);
  return (words ?? [fallback]).join('-').slice(0, 60).replace(/-$/, '');
}

/** Gives each name once: `read`, `read-2`. */
export class UniqueNames {
  readonly #taken: Set<string>;

  /** @param taken names that must not be given */
  constructor(taken: readonly string[] = []) {
    this.#taken = new Set(taken);
  }

  take(name: string): string {
    let free = name;
    for (let number = 2; this.#taken.has(free); number += 1) free = `${name}-${number}`;
    this.#taken.add(free);
    return free;
  }
}
