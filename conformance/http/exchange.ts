import { messageOf } from '../../kit/errors.js';
import { escapeInvisible } from '../../kit/words.js';
import { mayHoldExactNumbers, parseJson } from './json.js';

/** Requests, answers, and the interface of clients. */

/** A request to send. */
export interface RequestSpecification {
  readonly method: string;
  /** Below the base URL, with a leading slash: `/todos`. It may end in an encoded query. */
  readonly path: string;
  /** The client percent-encodes the parameters; order and repetitions are kept. */
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent unchanged; the client adds no content type. */
  readonly body?: string | Uint8Array;
  /**
   * Number of body bytes after which the client closes the connection; less than the whole body. No
   * answer is awaited: BrokenOff is thrown.
   */
  readonly breakOffAfter?: number;
  /**
   * Number of server-sent events after which the client closes the connection. The answer has the
   * body received until then, also if the time limit comes first.
   */
  readonly events?: number;
}

/** A request as sent, with its secrets. */
export interface SentRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** In base64 when it is not valid UTF-8. */
  readonly body: string | undefined;
  readonly encoding?: 'base64';
}

/** An answer as received. */
export interface ReceivedResponse {
  readonly status: number;
  /** In order of arrival, with names in lower case; repeated headers stay repeated. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /**
   * Decoded as its character set says, by default as UTF-8, with U+FFFD for invalid bytes; always
   * empty for a 204.
   */
  readonly body: string;
  /** The first byte, counted from 0, at which the body is not valid UTF-8. */
  readonly malformedAt: number | undefined;
  /** The body as received, when it is not in valid UTF-8. */
  readonly bytes?: Uint8Array;
}

/** One request and its answer. */
export interface Exchange {
  /** As sent, with its secrets; reports show it without them. */
  readonly request: SentRequest;
  readonly response: ReceivedResponse;
  /** Until the whole answer was read, in milliseconds. */
  readonly durationMs: number;
  /**
   * The target's own answers if an intermediary changed this one. They decide what was created; use
   * `answersOfTarget`.
   */
  readonly answered?: readonly Exchange[];
}

/** A request without an answer, or whose answer is not HTTP. */
export interface UnansweredRequest {
  readonly request: SentRequest;
  readonly reason: string;
}

/** A request with its answer, or with the reason for having none. */
export type RecordedExchange = Exchange | UnansweredRequest;

/** Sends requests to the target. */
export interface Client {
  /**
   * Sends one request and reads the whole answer. Every status is an answer; redirects are not
   * followed.
   *
   * @throws TargetFailure when there is no answer (NoAnswer), or one that is not HTTP; BrokenOff
   */
  send(request: RequestSpecification): Promise<Exchange>;
}

/** Receives every request, with or without an answer. */
export interface ExchangeListener {
  exchange(exchange: Exchange): void;
  unanswered(request: SentRequest, reason: string): void;
}

/** The exchanges that decide what the target created or deleted. */
export function answersOfTarget(exchange: Exchange): readonly Exchange[] {
  return exchange.answered ?? [exchange];
}

/**
 * Returns the value of a header, undefined when it is absent; repeated ones are joined by commas
 * (RFC 9110 §5.3).
 */
export function headerOf(response: ReceivedResponse, name: string): string | undefined {
  const wanted = name.toLowerCase();
  const values = response.headers.filter(([key]) => key === wanted).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(', ');
}

/** Returns the bytes of the body. */
export function bytesOf({ body, bytes }: ReceivedResponse): Uint8Array {
  return bytes ?? Buffer.from(body);
}

/** The body of an answer as JSON. */
interface Json {
  readonly value: unknown;
  /** Whether it may contain numbers that JavaScript cannot represent. */
  readonly hasExactNumbers: boolean;
}

/** Kept, because several steps and the comparison with the description read the same answer. */
const parsed = new WeakMap<ReceivedResponse, Json | undefined>();

/**
 * Returns the body as JSON; `undefined` if it is not JSON, is empty, or is not UTF-8 (RFC 8259
 * §8.1). Numbers keep their digits, as in `parseJson`. Callers share the value, so they must not
 * change it.
 */
export function jsonOf(response: ReceivedResponse): Json | undefined {
  if (parsed.has(response)) return parsed.get(response);
  const json = parseBody(response);
  parsed.set(response, json);
  return json;
}

/** Like `jsonOf`, with every number as a JavaScript number. */
export function plainJsonOf(response: ReceivedResponse): Pick<Json, 'value'> | undefined {
  const json = jsonOf(response);
  return json?.hasExactNumbers ? { value: JSON.parse(response.body) } : json;
}

function parseBody({ body, malformedAt }: ReceivedResponse): Json | undefined {
  if (malformedAt !== undefined || body === '') return undefined;
  const hasExactNumbers = mayHoldExactNumbers(body);
  try {
    return { value: hasExactNumbers ? parseJson(body) : JSON.parse(body), hasExactNumbers };
  } catch {
    return undefined;
  }
}

/** A body that is not JSON. */
export interface UnreadableBody {
  readonly is: 'unreadable';
  readonly how: 'cut short' | 'not JSON';
  /** In words that follow "observed". */
  readonly words: string;
}

/** Tells why a body is not JSON; undefined for JSON and an empty body. */
export function unreadableBody({
  body,
  malformedAt,
}: ReceivedResponse): UnreadableBody | undefined {
  if (malformedAt !== undefined) {
    const reason = `not UTF-8 at byte ${malformedAt}`;
    return unreadable('a body', body.endsWith('\ufffd'), reason);
  }
  if (body === '') return undefined;
  try {
    JSON.parse(body);
    return undefined;
  } catch (error) {
    const message = messageOf(error);
    const size = `a body of ${Buffer.byteLength(body)} bytes`;
    return unreadable(size, isCut(body, message), escapeInvisible(message));
  }
}

function unreadable(body: string, isCutShort: boolean, reason: string): UnreadableBody {
  const end = isCutShort ? 'it ends too early: ' : '';
  const words = `${body} that is not readable as JSON: ${end}${reason}`;
  return { is: 'unreadable', how: isCutShort ? 'cut short' : 'not JSON', words };
}

/**
 * Describes a body that is not JSON, in words to follow "observed"; undefined for JSON and an empty
 * body.
 */
export function describeUnreadable(response: ReceivedResponse): string | undefined {
  return unreadableBody(response)?.words;
}

/** Whether a text is the beginning of a JSON text, by the parser's message. */
function isCut(text: string, message: string): boolean {
  const position = Number(/ at position (\d+)/.exec(message)?.[1] ?? 0);
  return position >= text.length || /^Unterminated|end of JSON input/.test(message);
}

/** A path or URL without its query. */
export function withoutQuery(path: string): string {
  return path.replace(/\?.*$/s, '');
}

/** Whether a segment of a path looks like an id: digits, a name with a number, or a long text with digits. */
const isId = (segment: string): boolean =>
  /^\d+$/.test(segment) ||
  /^[\w.~%:-]*[A-Za-z][-_:]\d+$/.test(segment) ||
  /^(?=.*\d)[\w.~%:-]{16,}$/.test(segment);

/** Replaces ids in a path by `{}`: `/todos/7` becomes `/todos/{}`. */
export function pathTemplate(pathname: string): string {
  return pathname
    .split('/')
    .map((segment) => (isId(segment) ? '{}' : segment))
    .join('/');
}

/**
 * The safe methods of RFC 9110 §9.2.1 without TRACE, and those that the IANA registry of methods
 * adds.
 */
const safeMethods = new Set([
  ...['GET', 'HEAD', 'OPTIONS'],
  ...['PROPFIND', 'QUERY', 'REPORT', 'SEARCH'],
]);

/** Whether a method is safe: it asks for no change. */
export function isSafe(method: string): boolean {
  return safeMethods.has(method);
}
