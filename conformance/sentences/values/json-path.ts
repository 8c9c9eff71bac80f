/** JSONPath (RFC 9535) in sentences: finds values in an answer, with their locations. */
import { createRequire } from 'node:module';
import type { JSONPathNode, JSONPathQuery, jsonpath } from 'json-p3';
import { messageOf } from '../../../kit/errors.js';
import { readNumber } from '../../http/exact-number.js';
import {
  describeUnreadable,
  type Exchange,
  jsonOf,
  type ReceivedResponse,
} from '../../http/exchange.js';
import { markNumbers, writeJson } from '../../http/json.js';
import { isObject, mismatch, present } from '../../verdict/compare.js';
import { SuiteMistake, Violation } from '../../verdict/outcomes.js';
import type { PlaceholderValues } from './templates.js';
import { replacePlaceholders } from './templates.js';

/** Loaded on use: suites with their own world do not need it. */
const load = createRequire(import.meta.url);
const library = () => load('json-p3') as typeof import('json-p3');

/** A value in an answer. */
export interface FoundValue {
  /** The value's name in mismatches: `body.items[2].price`. */
  readonly path: string;
  /** Undefined when there is none. */
  readonly value: unknown;
  /** The steps from the body to the value; undefined when there is none. */
  readonly location: readonly (string | number)[] | undefined;
}

/** A JSONPath in a sentence. It may contain placeholders, so it is compiled when it is used. */
export class Path {
  readonly text: string;

  /** @throws SuiteMistake when it is not a JSONPath, with any values of its placeholders */
  constructor(text: string) {
    this.text = text;
    read(fillPath(text, { lookUp: () => 0 }));
  }

  /** Whether it finds one value at most, wherever it is used. */
  isSingular(values: PlaceholderValues): boolean {
    return this.#query(values).singularQuery();
  }

  /**
   * All matching values, in order.
   *
   * @throws Violation when there is nothing to select from
   */
  findAll(json: unknown, values: PlaceholderValues): readonly FoundValue[] {
    return valuesAt(this.#query(values), json);
  }

  /**
   * The matching value.
   *
   * @throws Violation when several values match, or there is nothing to select from
   */
  findOne(json: unknown, values: PlaceholderValues): FoundValue {
    const query = this.#query(values);
    const found = valuesAt(query, json);
    const [first] = found;
    if (first === undefined) {
      return {
        path: namePath(fillPath(this.text, values), query),
        value: undefined,
        location: undefined,
      };
    }
    if (found.length === 1) return first;
    const observed = `${found.length} values`;
    throw new Violation([{ path: this.text, expected: 'one value', observed }]);
  }

  /**
   * The elements that a sentence is about: the elements of the array that a singular path finds, or
   * all values that another path finds.
   *
   * @throws Violation when there is no such array
   */
  elements(
    json: unknown,
    values: PlaceholderValues,
  ): { readonly path: string; readonly items: readonly FoundValue[] } {
    const query = this.#query(values);
    if (!query.singularQuery()) {
      return { path: this.text, items: valuesAt(query, json) };
    }
    const { path, value, location = [] } = this.findOne(json, values);
    if (!Array.isArray(value)) throw new Violation([mismatch(path, 'an array', value)]);
    const items = value.map((item: unknown, index) => ({
      ...{ path: `${path}[${index}]`, value: item, location: [...location, index] },
    }));
    return { path, items };
  }

  #query(values: PlaceholderValues): JSONPathQuery {
    return read(fillPath(this.text, values));
  }
}

function read(text: string): JSONPathQuery {
  try {
    return library().compile(text);
  } catch (error) {
    throw new SuiteMistake(`"${text}" is not a JSONPath: ${messageOf(error)}.`);
  }
}

const quotedOrPlaceholder = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\$\{[^}]*\}|-?\b\d{16,}\b/gs;

/**
 * Values inside quotes are escaped; others become JSON, which JSONPath's literals are. Numbers are
 * written as in `searchable`.
 */
function fillPath(text: string, values: PlaceholderValues): string {
  const literal = (value: unknown) => JSON.stringify(searchable(value, text));
  return text.replace(quotedOrPlaceholder, (part) => {
    const [quote = ''] = part;
    if (/[-\d]/.test(quote)) return literal(readNumber(part));
    if (quote === '$') return replacePlaceholders(part, (name) => literal(values.lookUp(name)));
    return replacePlaceholders(part, (name) => escapeFor(quote, String(values.lookUp(name))));
  });
}

/**
 * A value for the library, which knows no numbers but those of JavaScript. Others are marked, so
 * that only equal ones are equal; for a query with an order, they become the nearest number.
 */
function searchable(value: unknown, query: string): unknown {
  const marked = markNumbers(value);
  if (marked === value) return value;
  return /[<>]/.test(query) ? JSON.parse(writeJson(value)) : marked;
}

function valueAt(body: unknown, location: readonly (string | number)[]): unknown {
  return location.reduce((value, step) => (value as Record<string | number, unknown>)[step], body);
}

function escapeFor(quote: string, text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  return quote === '"' ? escaped : escaped.replaceAll('\\"', '"').replaceAll("'", "\\'");
}

/**
 * Runs a query. A filter or slice needs an array, a wildcard an array or an object; without one,
 * that is the mismatch, and not an empty result.
 *
 * @throws Violation when there is nothing to select from
 */
function valuesAt(query: JSONPathQuery, body: unknown): readonly FoundValue[] {
  const json = searchable(body, query.toString());
  const { environment, segments } = query;
  const index = segments.findIndex((one) => one.selectors.some(isSelection));
  const segment = segments[index];
  const around = new (library().JSONPathQuery)(environment, segments.slice(0, Math.max(index, 0)));
  if (segment !== undefined && around.singularQuery() && !isDescendant(segment)) {
    demandSelectable(segment, body, around.match(json as never), around);
  }
  return query.query(json as never).nodes.map((node) => describeNode(node, body));
}

/** The library does not export the class of `..[*]`. */
function isDescendant(segment: jsonpath.JSONPathSegment): boolean {
  return segment.toString().startsWith('..');
}

function isSelection(selector: unknown): boolean {
  const { FilterSelector, SliceSelector, WildcardSelector } = library().jsonpath.selectors;
  return [FilterSelector, SliceSelector, WildcardSelector].some((kind) => selector instanceof kind);
}

function demandSelectable(
  { selectors }: jsonpath.JSONPathSegment,
  body: unknown,
  node: JSONPathNode | undefined,
  around: JSONPathQuery,
): void {
  const isWildcard = selectors.some(
    (one) => one instanceof library().jsonpath.selectors.WildcardSelector,
  );
  if (Array.isArray(node?.value) || (isWildcard && isObject(node?.value))) return;
  const path =
    node === undefined ? namePath(around.toString(), around) : describeNode(node, body).path;
  const observed = node && valueAt(body, node.location);
  throw new Violation([mismatch(path, 'an array', observed)]);
}

function describeNode({ location }: JSONPathNode, body: unknown): FoundValue {
  return { path: location.reduce(childPath, 'body'), value: valueAt(body, location), location };
}

function namePath(text: string, query: JSONPathQuery): string {
  return query.singularQuery() ? text.replace('$', 'body') : text;
}

/** The path of a member or element: `body.items`, `body[2]`, `body["first name"]`. */
export function childPath(path: string, step: string | number): string {
  if (typeof step === 'number') return `${path}[${step}]`;
  return /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(step)
    ? `${path}.${step}`
    : `${path}[${JSON.stringify(step)}]`;
}

/** A JSONPath for the value at a location, which can be the name of a placeholder. */
export function singularPath(location: readonly (string | number)[]): string {
  const steps = location.map((step) => JSON.stringify(step).replaceAll('}', '\\u007d'));
  return `$${steps.map((step) => `[${step}]`).join('')}`;
}

/**
 * The body of an answer as JSON.
 *
 * @throws Violation when it is not JSON
 */
export function demandJson(response: ReceivedResponse): unknown {
  const json = jsonOf(response);
  if (json !== undefined) return json.value;
  const observed = describeUnreadable(response) ?? 'an empty body';
  throw new Violation([{ path: 'body', expected: 'JSON', observed }]);
}

/**
 * The value that a path finds in the latest answer.
 *
 * @throws Violation when there is none
 */
export function valueInAnswer(
  path: Path,
  world: PlaceholderValues & { readonly answer: Exchange },
): unknown {
  const found = path.findOne(demandJson(world.answer.response), world);
  if (found.value !== undefined) return found.value;
  throw new Violation([mismatch(found.path, present.description, found.value)]);
}
