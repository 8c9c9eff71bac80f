import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerLimits } from '../config.js';
import { type HttpError, httpErrors } from './errors.js';

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

/** Reads the bodies of requests; it knows how many are on their way. */
export class BodyReader {
  readonly #limits: ServerLimits;
  #uploads = 0;

  constructor(limits: ServerLimits) {
    this.#limits = limits;
  }

  /**
   * Reads a request's body and hands it over, or an error, once. What follows after an error is
   * read and dropped by Node. A client that goes away gets no call.
   */
  read(request: IncomingMessage, receive: BodyReceiver): void {
    const refusal = this.#refuse(request);
    if (refusal !== undefined) {
      receive('', refusal);
      return;
    }
    this.#uploads++;
    request.once('close', () => {
      this.#uploads--;
    });
    this.#collect(request, receive);
  }

  /** What speaks against reading a body at all. */
  #refuse(request: IncomingMessage): HttpError | undefined {
    if (isCompressed(request)) return httpErrors.unsupportedEncoding;
    if (statedLength(request) > this.#limits.body) return httpErrors.bodyTooLarge;
    return this.#uploads >= this.#limits.uploads ? httpErrors.busy : undefined;
  }

  #collect(request: IncomingMessage, receive: BodyReceiver): void {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= this.#limits.body) {
        chunks.push(chunk);
        return;
      }
      request.off('data', take).off('end', finish);
      receive('', httpErrors.bodyTooLarge);
    };
    const finish = (): void => receive(Buffer.concat(chunks).toString('latin1'));
    request.on('data', take).on('end', finish);
  }
}
