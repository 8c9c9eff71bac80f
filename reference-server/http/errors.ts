/** Errors that the server answers with by itself: statuses and messages. */
import type { ServerResponse } from 'node:http';
import { toBytes } from '../../interpreter/index.js';
import { type Answer, sendByNode } from './send.js';

/** An HTTP error. The message is ordinary text. */
export interface HttpError {
  readonly status: number;
  readonly message: string;
  readonly headers?: readonly string[];
}

export const httpErrors = {
  badRequest: { status: 400, message: 'The request is not valid HTTP' },
  noHost: { status: 400, message: 'The request has no Host header' },
  severalHosts: { status: 400, message: 'The request has more than one Host header' },
  unclearLength: { status: 400, message: 'The request body has no clear length' },
  zeroByte: {
    status: 400,
    message: 'The request contains U+0000, which the database cannot store',
  },
  notFound: { status: 404, message: 'Not found' },
  slowRequest: { status: 408, message: 'The request took too long to arrive' },
  bodyTooLarge: { status: 413, message: 'The request body is too large' },
  smallChunks: { status: 413, message: 'The request body has too many small chunks' },
  targetTooLong: { status: 414, message: 'The request URL is too long' },
  unsupportedEncoding: {
    status: 415,
    message: 'The request body must not be compressed',
    headers: ['Accept-Encoding', 'identity'],
  },
  expectationFailed: {
    status: 417,
    message: 'The expectation in the Expect header is not supported',
  },
  headersTooLarge: { status: 431, message: 'The request headers are too large' },
  fault: { status: 500, message: 'Internal server error' },
  overBudget: { status: 503, message: 'The script exceeded its time, memory or output limit' },
  busy: { status: 503, message: 'The server is busy', headers: ['Retry-After', '1'] },
  databaseBusy: { status: 503, message: 'The database is busy', headers: ['Retry-After', '1'] },
  databaseUnavailable: { status: 503, message: 'The database cannot be used now' },
  databaseUnreachable: {
    status: 503,
    message: 'The database cannot be reached now',
    headers: ['Retry-After', '1'],
  },
} as const satisfies Record<string, HttpError>;

/** Optional parts of an error answer. */
interface ErrorDetails {
  /** Message and stack of the script's fault, for its author. */
  readonly trace?: string | undefined;
  /** Lines of the script around the fault. */
  readonly excerpt?: string | undefined;
  readonly headers?: readonly string[];
}

/** Answer for an error: `{"error": <message>}`, with the details of a script's fault. */
export function errorAnswer(error: HttpError, details: ErrorDetails = {}): Answer {
  const { trace, excerpt, headers = [] } = details;
  const content = { trace: trace?.split('\n'), excerpt: excerpt?.split('\n') };
  return {
    status: error.status,
    contentType: 'application/json',
    headers: [...(error.headers ?? []), ...headers],
    body: toBytes(JSON.stringify({ error: error.message, ...content })),
  };
}

/** Sends an error that occurred before any script ran, perhaps before the body has arrived. */
export function sendError(response: ServerResponse, error: HttpError): void {
  sendByNode(response, errorAnswer(error));
}

/** Length of the header, in bytes: enough for a person at a terminal; the log has the full text. */
const longestProblem = 2_000;

/**
 * The header that reports errors of the project's scripts: name and value.
 *
 * @param problem ordinary text of one or more lines
 */
export function problemHeader(problem: string): [string, string] {
  const line = toBytes(problem)
    .trim()
    .replace(/\s*\n\s*/g, ' | ');
  const text = line.replace(/[^\x20-\x7e\x80-\xff]/g, ' ').slice(0, longestProblem);
  return ['X-Project-Error', text];
}
