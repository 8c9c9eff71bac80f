import { bodyFile, curlLine } from './curl.js';
import type { Exchange, SentRequest, UnansweredRequest } from './exchange.js';
import { longestReach, type Redact, redactDeep } from './secrets/redact.js';

/** A request and its answer, as reports show them. */
export interface DescribedExchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
    /** The encoding of a body that is not valid UTF-8. */
    readonly encoding?: 'base64';
  };
  /** `null` when there is no answer; `failure` has the reason. */
  readonly response: {
    readonly status: number;
    readonly headers: readonly (readonly [name: string, value: string])[];
    /** A long body is cut, and ends with the number of missing characters. */
    readonly body: string;
  } | null;
  readonly failure: string | null;
  readonly durationMs: number | null;
  /** A shell command that repeats the request. */
  readonly curl: string;
}

/** Settings for the description of exchanges. */
export interface Style {
  /** Whether curl must accept any certificate. */
  readonly insecure: boolean;
  readonly redact: Redact;
  readonly limits: BodyLimits;
}

/** The maximum lengths of bodies, in characters. */
export interface BodyLimits {
  readonly request: number;
  readonly answer: number;
}

/**
 * Describes an exchange for reports: without secrets, and with long bodies cut.
 *
 * @param missing the number of characters that the body of the answer lacks at its end
 */
export function describeExchange(
  exchange: Exchange | UnansweredRequest,
  { insecure, redact, limits }: Style,
  missing = 0,
): DescribedExchange {
  // Quoting depends on the characters of a word, so secrets are replaced before.
  const request = redactDeep(exchange.request, redact);
  const curl = curlLine(request, { insecure, longestBody: limits.request });
  const described = { request: describeSent(request, limits.request), curl };
  if ('reason' in exchange) {
    const failure = redact(exchange.reason);
    return { ...described, response: null, failure, durationMs: null };
  }
  const { status } = exchange.response;
  const headers = redactDeep(exchange.response.headers, redact);
  const { text, rest } = cutToSearch(exchange.response.body, limits.answer, redact);
  const body = shortenSecretly(text, limits.answer, redact, rest + missing);
  const response = { status, headers, body };
  return { ...described, response, failure: null, durationMs: roundDuration(exchange.durationMs) };
}

/**
 * Describes an exchange on the first use of the description, since reports omit most exchanges of
 * passing cases. Until then, no more of its answer is kept than a description needs.
 */
export function describeOnUse(
  exchange: Exchange | UnansweredRequest,
  style: Style,
): DescribedExchange {
  if (!('response' in exchange)) return onUse(() => describeExchange(exchange, style), false);
  const { body, bytes: _bytes, ...response } = exchange.response;
  const { text, rest } = cutToSearch(body, style.limits.answer, style.redact);
  const kept = { ...exchange, response: { ...response, body: text } };
  return onUse(() => describeExchange(kept, style, rest), true);
}

/** Removes secrets that were found after an exchange was described, on the first use. */
export function redactOnUse(
  exchange: DescribedExchange,
  style: Omit<Style, 'limits'>,
): DescribedExchange {
  return onUse(() => redactDescribed(exchange, style), exchange.failure === null);
}

function onUse(describe: () => DescribedExchange, isAnswered: boolean): DescribedExchange {
  let known: DescribedExchange | undefined;
  const described = (): DescribedExchange => {
    known ??= describe();
    return known;
  };
  return {
    get request() {
      return described().request;
    },
    get response() {
      return described().response;
    },
    get failure() {
      return isAnswered ? null : described().failure;
    },
    get durationMs() {
      return described().durationMs;
    },
    get curl() {
      return described().curl;
    },
  };
}

function redactDescribed(
  exchange: DescribedExchange,
  { insecure, redact }: Omit<Style, 'limits'>,
): DescribedExchange {
  const { curl, ...described } = exchange;
  const redacted = redactDeep(described, redact);
  const { body, ...request } = redacted.request;
  if (JSON.stringify(redacted.request) === JSON.stringify(described.request)) {
    return { ...redacted, curl };
  }
  const longestBody = curl.endsWith(` ${bodyFile}`) ? 0 : Number.POSITIVE_INFINITY;
  const sent = { ...request, body: body ?? undefined };
  return { ...redacted, curl: curlLine(sent, { insecure, longestBody }) };
}

function describeSent(
  { body, ...request }: SentRequest,
  longestBody: number,
): DescribedExchange['request'] {
  return { ...request, body: body === undefined ? null : abbreviate(body, longestBody) };
}

/** The part of a body that is searched for secrets: the shown part and the reach of a secret. */
function cutToSearch(
  body: string,
  longest: number,
  { reach = longestReach }: Redact,
): { readonly text: string; readonly rest: number } {
  const rest = Math.max(body.length - longest - reach, 0);
  return { text: rest === 0 ? body : copyBeginning(body, longest + reach), rest };
}

/**
 * Redacts and cuts a body.
 *
 * @param rest the number of characters that the text lacks at its end, where a secret may be cut
 */
function shortenSecretly(text: string, longest: number, redact: Redact, rest: number): string {
  if (rest === 0) return abbreviate(redact(text), longest);
  const searched = redact(`${text}…`).slice(0, -1);
  const missing = rest + Math.max(searched.length - longest, 0);
  return `${copyBeginning(searched, longest)}… (${missing} more characters)`;
}

function abbreviate(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${copyBeginning(text, longest)}… (${text.length - longest} more characters)`;
}

/** Copies the beginning of a text; a slice would keep the whole text in memory. */
function copyBeginning(text: string, length: number): string {
  return Buffer.from(text.slice(0, length)).toString();
}

/** Rounds to hundredths of a millisecond. */
export function roundDuration(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}
