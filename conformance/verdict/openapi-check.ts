/**
 * Comparison of every answer with the OpenAPI description. Deviations are reported beside the
 * verdicts and are not verdicts, since the description fixes more than the specification states.
 */

import type { ErrorObject } from 'ajv';
import { memberOf, valueAt } from '../../kit/collections.js';
import { mustExist } from '../../kit/invariant.js';
import { cut } from '../../kit/words.js';
import {
  type Exchange,
  headerOf,
  plainJsonOf,
  type ReceivedResponse,
  type UnansweredRequest,
  withoutQuery,
} from '../http/exchange.js';
import {
  atHeader,
  atStatus,
  condition,
  type Expected,
  exactly,
  inBody,
  type JsonType,
  type Location,
  oneOfStatuses,
  type Place,
} from '../mismatches/mismatch.js';
import {
  type ContractDescription,
  type DescribedAnswer,
  isJsonType,
  loadContractDescription,
  noDescription,
} from './openapi-description.js';
import { withoutAlternatives } from './schema-errors.js';

/** An answer that the description does not allow, with the number of occurrences. */
export interface Deviation {
  /** `GET /todos/{id}` */
  readonly operation: string;
  readonly status: number;
  /** The place in the body, as a JSON pointer; empty for the whole answer. */
  readonly path: string;
  readonly message: string;
  readonly count: number;
}

/** The described operations, with the answers that came. */
export interface Coverage {
  readonly operations: readonly OperationCoverage[];
}

/** A described operation with its answers. */
export interface OperationCoverage {
  readonly operation: string;
  readonly statuses: readonly StatusCoverage[];
}

/** A described answer of an operation. */
export interface StatusCoverage {
  readonly status: string;
  /** The number of such answers. */
  readonly answers: number;
  /** The members of its schema: `data[].price`. */
  readonly members: readonly { readonly name: string; readonly seen: boolean }[];
}

/** The results of the comparison. */
export interface ContractFindings {
  readonly coverage: Coverage;
  readonly deviations: readonly Deviation[];
}

/** The occurrences of a described answer. */
interface Sightings {
  answers: number;
  readonly members: Set<string>;
}

/** Compares the exchanges of a run with the description. */
export class ContractCheck {
  readonly #file: string | undefined;
  readonly #sightings = new Map<DescribedAnswer, Sightings>();
  readonly #deviations = new Map<string, Deviation>();
  /** The paths of addresses without their queries. */
  readonly #paths = new Map<string, string>();

  /**
   * @param file the description, which is read at the first exchange; undefined for none, from
   *    which no
   *   answer deviates
   */
  constructor(file: string | undefined) {
    this.#file = file;
  }

  get #description(): ContractDescription {
    return this.#file === undefined ? noDescription : loadContractDescription(this.#file);
  }

  /** Records the exchanges of a scenario that have an answer. */
  addAll(exchanges: readonly (Exchange | UnansweredRequest)[], baseUrl: string): void {
    for (const one of exchanges) if ('response' in one) this.add(one, baseUrl);
  }

  /**
   * Records an exchange, unless its path is not described.
   *
   * @param baseUrl the prefix of all paths, without a slash at its end
   */
  add({ request, response }: Exchange, baseUrl: string): void {
    const found = this.#description.find(request.method, this.#pathOf(request.url, baseUrl));
    if (found === undefined) return;
    const answer = answerWith(response.status, found.answers);
    const problems =
      answer === undefined
        ? [undescribedStatus(response, found.answers)]
        : problemsWith(response, answer, this.#seenOf(answer));
    for (const { path, message } of problems) {
      this.#deviate({ operation: found.operation, status: response.status, path, message });
    }
  }

  #pathOf(url: string, baseUrl: string): string {
    const address = withoutQuery(url);
    const path = this.#paths.get(address) ?? pathAfter(baseUrl, address);
    this.#paths.set(address, path);
    return path;
  }

  get findings(): ContractFindings {
    const operations = this.#description.operations.map(({ operation, answers }) => ({
      operation,
      statuses: answers.map((answer) => this.#describeCoverage(answer)),
    }));
    return { coverage: { operations }, deviations: [...this.#deviations.values()] };
  }

  #describeCoverage(answer: DescribedAnswer): StatusCoverage {
    const { answers, members: seen } = this.#seenOf(answer);
    const members = answer.members.map((name) => ({ name, seen: seen.has(name) }));
    return { status: answer.status, answers, members };
  }

  #seenOf(answer: DescribedAnswer): Sightings {
    const seen = this.#sightings.get(answer) ?? { answers: 0, members: new Set() };
    this.#sightings.set(answer, seen);
    return seen;
  }

  #deviate(found: Omit<Deviation, 'count'>): void {
    const key = JSON.stringify(found);
    const count = (this.#deviations.get(key)?.count ?? 0) + 1;
    this.#deviations.set(key, { ...found, count });
  }
}

/** A difference between an answer and its description. */
export interface Problem {
  /** The place in the body, as a JSON pointer with `*` for indexes; empty for the whole answer. */
  readonly path: string;
  readonly message: string;
  readonly place: Place;
  readonly expected: Expected;
  /** The value at the place; undefined for nothing. */
  readonly observed: unknown;
}

/**
 * Compares a single answer with a description.
 *
 * @param path the path below the base URL, without its query
 * @returns the problems; undefined when the operation is not described
 */
export function checkAnswer(
  description: ContractDescription,
  { method, path }: { readonly method: string; readonly path: string },
  response: ReceivedResponse,
): readonly Problem[] | undefined {
  const found = description.find(method, path);
  if (found === undefined) return undefined;
  const answer = answerWith(response.status, found.answers);
  if (answer === undefined) return [undescribedStatus(response, found.answers)];
  const problems = problemsWith(response, answer, { answers: 0, members: new Set() });
  return [...problemsOfContent(response, answer), ...problems];
}

/** Whether the description in a file has the answer of an exchange, and allows it. */
export function isDescribedAnswer(
  file: string,
  baseUrl: string,
  { request: { method, url }, response }: Exchange,
): boolean {
  const path = pathAfter(baseUrl, withoutQuery(url));
  return checkAnswer(loadContractDescription(file), { method, path }, response)?.length === 0;
}

function pathAfter(baseUrl: string, address: string): string {
  return new URL(address.replace(baseUrl, 'http://target')).pathname;
}

/** The media type must be a described one; an answer with 204 or 304 has no content. */
function problemsOfContent(
  response: ReceivedResponse,
  { mediaTypes }: DescribedAnswer,
): readonly Problem[] {
  const { status, body } = response;
  if (status === 204 || status === 304) {
    // Many servers send an empty object, which clients ignore.
    if (['', '{}'].includes(body.trim())) return [];
    const message = 'the body is not empty';
    return [{ path: '', message, place: inBody(), expected: exactly(undefined), observed: body }];
  }
  if (mediaTypes.length === 0) return [];
  const observed = headerOf(response, 'content-type');
  const type = mediaTypeOf(observed ?? '');
  if (body === '' && observed === undefined) return [];
  if (mediaTypes.some((one) => includesType(mediaTypeOf(one), type))) return [];
  const message = 'the media type is not described';
  const expected = condition(`the media type ${mediaTypes.join(' or ')}`);
  return [{ path: '', message, place: atHeader('content-type'), expected, observed }];
}

/** Whether a media type is a described one, or in a described range. */
function includesType(described: string, type: string): boolean {
  const [main, sub] = cut(described, '/');
  return described === type || main === '*' || (sub === '*' && type.startsWith(`${main}/`));
}

function mediaTypeOf(value: string): string {
  return value.replace(/;.*/s, '').trim().toLowerCase();
}

/**
 * Compares the headers of a single answer with a description: the required ones are there, and all
 * are valid by their schemas.
 *
 * @returns the problems; undefined when the operation or the status is not described
 */
export function checkHeaders(
  description: ContractDescription,
  { method, path }: { readonly method: string; readonly path: string },
  response: ReceivedResponse,
): readonly Problem[] | undefined {
  const found = description.find(method, path);
  const answer = found && answerWith(response.status, found.answers);
  return answer?.headers.flatMap(({ name, isRequired, validate }) => {
    const value = headerOf(response, name);
    const due = { path: '', place: atHeader(name), observed: value };
    if (value === undefined) {
      const message = 'it is absent';
      return isRequired ? [{ ...due, message, expected: condition('a value') }] : [];
    }
    if (validate === undefined || readingsOf(value).some((one) => validate(one))) return [];
    const message = validate.errors?.[0]?.message ?? 'it is invalid';
    return [
      { ...due, message, expected: condition(`what the OpenAPI description says (${message})`) },
    ];
  });
}

/** The values that the text of a header can stand for. */
function readingsOf(text: string): readonly unknown[] {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text);
  const isBoolean = /^(true|false)$/.test(text);
  return [text, ...(isNumber ? [Number(text)] : []), ...(isBoolean ? [text === 'true'] : [])];
}

function answerWith(
  status: number,
  answers: readonly DescribedAnswer[],
): DescribedAnswer | undefined {
  return (
    answers.find((one) => one.status === String(status)) ??
    answers.find((one) => one.status === `${Math.floor(status / 100)}XX`) ??
    answers.find((one) => one.status === 'default')
  );
}

function undescribedStatus(
  { status }: ReceivedResponse,
  answers: readonly DescribedAnswer[],
): Problem {
  const due = oneOfStatuses(...answers.map((one) => one.status.toLowerCase()));
  const message = 'the status is not described';
  return { path: '', message, place: atStatus, expected: due, observed: status };
}

/** Records an answer, and returns its problems. */
function problemsWith(
  response: ReceivedResponse,
  { validate, members, mediaTypes }: DescribedAnswer,
  seen: Sightings,
): readonly Problem[] {
  seen.answers += 1;
  const type = mediaTypeOf(headerOf(response, 'content-type') ?? '');
  const isOther = mediaTypes.some(
    (one) => !isJsonType(one) && includesType(mediaTypeOf(one), type),
  );
  // A server may choose another described media type than JSON.
  if (validate === undefined || isOther) return [];
  const json = plainJsonOf(response);
  if (json === undefined) {
    const [message, observed] = ['the body is not JSON', response.body];
    return [{ path: '', message, place: inBody(), expected: condition('JSON'), observed }];
  }
  if (members.some((name) => !seen.members.has(name))) {
    for (const name of membersOf(json.value)) seen.members.add(name);
  }
  const problems = problemsWithType(response);
  if (validate(json.value)) return problems;
  const errors = withoutAlternatives(mustExist(validate.errors, 'error of the schema'));
  return [...problems, ...errors.map((error) => problemOf(error, json.value))];
}

function problemsWithType(response: ReceivedResponse): Problem[] {
  const observed = headerOf(response, 'content-type');
  if (/[/+]json\b/i.test(observed ?? '')) return [];
  const message = 'the content type is not JSON';
  const expected = condition('a media type of JSON');
  return [{ path: '', message, place: atHeader('content-type'), expected, observed }];
}

/** A violated keyword of a schema; a required member that is missing has a place of its own. */
function problemOf(
  { instancePath, message, keyword, params }: ErrorObject,
  body: unknown,
): Problem {
  const parent = locationAt(instancePath, body);
  const { missingProperty, additionalProperty } = params as Readonly<Record<string, string>>;
  const member = missingProperty ?? additionalProperty;
  const location = member === undefined ? parent : [...parent, member];
  const rule = `what the OpenAPI description says (${message ?? keyword})`;
  return {
    path: instancePath.replace(/\/\d+/g, '/*'),
    message: message ?? keyword,
    place: inBody(...location),
    expected: expectationOf(keyword, params, rule),
    observed: valueAt(body, location),
  };
}

const jsonTypes: ReadonlySet<string> = new Set<JsonType>([
  ...(['null', 'boolean', 'number', 'string', 'array', 'object'] as const),
]);

function expectationOf(keyword: string, { type }: ErrorObject['params'], words: string): Expected {
  if (keyword === 'additionalProperties') return exactly(undefined);
  const known = type === 'integer' ? 'number' : (type as unknown);
  const isOne = keyword === 'type' && typeof known === 'string' && jsonTypes.has(known);
  return isOne ? { is: 'type', type: known as JsonType, words } : condition(words);
}

/** The steps of a JSON pointer (RFC 6901); those into arrays are indexes. */
function locationAt(pointer: string, body: unknown): Location {
  const names = pointer.split('/').slice(1);
  let value = body;
  return names.map((token) => {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    const step = Array.isArray(value) ? Number(name) : name;
    value = memberOf(value, step);
    return step;
  });
}

/** The members of a JSON value at every depth: `data[].price`. */
function membersOf(value: unknown, prefix = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => membersOf(item, `${prefix}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    return [name, ...membersOf(item, name)];
  });
}
