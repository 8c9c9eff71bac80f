import type { ServerResponse } from 'node:http';

/** A complete answer. All texts are byte strings. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** Statuses whose answers have no body (RFC 9110, 15.3.5 and 15.4.5). */
function isBodiless(status: number): boolean {
  return status === 204 || status === 304;
}

/**
 * Sends an answer in one write. Of an answer to HEAD the body is held back, its length stated;
 * Node does so by itself.
 */
export function send(response: ServerResponse, answer: Answer): void {
  const { status, contentType, headers, body } = answer;
  if (isBodiless(status)) {
    response.writeHead(status, [...headers]);
    response.end();
    return;
  }
  const length = String(body.length);
  const own = body === '' ? [] : ['Content-Type', contentType];
  response.writeHead(status, [...own, 'Content-Length', length, ...headers]);
  response.end(body, 'latin1');
}
