import type { Connection } from './connection-options.js';
import { curlLine } from './curl.js';
import type { RecordedExchange } from './exchange.js';
import { type Redact, redactDeep } from './secrets/redact.js';

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
  /** What curl needs to connect. */
  readonly connection: Connection;
  readonly redact: Redact;
}

/** The maximum lengths of bodies, in characters. */
export interface BodyLimits {
  readonly request: number;
  readonly answer: number;
}

/**
 * An exchange to describe at the end of the run, when all secrets are known. Only the part of its
 * bodies that a description needs is kept.
 */
export interface KeptExchange {
  readonly exchange: RecordedExchange;
  readonly limits: BodyLimits;
  /** The number of characters that each body lacks at its end. */
  readonly missing: BodyLimits;
}

/** @param reach the part of a body behind its shown part that is searched for secrets */
export function keepForDescription(
  exchange: RecordedExchange,
  limits: BodyLimits,
  reach: number,
): KeptExchange {
  const sent = cutBody(exchange.request.body ?? '', limits.request + reach);
  const request = sent.missing === 0 ? exchange.request : { ...exchange.request, body: sent.text };
  if ('reason' in exchange) {
    const missing = { request: sent.missing, answer: 0 };
    return { exchange: { ...exchange, request }, limits, missing };
  }
  const { bytes: _bytes, ...response } = exchange.response;
  const { text: body, missing } = cutBody(response.body, limits.answer + reach);
  const kept = { ...exchange, request, response: { ...response, body } };
  return { exchange: kept, limits, missing: { request: sent.missing, answer: missing } };
}

/** Cuts a body. */
function cutBody(
  body: string,
  length: number,
): { readonly text: string; readonly missing: number } {
  if (body.length <= length) return { text: body, missing: 0 };
  return { text: copyBeginning(body, length), missing: body.length - length };
}

/**
 * Describes an exchange for reports, without secrets and with long bodies cut. Lazy, because
 * reports omit most exchanges of passing cases.
 */
export function describeExchange(kept: KeptExchange, style: Style): DescribedExchange {
  let known: DescribedExchange | undefined;
  const described = (): DescribedExchange => {
    known ??= describeNow(kept, style);
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
      return 'reason' in kept.exchange ? described().failure : null;
    },
    get durationMs() {
      return described().durationMs;
    },
    get curl() {
      return described().curl;
    },
  };
}

function describeNow(
  { exchange, limits, missing }: KeptExchange,
  { connection, redact }: Style,
): DescribedExchange {
  // Quoting depends on the characters of a word, so secrets are replaced before.
  const { body: sent, ...rest } = exchange.request;
  const head = redactDeep(rest, redact);
  const redacted = sent === undefined ? undefined : redactBody(sent, redact, missing.request);
  const longestBody = missing.request > 0 ? 0 : limits.request;
  const curl = curlLine({ ...head, body: redacted }, { connection, longestBody });
  const body =
    redacted === undefined ? null : abbreviate(redacted, limits.request, missing.request);
  const described = { request: { ...head, body }, curl };
  if ('reason' in exchange) {
    return { ...described, response: null, failure: redact(exchange.reason), durationMs: null };
  }
  const { status, headers, body: received } = exchange.response;
  const answer = redactBody(received, redact, missing.answer);
  const response = {
    status,
    headers: redactDeep(headers, redact),
    body: abbreviate(answer, limits.answer, missing.answer),
  };
  return { ...described, response, failure: null, durationMs: roundDuration(exchange.durationMs) };
}

/** Redacts a body, at whose end a secret may be cut when something is missing there. */
function redactBody(body: string, redact: Redact, missing: number): string {
  return missing === 0 ? redact(body) : redact(`${body}…`).slice(0, -1);
}

/** @param missing the number of characters that the text lacks already */
function abbreviate(text: string, longest: number, missing: number): string {
  if (missing === 0 && text.length <= longest) return text;
  const more = missing + Math.max(text.length - longest, 0);
  return `${copyBeginning(text, longest)}… (${more} more characters)`;
}

/** Copies the beginning of a text; a slice would keep the whole text in memory. */
function copyBeginning(text: string, length: number): string {
  return Buffer.from(text.slice(0, length)).toString();
}

/** Rounds to hundredths of a millisecond. */
export function roundDuration(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}
