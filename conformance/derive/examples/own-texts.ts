/** The unique texts and words of derived scenarios, by which a run recognizes its own data. */

import { renameReferred } from '../description/referred-ids.js';

/** The number of placeholders for unique texts is not limited: `${unique:changed}`. */
export function uniqueText(name = '', kind: 'unique' | 'unique-word' = 'unique'): string {
  return name === '' ? `\${${kind}}` : `\${${kind}:${name}}`;
}

/** Whether a value contains a unique text or word, by which it is recognized. */
export function hasOwnText(value: unknown): boolean {
  return /\$\{unique(?:-word)?[:}]/.test(JSON.stringify(value) ?? '');
}

/** The placeholder by which a value is recognized: that of its unique text, or else of its word. */
export function ownTextOf(value: unknown, name = ''): string {
  const hasText = /\$\{unique[:}]/.test(JSON.stringify(value) ?? '');
  return uniqueText(name, hasText ? 'unique' : 'unique-word');
}

/** A value in which the unique texts and words with one name have another one, and the ids of what it refers to. */
export function renameOwnTexts(value: unknown, from: string, to: string): unknown {
  if (value === undefined) return value;
  const kinds = ['unique', 'unique-word'] as const;
  const text = kinds.reduce(
    (rest, kind) => rest.replaceAll(uniqueText(from, kind), () => uniqueText(to, kind)),
    JSON.stringify(value),
  );
  const renamed = text.replace(likeText, (whole, form: string, name = '') =>
    name === from ? likeAs(form, to) : whole,
  );
  return JSON.parse(renameReferred(renamed, from, to));
}

/** A text of a form: `${unique-like:AB-1234}`, `${unique-like:AB-1234:changed}`. */
const likeText = /\$\{unique-like:([^:}"]+)(?::([^}"]*))?\}/g;

/** The placeholder for a unique text of the form of another one, which has no colon or brace. */
export function likeAs(form: string, name = ''): string {
  return `\${unique-like:${form}${name === '' ? '' : `:${name}`}}`;
}

/** Marks what requests that must be rejected are about; nothing changes it. */
export const refusedMark = 'unchanged';
