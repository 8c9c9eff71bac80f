/** Reading answers: what they hold, whether they are usable, how they are named when observed. */
import {
  Blocked,
  compare,
  demand,
  describeUnreadable,
  type Exchange,
  headerOf,
  isObject,
  jsonOf,
  type Mismatch,
  mismatch,
  render,
  Violation,
} from '../conformance/index.js';

/** Whether the status is one of 200 to 299. */
export function isSuccess({ response }: Exchange): boolean {
  return response.status >= 200 && response.status < 300;
}

/** Whether the request was at fault: the status is one of 400 to 499. */
export function isRefused({ response }: Exchange): boolean {
  return response.status >= 400 && response.status < 500;
}

/** The body as a JSON value; undefined when it is not JSON. */
export function jsonBodyOf({ response }: Exchange): unknown {
  return jsonOf(response)?.value;
}

/**
 * An error with what is wrong with the body that the scenario looked at last, where it was for want
 * of a readable one that a step found nothing.
 */
export function explain(error: Error, exchange: Exchange): Error {
  const why = describeUnreadable(exchange.response);
  if (why === undefined) return error;
  if (error instanceof Blocked) {
    const prerequisites = [...error.prerequisites, 'http.json.readable'];
    return new Blocked(prerequisites, `${error.message.replace(/\.$/, '')}: ${why}`);
  }
  if (!(error instanceof Violation)) return error;
  return new Violation(explainMissing(error.mismatches, exchange));
}

/** Mismatches of an answer; what is wrong with a body that cannot be read stands for what it lacks. */
export function explainMissing(
  mismatches: readonly Mismatch[],
  { response }: Exchange,
): readonly Mismatch[] {
  const why = describeUnreadable(response);
  if (why === undefined) return mismatches;
  return mismatches.map((one) => {
    const isUnread = one.observed === 'nothing' && !one.path.startsWith('header ');
    return isUnread ? { ...one, observed: why } : one;
  });
}

/** Whether the content type is `application/json`, or one that ends in `+json` (RFC 6839). */
export function isDeclaredAsJson({ response }: Exchange): boolean {
  const type = headerOf(response, 'content-type');
  return /^\s*application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type ?? '');
}

/** The origin whose pages may read the answer: `*`, one, or undefined when none is named. */
export function allowedOriginOf({ response }: Exchange): string | undefined {
  return headerOf(response, 'access-control-allow-origin');
}

/** Whether a value can be an id: an integer, or the digits of one. */
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
 * Makes sure of what a scenario builds on.
 *
 * @throws Blocked naming the requirement when the answer is not a success.
 */
export function requireSuccess(exchange: Exchange, requirement: string): void {
  if (isSuccess(exchange)) return;
  const { status } = exchange.response;
  throw new Blocked(requirement, `${nameRequest(exchange)} was answered with ${status}.`);
}

/**
 * Judges that a scenario's own request succeeded, whichever status of its class it has.
 *
 * @throws Violation when it did not.
 */
export function demandSuccess(exchange: Exchange): void {
  const { status } = exchange.response;
  if (!isSuccess(exchange)) demand([mismatch('status', 'a success', status)]);
}

/** @throws Violation when the status is another one */
export function demandStatus(expected: number, { response }: Exchange): void {
  demand(compare(expected, response.status, 'status'));
}

/** An answer in the small vocabulary of observations: `409 json-error`, `200 json`, `500 html`. */
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

/** A member of the answer in the words of observations; the whole answer when it has none. */
export function nameMember(exchange: Exchange, member: string): string {
  const body = jsonBodyOf(exchange);
  if (!isObject(body)) return nameAnswer(exchange);
  return member in body ? render(body[member]) : 'absent';
}
