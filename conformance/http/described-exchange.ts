import { curlLine } from './curl.js';
import type { Exchange, SentRequest, UnansweredRequest } from './exchange.js';
import { type Redact, redactDeep } from './redact.js';

/** One request and what came back, as reports show it. */
export interface DescribedExchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
  };
  /** `null` when there was none; `failure` says why. */
  readonly response: {
    readonly status: number;
    readonly headers: readonly (readonly [name: string, value: string])[];
    /** Long ones are cut, and say how much is missing. */
    readonly body: string;
  } | null;
  readonly failure: string | null;
  readonly durationMs: number | null;
  /** Repeats the request in a shell. */
  readonly curl: string;
}

/** How exchanges are described. */
export interface Style {
  /** Whether curl needs to be told to accept any certificate. */
  readonly insecure: boolean;
  readonly redact: Redact;
  readonly limits: BodyLimits;
}

/** Where bodies are cut, in characters. */
export interface BodyLimits {
  readonly request: number;
  readonly answer: number;
}

/** What is kept of an exchange; long bodies are cut. */
export function describeExchange(
  exchange: Exchange | UnansweredRequest,
  { insecure, redact, limits }: Style,
): DescribedExchange {
  // Quoting depends on what is in a word, so secrets have to go before the line is made.
  const request = redactDeep(exchange.request, redact);
  const curl = curlLine(request, { insecure, longestBody: limits.request });
  const described = { request: describeSent(request, limits.request), curl };
  if ('reason' in exchange) {
    const failure = redact(exchange.reason);
    return { ...described, response: null, failure, durationMs: null };
  }
  const { status } = exchange.response;
  const headers = redactDeep(exchange.response.headers, redact);
  const response = {
    status,
    headers,
    body: shortenSecretly(exchange.response.body, limits.answer, redact),
  };
  return { ...described, response, failure: null, durationMs: roundDuration(exchange.durationMs) };
}

function describeSent(
  { method, url, headers, body }: SentRequest,
  longestBody: number,
): DescribedExchange['request'] {
  return { method, url, headers, body: body === undefined ? null : shorten(body, longestBody) };
}

/** In characters: no secret is longer, in whatever encoding. */
const longestSecret = 64 * 1024;

/** A body may have millions of characters of which few are shown: the others are not searched. */
function shortenSecretly(text: string, longest: number, redact: Redact): string {
  const searched = redact(text.slice(0, longest + longestSecret));
  const rest = Math.max(text.length - longest - longestSecret, 0);
  if (rest === 0) return shorten(searched, longest);
  const missing = rest + Math.max(searched.length - longest, 0);
  return `${searched.slice(0, longest)}… (${missing} more characters)`;
}

function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest)}… (${text.length - longest} more characters)`;
}

/** To hundredths: more digits are noise. */
export function roundDuration(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}
