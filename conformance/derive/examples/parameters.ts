/** Makes the required headers and the query of requests. */
import type { ApiDescription, ApiOperation, Parameter } from '../description/description.js';
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
  for (const { name, place, isRequired, schema } of parameters) {
    if (place === 'cookie' && isRequired) throw new NoExample(`the cookie ${name} is needed`);
    if (place !== 'header' || !isRequired) continue;
    // OpenAPI ignores these names in parameters.
    if (/^(accept|content-type|authorization)$/i.test(name)) continue;
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
      throw new NoExample('the name of a header is invalid');
    // Any entity tag is the right one for `*` (RFC 9110 §13.1.1).
    const value = /^if-match$/i.test(name) ? '*' : textOf(makeExample(api, schema), name);
    headers.push([name, value]);
  }
  return headers;
}

/**
 * The required parameters of an operation's query.
 *
 * @param more further parameters, which replace required ones
 * @throws NoExample for one that cannot be made
 */
export function queryOf(
  api: ApiDescription,
  { parameters }: ApiOperation,
  more: Readonly<Record<string, string>> = {},
): readonly Pair[] {
  const pairs = new Map<string, string>();
  for (const parameter of parameters) {
    const { name, place, isRequired } = parameter;
    if (place !== 'query' || !isRequired || Object.hasOwn(more, name)) continue;
    pairs.set(name, textFor(api, parameter));
  }
  for (const [name, value] of Object.entries(more)) pairs.set(name, value);
  return [...pairs];
}

/** @throws NoExample for a value that is not a text in a query */
function textFor(api: ApiDescription, { name, schema }: Parameter): string {
  const value = makeExample(api, schema);
  return textOf(Array.isArray(value) ? value[0] : value, name);
}

/** Pairs as a query, beginning with a question mark; empty when there are none. */
export function renderQuery(pairs: readonly Pair[]): string {
  // Placeholders must reach the feature unencoded.
  const encode = (text: string) =>
    text
      .split(/(\$\{[^}]*\})/)
      .map((part, index) => (index % 2 ? part : encodeURIComponent(part)))
      .join('');
  const text = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  return text === '' ? '' : `?${text}`;
}

function textOf(value: unknown, name: string): string {
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value);
  throw new NoExample(`the parameter ${name} is not a single value`);
}
