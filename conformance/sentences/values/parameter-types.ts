/** The parameter types of ready-made sentences: `{status}` in `the status is {status}`. */
import { mustExist } from '../../../kit/invariant.js';
import type { ParameterTypeOptions } from '../../scenarios/step-definitions.js';
import { measureText, readMeasure } from './bytes.js';
import { Path } from './json-path.js';
import { typesInWords } from './named-types.js';
import { readRegExp } from './regular-expressions.js';
import { parseTemplate } from './templates.js';

const quoted = '"(?:[^"\\\\]|\\\\.)*"';
const singleQuoted = "'(?:[^'\\\\]|\\\\.)*'";
const placeholder = '\\$\\{[^}]*\\}';

/** Outside of placeholders, so that a path with many of them matches in one way. */
const pathCharacter = '(?!\\$\\{[^}\\s]*\\})\\S';

/** A pattern for text in brackets, with this depth of nested brackets. */
function nested(open: string, close: string, strings: string, depth: number): string {
  const inner = depth === 0 ? '' : `|${nested(open, close, strings, depth - 1)}`;
  return `[${open}](?:[^${open}${close}"']|${strings}${inner})*[${close}]`;
}

/** A line of a feature has no room for deeper nesting. */
const deepest = 5;

const bracketed = nested('{\\[', '}\\]', `${quoted}|'`, deepest);
const json = `${quoted}|-?[0-9][0-9.eE+-]*|true|false|null|${placeholder}|${bracketed}`;

const selection = nested('\\[', '\\]', `${quoted}|${singleQuoted}`, deepest);
const jsonPath = `\\$(?:\\.\\.?(?:\\*|[^\\s.\\[\\]"'(){}:,]+)|(?:\\.\\.)?${selection})*`;

/** A slash in a character class does not end the expression. */
const regularExpression = '/(?:[^/\\\\[]|\\\\.|\\[(?:[^\\]\\\\]|\\\\.)*\\])+/[a-z]*';

/** With parameters: `text/plain; charset=utf-8`. */
const mediaType =
  '[A-Za-z0-9!#&^_.+-]+/[A-Za-z0-9!#&^_.+-]+(?:; ?[A-Za-z0-9_-]+=(?:"[^"]*"|[^\\s;:"]+))*';

/** Classes of statuses by their words. */
export const statusClassesInWords: Readonly<Record<string, string>> = {
  'a success': '2xx',
  'a redirection': '3xx',
  'a client error': '4xx',
  'a server error': '5xx',
};

const statusText = ['[1-5][0-9][0-9]', '[1-5]xx', ...Object.keys(statusClassesInWords)].join('|');

/** A number of elements: `3`, `at least 3`, `no`. */
export interface Amount {
  /** In words: `at least 3 elements`. */
  of(one: string, several: string): string;
  holds(count: number): boolean;
}

const bounds: Readonly<Record<string, (count: number, bound: number) => boolean>> = {
  exactly: (count, bound) => count === bound,
  'at least': (count, bound) => count >= bound,
  'at most': (count, bound) => count <= bound,
  'more than': (count, bound) => count > bound,
  'fewer than': (count, bound) => count < bound,
};

function readAmount(words: string): Amount {
  const [, bound = 'exactly', digits = '0'] = /^(?:(\D+) )?(\d+)$/.exec(words) ?? [];
  const isWithin = mustExist(bounds[bound], `bound "${bound}"`);
  return {
    of: (one, several) => `${words} ${digits === '1' ? one : several}`,
    holds: (count) => isWithin(count, Number(digits)),
  };
}

/** All parameter types, in the form that step files use for theirs. */
export const parameterTypes: readonly ParameterTypeOptions[] = [
  { name: 'method', regexp: /[A-Z]+(?:-[A-Z]+)*/ },
  { name: 'path', regexp: new RegExp(`(?:/|${placeholder})(?:${placeholder}|${pathCharacter})*`) },
  { name: 'json', regexp: new RegExp(json), transformer: parseTemplate },
  {
    name: 'remembered',
    regexp: new RegExp(placeholder),
    transformer: (text) => text.slice('${'.length, -1),
  },
  { name: 'jsonpath', regexp: new RegExp(jsonPath), transformer: (text) => new Path(text) },
  { name: 'regexp', regexp: new RegExp(regularExpression), transformer: readRegExp },
  { name: 'header', regexp: /[A-Za-z0-9!#%&'*+.^_`|~-]+/ },
  { name: 'scheme', regexp: /[A-Za-z0-9!#%&'*+.^_`|~-]+/ },
  { name: 'mediatype', regexp: new RegExp(mediaType) },
  { name: 'status', regexp: new RegExp(`(?:${statusText})(?:(?:, | or )(?:${statusText}))*`) },
  {
    name: 'amount',
    regexp: new RegExp(`(?:(?:${Object.keys(bounds).join('|')}) )?[0-9]+|no`),
    transformer: readAmount,
  },
  {
    name: 'type',
    regexp: typesInWords.map(([words]) => words).join('|'),
    transformer: (words) => typesInWords.find(([one]) => one === words)?.[1],
  },
  { name: 'quantifier', regexp: /every|some|no/ },
  { name: 'comparison', regexp: /greater than|at least|less than|at most/ },
  { name: 'order', regexp: /ascending|descending/ },
  { name: 'measure', regexp: new RegExp(measureText), transformer: readMeasure },
  { name: 'file', regexp: /"([^"]+)"/, transformer: (path) => path },
  { name: 'text', regexp: /.+/ },
  { name: 'credential', regexp: /[a-z][a-z0-9]*(?:-[a-z0-9]+)*/ },
];
