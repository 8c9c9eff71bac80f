/** Texts and JSON with the placeholders `${…}`. */

import { messageOf } from '../../../kit/errors.js';
import { countOf } from '../../../kit/words.js';
import { isObject, parseJson, writeJson } from '../../http/json.js';
import type { Place } from '../../mismatches/mismatch.js';
import { SuiteMistake } from '../../verdict/outcomes.js';

/** The values of the placeholders `${…}`. */
export interface PlaceholderValues {
  /** @throws SuiteMistake, NotTested, Violation as `ScenarioWorld.lookUp` */
  lookUp(name: string): unknown;
}

/** `$${` stands for `${`. */
const placeholders = /\$\$\{|\$\{([^}]*)\}/g;

/**
 * Replaces the placeholders of a text: `${name}` (a remembered value), `${unique}` and
 * `${unique:name}`, `${unique-word}`, `${unique-like:AB-12}`, `${$.id}` (a JSONPath into the latest answer), `${header:name}`,
 * `${cookie:name}` and `${link:relation}` of that answer, `${credential:name}`, `${parameter:name}` and `${profile}`.
 *
 * @throws SuiteMistake for an unknown name, NotTested for a credential that was not given,
 *   Violation for a value that the answer lacks
 */
export function fillText(text: string, values: PlaceholderValues): string {
  return replacePlaceholders(text, (name) => asText(values.lookUp(name)));
}

/** Calls `replace` for each placeholder of a text. */
export function replacePlaceholders(text: string, replace: (name: string) => string): string {
  return text.replace(placeholders, (_whole, name?: string) =>
    name === undefined ? '${' : replace(name),
  );
}

/** Gives the placeholders of a text other names. */
export function renamePlaceholders(text: string, rename: (name: string) => string): string {
  return text.replace(placeholders, (whole, name?: string) =>
    name === undefined ? whole : `\${${rename(name)}}`,
  );
}

/** The names of the placeholders of a text. */
export function namesOfPlaceholders(text: string): readonly string[] {
  return [...text.matchAll(placeholders)].flatMap(([, name]) => name ?? []);
}

/** Whether a text contains a placeholder. */
export function hasPlaceholders(text: string): boolean {
  return namesOfPlaceholders(text).length > 0;
}

/** Whether a placeholder stands for an option of the run: the operator or the suite gives its value. */
export function isOptionOfRun(name: string): boolean {
  return name === 'profile' || /^(?:credential|parameter):./s.test(name);
}

/** Whether a placeholder stands for a text that only its scenario uses. */
export function isUnique(name: string): boolean {
  return /^unique(?:-word|-like)?(?::|$)/.test(name);
}

/** Whether a placeholder takes its value from the latest answer. */
export function isFromAnswer(name: string): boolean {
  return name.startsWith('$') || /^(?:header|cookie|link):./s.test(name);
}

/** The bytes of a body or a file, as a remembered value. */
export class Bytes {
  /** @internal The declarations of the package need no types of Node. */
  readonly data: Buffer;

  constructor(data: Uint8Array) {
    this.data = Buffer.from(data);
  }

  /** Their number, and the first ones in hexadecimal digits. */
  toString(): string {
    const shown = this.data.subarray(0, mostShown).toString('hex');
    const more = this.data.length > mostShown ? '…' : '';
    return `${countOf(this.data.length, 'byte')} ${shown}${more}`.trimEnd();
  }

  /** Their description; a body in JSON cannot contain them. */
  toJSON(): string {
    return this.toString();
  }
}

/** The number of bytes in a description. */
const mostShown = 32;

/**
 * A string unchanged, any other value as JSON.
 *
 * @throws SuiteMistake for bytes, which are not text
 */
export function asText(value: unknown): string {
  if (value instanceof Bytes) throw notInText();
  return typeof value === 'string' ? value : writeJson(value);
}

function notInText(): SuiteMistake {
  return new SuiteMistake(
    'Bytes are not text: a placeholder for them must stand alone. "I remember the base64 of …" makes a text of them.',
  );
}

/** JSON that may contain placeholders: strings with some, and `Placeholder`. */
export type JsonTemplate = unknown;

/**
 * A placeholder without quotes, which stands for a whole value: `${id}` is 7 when 7 was remembered.
 */
export class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** The name of a remembered value in mismatches; a JSONPath reads as in other sentences. */
export function pathOf(name: string): string {
  return name.startsWith('$') ? name.replace('$', 'body') : name;
}

/** The place of a remembered value. */
export function placeOfValue(name: string): Place {
  return { part: 'remembered', name: pathOf(name), location: [] };
}

/** Prefix of a placeholder's name while it passes through the JSON parser as a string. */
const mark = '#place:';

const textOrPlaceholder = /"(?:[^"\\]|\\.)*"|\$\{([^}]*)\}/gs;

/**
 * Reads JSON with placeholders, also outside of strings: `{"id": ${id}}`.
 *
 * @throws SuiteMistake when the rest is not JSON
 */
export function parseTemplate(text: string): JsonTemplate {
  const quoted = text.replace(textOrPlaceholder, (whole, name?: string) =>
    name === undefined ? whole : JSON.stringify(mark + name),
  );
  try {
    return markPlaceholders(parseJson(quoted));
  } catch (error) {
    throw new SuiteMistake(`The JSON cannot be read: ${messageOf(error)}`);
  }
}

function markPlaceholders(value: unknown): JsonTemplate {
  if (typeof value === 'string' && value.startsWith(mark))
    return new Placeholder(value.slice(mark.length));
  if (Array.isArray(value)) return value.map(markPlaceholders);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, markPlaceholders(item)]),
  );
}

/**
 * Replaces the placeholders of a template.
 *
 * @throws as `fillText`
 */
export function fillTemplate(template: JsonTemplate, values: PlaceholderValues): unknown {
  if (template instanceof Placeholder) return values.lookUp(template.name);
  if (typeof template === 'string') return fillText(template, values);
  if (Array.isArray(template)) return template.map((item) => fillPart(item, values));
  if (!isObject(template)) return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, item]) => [fillText(key, values), fillPart(item, values)]),
  );
}

/** Fills an element or a member, which cannot be bytes. */
function fillPart(template: JsonTemplate, values: PlaceholderValues): unknown {
  const value = fillTemplate(template, values);
  if (value instanceof Bytes) throw notInText();
  return value;
}
