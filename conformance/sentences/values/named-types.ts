/** The named types of patterns, such as `#string`. */
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { ownMember } from '../../../kit/collections.js';
import { aNumber, anArray, anInteger, anObject, Expectation } from '../../verdict/compare.js';
import { SuiteMistake } from '../../verdict/outcomes.js';

/** A string in one of the formats of JSON Schema. */
function aFormat(description: string, name: 'date-time' | 'date' | 'uuid' | 'uri' | 'email') {
  const format: unknown = fullFormats[name];
  const validate =
    format instanceof RegExp
      ? (text: string) => format.test(text)
      : (((format as { validate?: unknown }).validate ?? format) as (text: string) => boolean);
  return new Expectation(
    description,
    (value) => typeof value === 'string' && validate(value),
    'string',
  );
}

/** The time of an HTTP-date (RFC 9110 §5.6.7) in milliseconds; undefined for other texts. */
export function timeOf(text: string): number | undefined {
  return /^\w{3}, \d{2} \w{3} \d{4} [\d:]{8} GMT$/.test(text) ? Date.parse(text) : undefined;
}

/** By their names in patterns, without the `#`. */
const namedTypes: Readonly<Record<string, Expectation>> = {
  string: new Expectation('a string', (value) => typeof value === 'string', 'string'),
  integer: anInteger,
  number: aNumber,
  boolean: new Expectation('a boolean', (value) => typeof value === 'boolean', 'boolean'),
  array: anArray,
  object: anObject,
  null: new Expectation('null', (value) => value === null, 'null'),
  any: new Expectation('any value', (value) => value !== undefined),
  absent: new Expectation('nothing', (value) => value === undefined, 'nothing'),
  'date-time': aFormat('a date-time (RFC 3339)', 'date-time'),
  date: aFormat('a date (RFC 3339)', 'date'),
  'http-date': new Expectation(
    'an HTTP-date (RFC 9110)',
    (value) => typeof value === 'string' && timeOf(value) !== undefined,
    'string',
  ),
  uuid: aFormat('a UUID', 'uuid'),
  uri: aFormat('a URI', 'uri'),
  email: aFormat('an email address', 'email'),
};

export const typeNames: readonly string[] = Object.keys(namedTypes);

/** @throws SuiteMistake for an unknown name */
export function namedType(name: string): Expectation {
  const type = ownMember(namedTypes, name);
  if (type !== undefined) return type;
  const names = typeNames.map((one) => `#${one}`).join(', ');
  throw new SuiteMistake(
    `"#${name}" is not a type of patterns. The types are ${names}, #sent, #contains, #one of and #/…/; write ## for a text that begins with #.`,
  );
}

/** The types by their words in sentences: `a string`, `an email address`. */
export const typesInWords: readonly (readonly [words: string, type: Expectation])[] = [
  ...typeNames
    .filter((name) => !['any', 'absent', 'null'].includes(name))
    .map((name) => [namedType(name).description.replace(/ \(.*/, ''), namedType(name)] as const),
];
