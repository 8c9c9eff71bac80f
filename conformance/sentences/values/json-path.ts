/** JSONPath (RFC 9535) in sentences: finds values in an answer, with their locations. */

import { createRequire } from 'node:module';
import type { JSONPathNode, JSONPathQuery, jsonpath } from 'json-p3';
import { valueAt } from '../../../kit/collections.js';
import { messageOf } from '../../../kit/errors.js';
import { readNumber } from '../../http/exact-number.js';
import {
  type Exchange,
  jsonOf,
  type ReceivedResponse,
  unreadableBody,
} from '../../http/exchange.js';
import { isObject, markNumbers, writeJson } from '../../http/json.js';
import {
  condition,
  differing,
  inBody,
  inList,
  inWords,
  mismatch,
  type Place,
  within,
} from '../../mismatches/mismatch.js';
import { anArray, present } from '../../verdict/compare.js';
import { SuiteMistake, Violation } from '../../verdict/outcomes.js';
import type { PlaceholderValues } from './templates.js';
import { replacePlaceholders } from './templates.js';

/** Loaded on use: suites with their own world do not need it. */
const load = createRequire(import.meta.url);
const library = () => load('json-p3') as typeof import('json-p3');

/** A value in an answer. */
export interface FoundValue {
  readonly place: Place;
  /** Undefined when there is none. */
  readonly value: unknown;
  /** The steps from the body to the value; undefined when there is none. */
  readonly location: readonly (string | number)[] | undefined;
}

/** The elements that a path finds, and the place of their array or list. */
export interface FoundElements {
  readonly place: Place;
  readonly items: readonly FoundValue[];
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
      const place = placeOf(query, fillPath(this.text, values));
      return { place, value: undefined, location: undefined };
    }
    if (found.length === 1) return first;
    const [one, several] = [condition('one value'), inWords(`${found.length} values`)];
    throw new Violation([differing(inList(this.text), one, several, 'count')]);
  }

  /**
   * The elements that a sentence is about: those of the array that a singular path finds, or all
   * values that another path finds.
   *
   * @throws Violation when there is no such array
   */
  elements(json: unknown, values: PlaceholderValues): FoundElements {
    const query = this.#query(values);
    if (!query.singularQuery()) {
      return { place: inList(this.text), items: valuesAt(query, json) };
    }
    const { place, value, location = [] } = this.findOne(json, values);
    if (!Array.isArray(value)) throw new Violation([mismatch(place, anArray.expected, value)]);
    const items = value.map((item: unknown, index) => ({
      ...{ place: within(place, index), value: item, location: [...location, index] },
    }));
    return { place, items };
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
 * Values inside quotes are escaped; others become JSON, whose literals JSONPath shares. Numbers are
 * written as in `searchable`.
 */
function fillPath(text: string, values: PlaceholderValues): string {
  const literal = (value: unknown) => JSON.stringify(searchable(value, text));
  return text.replace(quotedOrPlaceholder, (part) => {
    const quote = part.charAt(0);
    if (/[-\d]/.test(quote)) return literal(readNumber(part));
    if (quote === '$') return replacePlaceholders(part, (name) => literal(values.lookUp(name)));
    return replacePlaceholders(part, (name) => escapeFor(quote, String(values.lookUp(name))));
  });
}

/**
 * A value for the library, which knows only JavaScript's numbers. Other numbers are marked, so that
 * only equal numbers are equal; for a query with an order, they become the nearest JavaScript
 * number.
 */
function searchable(value: unknown, query: string): unknown {
  const marked = markNumbers(value);
  if (marked === value) return value;
  return /[<>]/.test(query) ? JSON.parse(writeJson(value)) : marked;
}

function escapeFor(quote: string, text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  return quote === '"' ? escaped : escaped.replaceAll('\\"', '"').replaceAll("'", "\\'");
}

/**
 * Runs a query. A filter or slice needs an array, a wildcard an array or an object; anything else
 * is a mismatch, not an empty result.
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
  const place = node === undefined ? placeOf(around, around.toString()) : inBody(...node.location);
  const observed = node && valueAt(body, node.location);
  throw new Violation([mismatch(place, anArray.expected, observed)]);
}

function describeNode({ location }: JSONPathNode, body: unknown): FoundValue {
  return { place: inBody(...location), value: valueAt(body, location), location };
}

/** The place that a path names, where nothing is found. */
function placeOf(query: JSONPathQuery, text: string): Place {
  if (!query.singularQuery()) return inList(text);
  const { NameSelector, IndexSelector } = library().jsonpath.selectors;
  const steps = query.segments.flatMap(({ selectors: [selector] }) => {
    if (selector instanceof NameSelector) return selector.name;
    return selector instanceof IndexSelector ? selector.index : [];
  });
  return inBody(...steps);
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
  const observed = unreadableBody(response) ?? inWords('an empty body');
  throw new Violation([differing(inBody(), condition('JSON'), observed)]);
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
  throw new Violation([mismatch(found.place, present.expected, found.value)]);
}
