/** Makes the required headers and the query of requests. */
import { asList, asObject } from '../../../kit/collections.js';
import type { ApiDescription, ApiOperation, Parameter } from '../description/description.js';
import { merged } from '../description/merged-schema.js';
import { makeExample, NoExample } from './example-value.js';

/** A header or a query parameter. */
export type Pair = readonly [name: string, value: string];

/**
 * The required headers of an operation.
 *
 * @throws NoExample for a required cookie, and for a header that cannot be made
 */
export function headersOf(api: ApiDescription, { parameters }: ApiOperation): Pair[] {
  const headers: Pair[] = [];
  for (const parameter of parameters) {
    const { name, place, isRequired } = parameter;
    if (place === 'cookie' && isRequired) throw new NoExample(`the cookie ${name} is needed`);
    if (place !== 'header' || !isRequired) continue;
    // OpenAPI ignores these names in parameters.
    if (/^(accept|content-type|authorization)$/i.test(name)) continue;
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
      throw new NoExample('the name of a header is invalid');
    // Any entity tag is the right one for `*` (RFC 9110 §13.1.1).
    if (/^if-match$/i.test(name)) headers.push([name, '*']);
    else headers.push(...writeParameter(parameter, makeExample(api, parameter.schema)));
  }
  return headers;
}

/**
 * The required parameters of an operation's query.
 *
 * @param more further parameters, which replace required ones
 * @param missing the name of a required parameter that is left out
 * @throws NoExample for one that cannot be made
 */
export function queryOf(
  api: ApiDescription,
  { parameters }: ApiOperation,
  more: Readonly<Record<string, string>> = {},
  missing?: string,
): readonly Pair[] {
  const required = parameters.filter(
    ({ name, place, isRequired }) =>
      place === 'query' && isRequired && name !== missing && !Object.hasOwn(more, name),
  );
  return [
    ...required.flatMap((one) => writeParameter(one, valueFor(api, one))),
    ...Object.entries(more),
  ];
}

/** A value for a parameter; an object without an example lacks the members that are optional. */
function valueFor(api: ApiDescription, { schema }: Parameter): unknown {
  // Some frameworks call a parameter required that they fill in themselves.
  const value = schema.default ?? makeExample(api, schema);
  const { example, required, properties } = merged(api.document, schema);
  if (example !== undefined || typeof value !== 'object' || Array.isArray(value)) return value;
  const isOptional = (name: string) =>
    Object.hasOwn(asObject(properties), name) && !asList(required).includes(name);
  return Object.fromEntries(Object.entries(asObject(value)).filter(([name]) => !isOptional(name)));
}

/** What stands between the items of a list, by the style. */
const delimiters: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' };

/**
 * A value as the style of a parameter writes it.
 *
 * @throws NoExample for a list or an object in another one
 */
export function writeParameter(
  { name, style, isExploded }: Pick<Parameter, 'name' | 'style' | 'isExploded'>,
  value: unknown,
): readonly Pair[] {
  if (style === 'json') return [[name, JSON.stringify(value)]];
  const delimiter = delimiters[style] ?? ',';
  const isNamed = isExploded && style !== 'simple';
  if (Array.isArray(value)) {
    const items = value.map((one) => textOf(one, name));
    return isNamed ? items.map((one) => [name, one]) : [[name, items.join(delimiter)]];
  }
  if (typeof value !== 'object' || value === null) return [[name, textOf(value, name)]];
  const members = Object.entries(value).map(([key, one]): Pair => [key, textOf(one, name)]);
  if (style === 'deepObject') return members.map(([key, one]) => [`${name}[${key}]`, one]);
  if (isNamed) return members;
  const written = members.map((one) => one.join(isExploded ? '=' : delimiter));
  return [[name, written.join(delimiter)]];
}

/** Pairs as a query, beginning with a question mark; empty when there are none. */
export function renderQuery(pairs: readonly Pair[]): string {
  // Placeholders must reach the feature unencoded.
  const encode = (text: string) =>
    text
      .split(/(\$\{[^}]*\})/)
      .map((part, index) => (index % 2 ? part : encodePart(part)))
      .join('');
  const text = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  return text === '' ? '' : `?${text}`;
}

/** A comma delimits the items of lists; as part of a text it needs no encoding. */
function encodePart(text: string): string {
  return encodeURIComponent(text).replaceAll('%2C', ',');
}

function textOf(value: unknown, name: string): string {
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value);
  throw new NoExample(`no text can be derived for the parameter ${name}`);
}
