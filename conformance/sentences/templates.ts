/** The places `${…}` in sentences, and what stands in them. */
import { messageOf } from '../../kit/errors.js';
import { parseJson, writeJson } from '../http/json.js';
import { SuiteMistake } from '../outcomes.js';
import type { PlaceholderValues } from './sentence-world.js';

/** `$${` stands for `${`. */
const placeholders = /\$\$\{|\$\{([^}]*)\}/g;

/**
 * Fills the places of a text: `${name}` (remembered), `${unique}` and `${unique:name}`, `${$.id}` (a
 * JSONPath into the latest answer), `${credential:name}`, `${parameter:name}` and `${profile}`.
 *
 * @throws SuiteMistake for a name that nothing is known by, NotTested for a credential that nobody
 *   gave, Violation for what the answer does not have
 */
export function fillText(text: string, values: PlaceholderValues): string {
  return replacePlaceholders(text, (name) => asText(values.lookUp(name)));
}

/** The text with something else in each of its places. */
export function replacePlaceholders(text: string, replace: (name: string) => string): string {
  return text.replace(placeholders, (_whole, name?: string) =>
    name === undefined ? '${' : replace(name),
  );
}

/** Whether anything in a text is to be filled in. */
export function hasPlaceholders(text: string): boolean {
  return [...text.matchAll(placeholders)].some(([, name]) => name !== undefined);
}

/** A text as it is, anything else as JSON. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value);
}

/** JSON with places in it, as it was read. Its parts are those of JSON, and `Placeholder`. */
export type JsonTemplate = unknown;

/** A place that stands for a whole value: `${id}` without quotes is 7 when 7 was remembered. */
export class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Stands before the name of such a place while it is handed through the parser as a text. */
const mark = '#place:';

const textOrPlace = /"(?:[^"\\]|\\.)*"|\$\{([^}]*)\}/gs;

/**
 * Reads JSON in which places may stand, also where JSON has no text: `{"id": ${id}}`.
 *
 * @throws SuiteMistake when it is not JSON otherwise
 */
export function parseTemplate(text: string): JsonTemplate {
  const quoted = text.replace(textOrPlace, (whole, name?: string) =>
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
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, markPlaceholders(item)]),
  );
}

/**
 * The JSON value that a template stands for.
 *
 * @throws as `fillText`
 */
export function fillTemplate(template: JsonTemplate, values: PlaceholderValues): unknown {
  if (template instanceof Placeholder) return values.lookUp(template.name);
  if (typeof template === 'string') return fillText(template, values);
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, values));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, item]) => [
      fillText(key, values),
      fillTemplate(item, values),
    ]),
  );
}
