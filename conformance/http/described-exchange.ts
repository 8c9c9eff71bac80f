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
  const described = { request: describeRequest(request, limits.request), curl };
  if ('reason' in exchange) {
    const failure = redact(exchange.reason);
    return { ...described, response: null, failure, durationMs: null };
  }
  const { status, headers, body } = redactDeep(exchange.response, redact);
  const response = { status, headers, body: shorten(body, limits.answer) };
  return { ...described, response, failure: null, durationMs: roundDuration(exchange.durationMs) };
}

function describeRequest(
  { method, url, headers, body }: SentRequest,
  longestBody: number,
): DescribedExchange['request'] {
  return { method, url, headers, body: body === undefined ? null : shorten(body, longestBody) };
}

function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest)}… (${text.length - longest} more characters)`;
}

/** To hundredths: more digits are noise. */
export function roundDuration(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}
