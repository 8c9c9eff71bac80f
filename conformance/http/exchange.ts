import { messageOf } from '../../kit/errors.js';
import { escapeInvisible } from '../../kit/words.js';
import { NotTested } from '../outcomes.js';
import { parseJson } from './json.js';

/** What a step asks the client to send. */
export interface RequestSpecification {
  readonly method: string;
  /** Below the base URL, with a leading slash: `/todos`. It may end in an encoded query. */
  readonly path: string;
  /** Percent-encoded by the client; a list keeps its order and repetitions. */
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is; the client adds no content type of its own. */
  readonly body?: string | Uint8Array;
}

/** A request as it went out, in full and with its secrets. */
export interface SentRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** An answer as it came in. */
export interface ReceivedResponse {
  readonly status: number;
  /** In order of arrival, names in lower case; a repeated header is there repeatedly. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Decoded as UTF-8, with U+FFFD for what is not; empty for a 204 whatever bytes came. */
  readonly body: string;
  /** The first byte, counted from 0, at which the body is not valid UTF-8. */
  readonly malformedAt: number | undefined;
}

/** One request and its answer. */
export interface Exchange {
  readonly request: SentRequest;
  readonly response: ReceivedResponse;
  readonly durationMs: number;
}

/** A request that got no answer, or none that is HTTP. */
export interface UnansweredRequest {
  readonly request: SentRequest;
  readonly reason: string;
}

/** Sends requests to the target. */
export interface Client {
  /**
   * Sends one request and reads the whole answer; every status counts as an answer and no
   * redirect is followed.
   *
   * @throws TargetFailure when there is no answer (NoAnswer), or none that is HTTP.
   */
  send(request: RequestSpecification): Promise<Exchange>;
}

/** Is told of every request, answered or not. */
export interface ExchangeListener {
  exchange(exchange: Exchange): void;
  unanswered(request: SentRequest, reason: string): void;
}

/** The value of a header, repeated ones joined by a comma (RFC 9110 §5.3); undefined if absent. */
export function headerOf(response: ReceivedResponse, name: string): string | undefined {
  const wanted = name.toLowerCase();
  const values = response.headers.filter(([key]) => key === wanted).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(', ');
}

/**
 * The body as JSON: `undefined` when it is not JSON. An empty body is not, and neither is one that
 * is not UTF-8 (RFC 8259 §8.1).
 *
 * @param parse in place of `parseJson`, which keeps the digits of long ids
 */
export function jsonOf(
  response: ReceivedResponse,
  parse: (text: string) => unknown = parseJson,
): { readonly value: unknown } | undefined {
  if (response.malformedAt !== undefined) return undefined;
  try {
    return { value: parse(response.body) };
  } catch {
    return undefined;
  }
}

/** Why a body cannot be read as JSON, to follow "observed"; undefined when it is empty or can be. */
export function describeUnreadable({ body, malformedAt }: ReceivedResponse): string | undefined {
  if (malformedAt !== undefined) {
    const end = body.endsWith('\ufffd') ? endsEarly : '';
    return `a body that is not readable as JSON: ${end}not UTF-8 at byte ${malformedAt}`;
  }
  if (body === '') return undefined;
  try {
    JSON.parse(body);
    return undefined;
  } catch (error) {
    const message = messageOf(error);
    const [length, reason] = [Buffer.byteLength(body), escapeInvisible(message)];
    const end = isCut(body, message) ? endsEarly : '';
    return `a body of ${length} bytes that is not readable as JSON: ${end}${reason}`;
  }
}

const endsEarly = 'it ends too early: ';

/** Whether a text is the beginning of one that could be JSON, by the parser's message. */
function isCut(text: string, message: string): boolean {
  const position = Number(/ at position (\d+)/.exec(message)?.[1] ?? 0);
  return position >= text.length || /^Unterminated|end of JSON input/.test(message);
}

/** Whether `describeUnreadable` says of a body that it is cut. */
export function isCutShort(described: string): boolean {
  return described.includes(endsEarly);
}

/** Whether a segment of a path names one thing among many: digits, or a long text with some. */
const isId = (segment: string): boolean =>
  /^\d+$/.test(segment) || /^(?=.*\d)[\w.~%-]{16,}$/.test(segment);

/** A path with `{}` in the place of ids, so that all todos have one: `/todos/{}` of `/todos/7`. */
export function pathTemplate(pathname: string): string {
  return pathname
    .split('/')
    .map((segment) => (isId(segment) ? '{}' : segment))
    .join('/');
}

/** Those that ask for no change (RFC 9110 §9.2.1). */
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a method asks for no change. */
export function isSafe(method: string): boolean {
  return safeMethods.has(method);
}

/** To be thrown in place of a request that might change something. */
export function notSent(method: string, path: string): NotTested {
  return new NotTested(undefined, `--read-only: ${method} ${path} was not sent`);
}

/** A client that refuses, with NotTested, to send what might change something. */
export function withoutChanges(client: Client): Client {
  return {
    async send(request) {
      if (!isHarmless(request)) {
        const { method, path } = request;
        throw notSent(method, path);
      }
      return await client.send(request);
    },
  };
}

/** A body has no use in such a request, unless a server processes what it should not. */
function isHarmless({ method, body }: RequestSpecification): boolean {
  return isSafe(method) && body === undefined;
}
