import type { ServerResponse } from 'node:http';
import { toBytes } from '../../interpreter/index.js';
import { type Answer, send } from './send.js';

/** Every error that the server itself answers with: its status and the text of its body. */

/** An error as HTTP tells it. `message` is ordinary text. */
export interface HttpError {
  readonly status: number;
  readonly message: string;
  readonly headers?: readonly string[];
}

export const httpErrors = {
  badRequest: { status: 400, message: 'The request is not valid HTTP' },
  noHost: { status: 400, message: 'The request has no Host header' },
  severalHosts: { status: 400, message: 'The request has more than one Host header' },
  notFound: { status: 404, message: 'Not found' },
  slowRequest: { status: 408, message: 'The request took too long to arrive' },
  bodyTooLarge: { status: 413, message: 'The request body is too large' },
  targetTooLong: { status: 414, message: 'The request URL is too long' },
  unsupportedEncoding: {
    status: 415,
    message: 'The request body must not be compressed',
    headers: ['Accept-Encoding', 'identity'],
  },
  expectationFailed: { status: 417, message: 'The request expects what the server cannot do' },
  headersTooLarge: { status: 431, message: 'The request headers are too large' },
  fault: { status: 500, message: 'Internal server error' },
  overBudget: { status: 503, message: 'The request took more than it may' },
  busy: { status: 503, message: 'The server is busy', headers: ['Retry-After', '1'] },
  databaseBusy: { status: 503, message: 'The database is busy', headers: ['Retry-After', '1'] },
  databaseUnavailable: { status: 503, message: 'The database cannot be used now' },
  databaseAway: {
    status: 503,
    message: 'The database cannot be reached now',
    headers: ['Retry-After', '1'],
  },
} as const satisfies Record<string, HttpError>;

/** What an answer may hold besides the error. */
interface ErrorExtra {
  /** For the person who writes the script: its stack, and its lines around the fault. */
  readonly trace?: string | undefined;
  readonly excerpt?: string | undefined;
  readonly headers?: readonly string[];
}

/** The answer that tells of an error: `{"error": <message>}`, with a script's fault if given. */
export function errorAnswer(error: HttpError, extra: ErrorExtra = {}): Answer {
  const { trace, excerpt, headers = [] } = extra;
  const content = { trace: trace?.split('\n'), excerpt: excerpt?.split('\n') };
  return {
    status: error.status,
    contentType: 'application/json',
    headers: [...(error.headers ?? []), ...headers],
    body: toBytes(JSON.stringify({ error: error.message, ...content })),
  };
}

/** Sends an error that arose before any script ran. */
export function sendError(response: ServerResponse, error: HttpError): void {
  send(response, errorAnswer(error));
}

/** What is in the header is for people at a terminal; they have the whole of it in the log. */
const longestHeader = 2_000;

/**
 * The header that tells a client what is wrong with the scripts, of which some have errors or an
 * older version is served: name and value.
 *
 * @param problem ordinary text of one or more lines
 */
export function problemHeader(problem: string): [string, string] {
  const line = toBytes(problem)
    .trim()
    .replace(/\s*\n\s*/g, ' | ');
  const text = line.replace(/[^\x20-\x7e\x80-\xff]/g, ' ').slice(0, longestHeader);
  return ['X-Project-Error', text];
}
