/** Notations of the same JSON object, all of which a JSON parser must accept (RFC 8259). */
import type { JsonObject } from '../../world/service.js';

/** Escapes every UTF-16 unit, with lower-case and upper-case digits in turn. */
function escapeAll(text: string): string {
  const unit = (_: unknown, index: number) => {
    const digits = text.charCodeAt(index).toString(16).padStart(4, '0');
    return `\\u${index % 2 === 0 ? digits : digits.toUpperCase()}`;
  };
  return `"${Array.from({ length: text.length }, unit).join('')}"`;
}

/** Writes an object with functions for its names and values. */
function write(
  json: JsonObject,
  writeName: (name: string) => string,
  writeValue: (value: unknown) => string,
): string {
  const members = Object.entries(json).map(
    ([name, value]) => `${writeName(name)}:${writeValue(value)}`,
  );
  return `{${members.join(',')}}`;
}

const stringify = (value: unknown) => JSON.stringify(value);

function escapeTexts(value: unknown): string {
  return typeof value === 'string' ? escapeAll(value) : stringify(value);
}

/** 12.5 as 125.0E-1. Integers stay, since not every parser reads 70E-1 as an integer. */
function useExponents(value: unknown): string {
  const isReal = typeof value === 'number' && !Number.isInteger(value);
  return isReal ? `${(value * 10).toFixed(1)}E-1` : stringify(value);
}

/** All notations, by their names in features. */
export const notations = {
  'blanks and line ends between its parts': (json) =>
    `\r\n\t ${JSON.stringify(json, null, '\t').replaceAll('\n', ' \r\n')} \n`,
  'its members in reverse order': (json) =>
    stringify(Object.fromEntries(Object.entries(json).reverse())),
  'escape sequences for all characters': (json) => write(json, stringify, escapeTexts),
  'escape sequences in its names': (json) => write(json, escapeAll, stringify),
  'escaped slashes': (json) => stringify(json).replaceAll('/', '\\/'),
  'an exponent in its price': (json) => write(json, stringify, useExponents),
} satisfies Record<string, (json: JsonObject) => string>;

/** The name of a notation. */
export type Notation = keyof typeof notations;
