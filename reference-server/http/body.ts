import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HttpError, httpErrors } from './errors.js';
import type { ServerLimits } from './service.js';

/** Takes the body, a byte string, or the reason why it is not accepted. */
type BodyReceiver = (body: string, error?: HttpError) => void;

/** Whether a body follows the request's header (RFC 9112, 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** Chunks Node puts together by itself; it undoes no compression. */
function isCompressed({ headers }: IncomingMessage): boolean {
  const { 'content-encoding': encoding = 'identity', 'transfer-encoding': transfer = 'chunked' } =
    headers;
  return (
    encoding.trim().toLowerCase() !== 'identity' || transfer.trim().toLowerCase() !== 'chunked'
  );
}

function statedLength({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0);
}

/**
 * Asks for the body of a client that waits to be asked (RFC 9110, 10.1.1), unless it says that the
 * body is too large; since it may then send it or not, its connection cannot be used again.
 */
export function continueOrClose(
  request: IncomingMessage,
  response: ServerResponse,
  { body }: ServerLimits,
): void {
  if (statedLength(request) > body) response.shouldKeepAlive = false;
  else response.writeContinue();
}

/** How long a body may be on its way before another one may take its place, in milliseconds. */
const uploadGrace = 1_000;

/** A body on its way. */
interface Upload {
  readonly since: number;
  /** Ends it, for another one. */
  readonly giveWay: () => void;
}

/**
 * Reads the bodies of requests. All of them may take as many bytes as `uploads` of the greatest size:
 * one on its way counts as one of those, one that has come with its size until it is answered.
 */
export class BodyReader {
  readonly #limits: ServerLimits;
  /** Those on their way, the oldest first. */
  readonly #uploads = new Map<IncomingMessage, Upload>();
  /** Bytes of those that have come and are not answered yet. */
  #kept = 0;

  constructor(limits: ServerLimits) {
    this.#limits = limits;
  }

  /**
   * Reads a request's body and hands it over, or an error, once. What follows after an error is
   * read and dropped by Node. A client that goes away gets no call.
   */
  read(request: IncomingMessage, response: ServerResponse, receive: BodyReceiver): void {
    const refusal = this.#refuse(request);
    if (refusal === undefined) this.#collect(request, response, receive);
    else receive('', refusal);
  }

  /** What speaks against reading a body at all. */
  #refuse(request: IncomingMessage): HttpError | undefined {
    if (isCompressed(request)) return httpErrors.unsupportedEncoding;
    if (statedLength(request) > this.#limits.body) return httpErrors.bodyTooLarge;
    return this.#hasPlace() ? undefined : httpErrors.busy;
  }

  /** Whether there is a place; if need be that of the oldest body, if that one takes its time. */
  #hasPlace(): boolean {
    const { body, uploads } = this.#limits;
    if (this.#uploads.size + this.#kept / body < uploads) return true;
    const [oldest] = this.#uploads.values();
    if (oldest === undefined || oldest.since > performance.now() - uploadGrace) return false;
    oldest.giveWay();
    return true;
  }

  #collect(request: IncomingMessage, response: ServerResponse, receive: BodyReceiver): void {
    const chunks: Buffer[] = [];
    let size = 0;
    const refuse = (error: HttpError): void => {
      this.#uploads.delete(request);
      request.off('data', take).off('end', finish).resume();
      receive('', error);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= this.#limits.body) chunks.push(chunk);
      else refuse(httpErrors.bodyTooLarge);
    };
    const finish = (): void => {
      this.#uploads.delete(request);
      this.#kept += size;
      response.once('close', () => {
        this.#kept -= size;
      });
      receive(Buffer.concat(chunks).toString('latin1'));
    };
    const giveWay = (): void => refuse(httpErrors.slowRequest);
    this.#uploads.set(request, { since: performance.now(), giveWay });
    request.on('data', take).on('end', finish);
    request.once('close', () => this.#uploads.delete(request));
  }
}
