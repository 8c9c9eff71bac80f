import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HttpError, httpErrors } from './errors.js';
import type { ServerLimits } from './limits.js';

/** Receives the body, a byte string, or the error for which it is rejected. */
type BodyReceiver = (body: string, error?: HttpError) => void;

/** Whether a request has a body (RFC 9112, 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Whether the end of the body is clear: `chunked` must be the last transfer coding, and HTTP/1.0
 * has none (RFC 9112, 6.1 and 6.3). Otherwise a proxy may see the end of the body elsewhere.
 */
export function hasClearLength({ headers, httpVersion }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return true;
  return httpVersion !== '1.0' && /(?:^|,)\s*chunked\s*$/i.test(coding);
}

/** Whether the body has an encoding that Node does not decode; it decodes `chunked` only. */
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
 * Sends `100 Continue` to a client that waits for it (RFC 9110, 10.1.1), unless the stated length
 * is too large. In that case the client may or may not send the body: the connection cannot be
 * reused.
 */
export function continueOrClose(
  request: IncomingMessage,
  response: ServerResponse,
  { body }: ServerLimits,
): void {
  if (statedLength(request) > body) response.shouldKeepAlive = false;
  else response.writeContinue();
}

/** Age from which an upload can be cancelled in favour of a new one, in milliseconds. */
const uploadGrace = 1_000;

/**
 * Number of chunks (RFC 9112, 7.1) from which a body is rejected when their average size is below
 * the smallest one, in bytes: a chunk costs time and memory however small it is.
 */
const manyChunks = 2_048;
const smallestAverage = 32;

/** Number of chunks that are kept before they are joined. */
const joinedChunks = 1_024;

/** A body in transfer. */
interface Upload {
  readonly since: number;
  /** Rejects the request to make room for a new upload. */
  readonly cancel: () => void;
}

/**
 * Reads the bodies of requests within `limits.uploads` × `limits.body` bytes. During its transfer,
 * a body counts with the maximum size; then, until its request is answered, with its own.
 */
export class BodyReader {
  readonly #limits: ServerLimits;
  /** Bodies in transfer, the oldest first. */
  readonly #uploads = new Map<IncomingMessage, Upload>();
  /** Size of the received bodies whose requests are not answered yet, in bytes. */
  #kept = 0;

  constructor(limits: ServerLimits) {
    this.#limits = limits;
  }

  /**
   * Reads a body and calls `receive` once, with the body or an error. Node discards the rest of a
   * rejected body. `receive` is not called when the client disconnects.
   */
  read(request: IncomingMessage, response: ServerResponse, receive: BodyReceiver): void {
    const error = this.#findError(request);
    if (error === undefined) this.#collect(request, response, receive);
    else receive('', error);
  }

  /** Error for which a body is rejected before it is read. */
  #findError(request: IncomingMessage): HttpError | undefined {
    if (isCompressed(request)) return httpErrors.unsupportedEncoding;
    if (statedLength(request) > this.#limits.body) return httpErrors.bodyTooLarge;
    return this.#makeRoom() ? undefined : httpErrors.busy;
  }

  /** Whether there is room for another body, if necessary by cancelling the oldest slow upload. */
  #makeRoom(): boolean {
    const { body, uploads } = this.#limits;
    if (this.#uploads.size + this.#kept / body < uploads) return true;
    const [oldest] = this.#uploads.values();
    if (oldest === undefined || oldest.since > performance.now() - uploadGrace) return false;
    oldest.cancel();
    return true;
  }

  #collect(request: IncomingMessage, response: ServerResponse, receive: BodyReceiver): void {
    let chunks: Buffer[] = [];
    let count = 0;
    let size = 0;
    const reject = (error: HttpError): void => {
      this.#uploads.delete(request);
      request.off('data', take).off('end', finish);
      // The client learns of the answer only while its bytes are read.
      if (error === httpErrors.smallChunks) request.pause();
      else request.resume();
      receive('', error);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      count++;
      if (size > this.#limits.body) reject(httpErrors.bodyTooLarge);
      else if (count > manyChunks && size < count * smallestAverage) reject(httpErrors.smallChunks);
      else chunks.push(chunk);
      if (chunks.length === joinedChunks) chunks = [Buffer.concat(chunks)];
    };
    const finish = (): void => {
      this.#uploads.delete(request);
      this.#kept += size;
      response.once('close', () => {
        this.#kept -= size;
      });
      receive(Buffer.concat(chunks).toString('latin1'));
    };
    const cancel = (): void => reject(httpErrors.slowRequest);
    this.#uploads.set(request, { since: performance.now(), cancel });
    request.on('data', take).on('end', finish);
    request.once('close', () => this.#uploads.delete(request));
  }
}
