/** Requests and answers of the conforming application. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

/** A request. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The unparsed query with its question mark. */
  readonly search: string;
  readonly headers: IncomingHttpHeaders;
  /** The header names in their original case. */
  readonly headerNames: readonly string[];
  readonly body: string;
}

/** A answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The text to send; undefined for no body. */
  readonly body: string | undefined;
}

/** Reads a request completely. */
export async function readRequest(request: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const url = new URL(request.url ?? '/', 'http://target');
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    search: url.search,
    headers: request.headers,
    headerNames: request.rawHeaders.filter((_text, index) => index % 2 === 0),
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

/** Sends a answer in one piece with its length. */
export function sendAnswer(answer: Answer, response: ServerResponse): void {
  const length = Buffer.byteLength(answer.body ?? '');
  const headers = answer.status === 204 ? {} : { 'content-length': String(length) };
  response.writeHead(answer.status, { ...answer.headers, ...headers });
  response.end(answer.body);
}
