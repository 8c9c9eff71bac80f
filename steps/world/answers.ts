/** Reading, checking and naming answers. */
import {
  atStatus,
  Blocked,
  compare,
  condition,
  demand,
  differing,
  type Exchange,
  headerOf,
  inBody,
  isObject,
  jsonOf,
  type Mismatch,
  mismatch,
  oneOfStatuses,
  type Place,
  render,
  shownBy,
  unreadableBody,
  Violation,
} from '../../conformance/index.js';
import type { RowKey } from './service.js';

/** Whether the status is 2XX. */
export function isSuccess({ response }: Exchange): boolean {
  return response.status >= 200 && response.status < 300;
}

/** Whether the status is 4XX. */
export function isRejected({ response }: Exchange): boolean {
  return response.status >= 400 && response.status < 500;
}

/** Whether an exchange is a successful read of one row that asks for nothing else. */
export function isReadOf(exchange: Exchange, { resource, id }: RowKey): boolean {
  const { method, url } = exchange.request;
  return method === 'GET' && url.endsWith(`/api/${resource}?id=${id}`) && isSuccess(exchange);
}

/** The body as a JSON value; undefined when it is not JSON. */
export function jsonBodyOf({ response }: Exchange): unknown {
  return jsonOf(response)?.value;
}

/**
 * Completes the error of a step: with the answer that mismatches of a status, header or body are
 * about, and with the reason why a body is unreadable that is missed.
 *
 * @param latest the latest answer
 */
export function explain(error: Error, latest: Exchange): Error {
  if (error instanceof Violation) {
    const { mismatches, exchange = isAboutAnswer(mismatches) ? latest : undefined } = error;
    return new Violation(explainMissing(mismatches, exchange ?? latest), exchange);
  }
  if (!(error instanceof Blocked)) return error;
  const unread = unreadableBody((error.exchange ?? latest).response);
  if (unread === undefined) return error;
  const prerequisites = [...error.prerequisites, 'http.json.readable'];
  const message = `${error.message.replace(/\.$/, '')}: ${unread.words}`;
  const mismatches = [...error.mismatches, differing(inBody(), condition('JSON'), unread)];
  return new Blocked(prerequisites, message, error.exchange, mismatches);
}

const partsOfAnswers: ReadonlySet<string> = new Set(['status', 'header', 'body', 'envelope']);

function isAboutAnswer(mismatches: readonly Mismatch[]): boolean {
  return mismatches.some(({ place }) => partsOfAnswers.has(place.part));
}

/** The mismatches of an answer, with the reason for an unreadable body in place of `nothing`. */
export function explainMissing(
  mismatches: readonly Mismatch[],
  { response }: Exchange,
): readonly Mismatch[] {
  const unread = unreadableBody(response);
  if (unread === undefined) return mismatches;
  return mismatches.map((one) =>
    one.kind === 'absent' && one.place.part !== 'header' ? { ...one, observed: unread } : one,
  );
}

/** Whether the content type is `application/json`, or one that ends in `+json` (RFC 6839). */
export function isDeclaredAsJson({ response }: Exchange): boolean {
  const type = headerOf(response, 'content-type');
  return /^\s*application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type ?? '');
}

/** The allowed origin: `*`, one origin, or undefined. */
export function allowedOriginOf({ response }: Exchange): string | undefined {
  return headerOf(response, 'access-control-allow-origin');
}

/** Whether a value can be an id: an integer, or a text of digits. */
export function isId(value: unknown): value is number | bigint | string {
  if (typeof value === 'string') return /^\d+$/.test(value);
  return Number.isSafeInteger(value) || typeof value === 'bigint';
}

/** The request line, for messages: `GET /api/users?id=7`. */
export function nameRequest({ request }: Exchange): string {
  const { pathname, search } = new URL(request.url);
  return `${request.method} ${pathname}${search}`;
}

/**
 * Requires a success in a preparation.
 *
 * @throws Blocked by the requirement when the answer is not a success
 */
export function requireSuccess(exchange: Exchange, requirement: string): void {
  if (isSuccess(exchange)) return;
  const { status } = exchange.response;
  const explanation = `${nameRequest(exchange)} was answered with ${status}.`;
  throw new Blocked(requirement, explanation, exchange);
}

/** @throws Violation when the status is not 2XX */
export function demandSuccess(exchange: Exchange): void {
  const { status } = exchange.response;
  if (!isSuccess(exchange)) demand([mismatch(atStatus, oneOfStatuses('2xx'), status)], exchange);
}

/** The answer to a request, and its mismatches. */
export interface JudgedAnswer {
  readonly exchange: Exchange;
  readonly differences: readonly Mismatch[];
}

/** @throws Violation with the mismatches of all answers, shown by the first one that has any */
export function demandAll(answers: readonly JudgedAnswer[]): void {
  const first = answers.find(({ differences }) => differences.length > 0);
  if (first !== undefined)
    demand(
      answers.flatMap(({ exchange, differences }) => shownBy(exchange, differences)),
      first.exchange,
    );
}

/** Compares the number of rows in a list. */
export function compareLength(expected: number, observed: unknown, place: Place): Mismatch[] {
  return compare(expected, observed, place).map((one) => ({ ...one, kind: 'count' }));
}

/** @throws Violation when the status differs */
export function demandStatus(expected: number, exchange: Exchange): void {
  demand(compare(expected, exchange.response.status, atStatus), exchange);
}

/** The name of an answer in observations: `409 json-error`, `200 json`, `500 html`. */
export function nameAnswer(exchange: Exchange): string {
  return `${exchange.response.status} ${nameBody(exchange)}`;
}

function nameBody(exchange: Exchange): string {
  if (exchange.response.body === '') return 'empty';
  const body = jsonBodyOf(exchange);
  if (isObject(body) && typeof body.error === 'string') return 'json-error';
  if (body !== undefined) return 'json';
  if (isDeclaredAsJson(exchange)) return 'invalid-json';
  const type = headerOf(exchange.response, 'content-type') ?? '';
  return /html/i.test(type) ? 'html' : 'text';
}

/** A member of the answer in observations; the name of the answer when the body is not an object. */
export function nameMember(exchange: Exchange, member: string): string {
  const body = jsonBodyOf(exchange);
  if (!isObject(body)) return nameAnswer(exchange);
  return member in body ? render(body[member]) : 'absent';
}
