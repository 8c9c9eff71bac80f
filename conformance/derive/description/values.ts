/** Reads values from documents of unknown shape, and makes names of them. */
import { asObject, type Json } from '../../../kit/collections.js';
import { followReference } from '../../../kit/json-pointer.js';
import { shorten } from '../../../kit/words.js';

/** A string that is not blank; undefined for any other value. */
export function asNonBlankText(value: unknown): string | undefined {
  return typeof value === 'string' && /\S/.test(value) ? value : undefined;
}

/** A string in one line of limited length; undefined for a blank one and any other value. */
export function oneLine(value: unknown): string | undefined {
  const text = asNonBlankText(value)
    ?.replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (text === undefined || text === '') return undefined;
  return shorten(text, 120);
}

/** An object, or the one that it refers to; empty for a broken or circular reference. */
export function referencedObject(document: Json, value: unknown): Json {
  return asObject(followReference(document, value));
}

/**
 * Lower-case letters and digits with hyphens between words; `fallback` when none are left.
 *
 * @param longest in characters
 */
export function kebab(text: string, fallback: string, longest = 60): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    // The plural of an abbreviation, such as `IDs`, is one word.
    .replace(/([A-Z])([A-Z](?!s(?![a-z]))[a-z])/g, '$1-$2')
    .toLowerCase()
    .match(/[a-z\d]+/g);
  return (words ?? [fallback]).join('-').slice(0, longest).replace(/-$/, '');
}

/** Whether a member with a name is a password. */
export function isPasswordName(name: string): boolean {
  return /passw|passphrase|^pin$/i.test(name);
}
