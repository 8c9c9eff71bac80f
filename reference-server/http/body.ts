import type { IncomingMessage } from 'node:http';
import type { ServerLimits } from '../config.js';
import { type HttpError, httpErrors } from './errors.js';

/** Takes the body, a byte string, or the reason why it is not accepted. */
type BodyReceiver = (body: string, error?: HttpError) => void;

/** Whether a body follows the request's header (RFC 9112, 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

function isCompressed({ headers }: IncomingMessage): boolean {
  const encoding = headers['content-encoding'];
  return encoding !== undefined && encoding.trim().toLowerCase() !== 'identity';
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
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > this.#limits.body) return httpErrors.bodyTooLarge;
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
