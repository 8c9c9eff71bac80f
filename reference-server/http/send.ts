import { type ServerResponse, STATUS_CODES } from 'node:http';
import { writeWhole } from './node-internals.js';

/** Event of a socket: a large part of an answer has not been sent. */
export const unsentEvent = 'touchstone:unsent';

/** Size of unsent output from which a socket has the event, in bytes. */
const largeOutput = 2 ** 20;

/** A complete answer. All texts are byte strings. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly body: string;
}

let currentSecond = 0;
let currentDate = '';

/** Current time for the header `Date` (RFC 9110, 6.6.1), formatted once per second. */
function formatDate(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== currentSecond) {
    currentSecond = second;
    currentDate = new Date(second * 1000).toUTCString();
  }
  return currentDate;
}

/** Whether answers with this status have no body (RFC 9110, 15.3.5 and 15.4.5). */
function isBodiless(status: number): boolean {
  return status === 204 || status === 304;
}

/** Headers whose values are always valid and to which Node attaches no behaviour. */
const plainHeaders: ReadonlySet<string | undefined> = new Set([
  'Accept-Encoding',
  'Access-Control-Allow-Headers',
  'Access-Control-Allow-Methods',
  'Access-Control-Allow-Origin',
  'Cache-Control',
  'Content-Security-Policy',
  'Retry-After',
  'Vary',
  'X-Project-Error',
]);

/** Whether Node's response would add nothing but the bytes of the answer. */
function isPlain(response: ServerResponse, { status, headers, body }: Answer): boolean {
  if (!response.shouldKeepAlive || response.req.method === 'HEAD') return false;
  if (body === '' || isBodiless(status) || response.getHeaderNames().length > 0) return false;
  for (let index = 0; index < headers.length; index += 2) {
    if (!plainHeaders.has(headers[index])) return false;
  }
  return true;
}

/** Lines of headers, each with its line end. */
export function headerLines(headers: readonly string[]): string {
  let lines = '';
  for (let index = 0; index < headers.length; index += 2) {
    lines += `${headers[index]}: ${headers[index + 1]}\r\n`;
  }
  return lines;
}

/** An answer over a connection that stays open. */
function format({ status, contentType, headers, body }: Answer): string {
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n` +
    `Content-Type: ${contentType}\r\nContent-Length: ${body.length}\r\n${headerLines(headers)}` +
    `Date: ${formatDate()}\r\nConnection: keep-alive\r\n\r\n${body}`
  );
}

/** Head of an answer that ends its connection, without the blank line: headers may follow. */
export function formatLastHead({ status, contentType, headers, body }: Answer): string {
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n` +
    `Content-Type: ${contentType}\r\nContent-Length: ${body.length}\r\n` +
    `Connection: close\r\n${headerLines(headers)}`
  );
}

/**
 * Sends an answer in one write. A plain answer bypasses Node's response, which saves processor
 * time (see `writeWhole`). The answer to HEAD has the length of the body, which Node omits.
 *
 * @throws TypeError when Node rejects a header
 */
export function send(response: ServerResponse, answer: Answer): void {
  // A response without a socket waits for an earlier answer on its connection.
  const { socket } = response;
  if (!socket?.writable || !isPlain(response, answer)) {
    sendByNode(response, answer);
    recordUnsent(response, answer);
    return;
  }
  response.statusCode = answer.status;
  writeWhole(response, socket, format(answer));
  recordUnsent(response, answer);
}

/** Emits the event, which bounds the unsent output of all connections. */
function recordUnsent({ socket }: ServerResponse, { body }: Answer): void {
  if (body.length < largeOutput || socket === null) return;
  if (socket.writableLength >= largeOutput) socket.emit(unsentEvent);
}

/** Sends an answer by Node's response, which then knows that it has been sent. */
export function sendByNode(response: ServerResponse, answer: Answer): void {
  const { status, contentType, headers, body } = answer;
  // An answer that Node rejected has left its own.
  response.statusMessage = STATUS_CODES[status] ?? 'unknown';
  if (isBodiless(status)) {
    response.writeHead(status, [...headers]);
    response.end();
    return;
  }
  const length = String(body.length);
  const typeHeader = body === '' ? [] : ['Content-Type', contentType];
  // Behind a length, Node rejects bytes beyond ASCII in a Content-Disposition.
  response.writeHead(status, [...typeHeader, ...headers, 'Content-Length', length]);
  response.end(body, 'latin1');
}
