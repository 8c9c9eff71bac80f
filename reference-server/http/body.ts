import type { IncomingMessage } from 'node:http';
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

/** What its headers say against a body. */
function refuseBody(request: IncomingMessage, limit: number): HttpError | undefined {
  if (isCompressed(request)) return httpErrors.unsupportedEncoding;
  const length = Number(request.headers['content-length'] ?? 0);
  return length > limit ? httpErrors.bodyTooLarge : undefined;
}

/**
 * Reads a request's body of at most `limit` bytes and hands it over, or an error, once. What
 * follows after an error is read and dropped by Node. A client that goes away gets no call.
 */
export function readBody(request: IncomingMessage, limit: number, receive: BodyReceiver): void {
  const refusal = refuseBody(request, limit);
  if (refusal !== undefined) {
    receive('', refusal);
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  const take = (chunk: Buffer): void => {
    size += chunk.length;
    if (size <= limit) {
      chunks.push(chunk);
      return;
    }
    request.off('data', take).off('end', finish);
    receive('', httpErrors.bodyTooLarge);
  };
  const finish = (): void => receive(Buffer.concat(chunks).toString('latin1'));
  request.on('data', take).on('end', finish);
}
