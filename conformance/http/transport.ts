/**
 * The way our requests take through Node's HTTP client, as an axios adapter. Axios' own adapters
 * do not serve: over `node:http` they turn a 204 that carries bytes into an error, over `fetch`
 * they cost five times as much and forbid some headers.
 *
 * - A 204, 304 or HEAD answer is complete with its head; whatever bytes follow are not looked at.
 *   Nor are those beyond the stated length of any other answer (RFC 9112 §6.3). A connection after
 *   which such bytes may come is not used again.
 * - Requests that change something never travel on a connection that was used before, because
 *   they could not be sent again if the target had just closed it. The others may, and are, unless
 *   that makes them slower.
 */
import http from 'node:http';
import https from 'node:https';
import { urlToHttpOptions } from 'node:url';
import type { AxiosAdapter, AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { NoAnswer, TargetFailure, UnreadableBody } from '../outcomes.js';
import { isSafe } from './exchange.js';
import { toTargetError } from './failure.js';
import { WaitingRequests } from './waiting-requests.js';

/** The limits of every exchange. */
export interface TransportOptions {
  /** Absolute; all requests go to its server. */
  readonly baseUrl: string;
  /** For a whole exchange, connecting and the last byte of the body included. */
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  /**
   * Whether the target is known to close no connection unasked and to send nothing after an answer,
   * so that all connections can be used again.
   */
  readonly keepsConnections: boolean;
  /** Accepts certificates that nobody vouches for. */
  readonly insecure: boolean;
}

/**
 * What a request consists of besides method and URL. To axios it is the data, which are left as
 * they are: headers of its own it would take apart and write anew.
 */
export class Payload {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;

  constructor(headers: Readonly<Record<string, string>>, body: string | Uint8Array | undefined) {
    this.headers = headers;
    this.body = body;
  }
}

/** What an answer consists of, before anything is decoded. */
export interface RawAnswer {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** The adapter, and control over what it keeps open. */
export interface Transport {
  readonly adapter: AxiosAdapter;
  /** Makes all requests that wait for an answer fail; later ones are sent as ever. */
  interrupt(): void;
  /** Closes the connections that are kept open. */
  close(): void;
}

type Agent = http.Agent;
type RequestConfig = InternalAxiosRequestConfig<Payload>;

/** The part of Node's options that is the same for all requests. */
type Server = Pick<https.RequestOptions, 'protocol' | 'hostname' | 'port' | 'auth'>;

const maxHeaderBytes = 64 * 1024;

/** Makes a transport with connections of its own. */
export function createTransport(options: TransportOptions): Transport {
  // Worked out once: from a whole URL, Node does it anew for each request.
  const { protocol, hostname, port, auth } = urlToHttpOptions(new URL(options.baseUrl));
  const server: Server = { protocol, hostname, port, auth };
  const makeAgent = (keepAlive: boolean): Agent =>
    protocol === 'https:'
      ? new https.Agent({ keepAlive, rejectUnauthorized: !options.insecure })
      : new http.Agent({ keepAlive });
  const [kept, fresh] = [makeAgent(true), makeAgent(false)];
  const waiting = new WaitingRequests(options.timeoutMs);
  const reuse = new Reuse();
  const exchange = async (config: RequestConfig, agent: Agent) => {
    const startedAt = performance.now();
    const request = openRequest(config, agent, server);
    try {
      const response = await exchangeOnce(config, request, options, waiting);
      reuse.note(request.reusedSocket, performance.now() - startedAt);
      return response;
    } catch (error) {
      if (request.reusedSocket && error instanceof TargetFailure) reuse.noteFailure();
      throw error;
    }
  };

  const adapter = async (config: RequestConfig): Promise<AxiosResponse> => {
    const canBeRepeated = isSafe(methodOf(config));
    const mayReuse = options.keepsConnections || (canBeRepeated && reuse.pays);
    try {
      return await exchange(config, mayReuse ? kept : fresh);
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error;
      if (!canBeRepeated) {
        throw new NoAnswer('closed', 'the connection was closed before an answer came');
      }
      return exchange(config, fresh);
    }
  };
  const interrupt = () => waiting.endAll('the run was stopped');
  const close = () => kept.destroy();
  return { adapter, interrupt, close };
}

/** The target closed a connection that was kept open, before it saw the request. */
class StaleConnection extends Error {}

function methodOf(config: RequestConfig): string {
  return (config.method ?? 'GET').toUpperCase();
}

function exchangeOnce(
  config: RequestConfig,
  request: http.ClientRequest,
  options: TransportOptions,
  waiting: WaitingRequests,
): Promise<AxiosResponse> {
  return new Promise((resolve, reject) => {
    let received: http.IncomingMessage | undefined;
    const fail = (error: Error) => {
      waiting.delete(giveUp);
      request.destroy();
      reject(error);
    };
    const succeed = (response: http.IncomingMessage, body: Buffer) => {
      waiting.delete(giveUp);
      resolve(asAxiosResponse(config, response, body));
    };
    const giveUp = (reason?: string) => {
      const missing = received ? 'the answer did not end' : 'there was no answer';
      const where = request.reusedSocket ? ' on a connection that was kept open' : '';
      const silence = received ? 'endless' : 'timeout';
      if (reason !== undefined) fail(new TargetFailure(reason));
      else fail(new NoAnswer(silence, `${missing} within ${options.timeoutMs} ms${where}`));
    };
    waiting.add(giveUp);
    request.on('error', (error) => {
      if (received?.complete && isSurplus(error)) return;
      const isStale = request.reusedSocket && !received && isReset(error);
      fail(isStale ? new StaleConnection() : toTargetError(error));
    });
    request.on('response', (response) => {
      received = response;
      if (endsWithHead(response, methodOf(config))) {
        succeed(response, Buffer.alloc(0));
        if (options.keepsConnections) response.resume();
        else response.destroy();
      } else {
        readBody(response, options.maxBodyBytes, (body) => succeed(response, body), fail);
      }
    });
    request.end(config.data?.body);
  });
}

function openRequest(config: RequestConfig, agent: Agent, server: Server): http.ClientRequest {
  const { pathname, search } = new URL(config.url ?? '');
  const { request } = server.protocol === 'https:' ? https : http;
  return request({
    ...server,
    path: pathname + search,
    agent,
    method: methodOf(config),
    headers: headersToSend(config),
    maxHeaderSize: maxHeaderBytes,
  });
}

function headersToSend(config: RequestConfig): Record<string, string | number> {
  const { body, headers: given } = config.data ?? {};
  const headers: Record<string, string | number> = { ...given };
  const needsLength = body !== undefined || !isSafe(methodOf(config));
  if (needsLength) headers['Content-Length'] = Buffer.byteLength(body ?? '');
  return headers;
}

function isReset(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ECONNRESET' || error.code === 'EPIPE';
}

/** Whether the parser stumbled: once an answer is complete, it can only be over what follows. */
function isSurplus(error: NodeJS.ErrnoException): boolean {
  return error.code?.startsWith('HPE_') ?? false;
}

/** Such an answer is settled before Node's parser gets to the bytes after the head. */
function endsWithHead(response: http.IncomingMessage, method: string): boolean {
  return method === 'HEAD' || response.statusCode === 204 || response.statusCode === 304;
}

/** Tells what came, in whole, or why it did not; an answer that is too long is not read on. */
function readBody(
  response: http.IncomingMessage,
  maxBytes: number,
  succeed: (body: Buffer) => void,
  fail: (error: Error) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  response.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxBytes) fail(new UnreadableBody(`the body is larger than ${maxBytes} bytes`));
    else chunks.push(chunk);
  });
  response.on('error', (error) => fail(toTargetError(error)));
  response.on('end', () => succeed(Buffer.concat(chunks)));
}

/** Node gives names and values in turn. */
function headersReceived(response: http.IncomingMessage): [string, string][] {
  const pairs: [string, string][] = [];
  const raw = response.rawHeaders;
  for (let i = 0; i + 1 < raw.length; i += 2) {
    pairs.push([(raw[i] ?? '').toLowerCase(), raw[i + 1] ?? '']);
  }
  return pairs;
}

function asAxiosResponse(
  config: RequestConfig,
  response: http.IncomingMessage,
  body: Buffer,
): AxiosResponse<RawAnswer> {
  return {
    config,
    status: response.statusCode ?? 0,
    statusText: response.statusMessage ?? '',
    headers: {},
    data: { headers: headersReceived(response), body },
  };
}

/** In milliseconds, above the time of a new connection; the delay below is 40. */
const noticeable = 25;
/** Some answers can be slow for any reason, and some of the delayed ones are not. */
const [enough, ofLatest] = [5, 10];

/**
 * Whether it pays to use connections again. A target that writes head and body of an answer one by
 * one, and leaves it to TCP when they are sent (Nagle's algorithm), has the body wait for our
 * acknowledgment of the head. That is delayed on every connection but a new one, which is the
 * faster one then. Others keep a connection open and answer nothing more on it.
 */
export class Reuse {
  #fastestNew = Number.POSITIVE_INFINITY;
  /** Of the latest answers on used connections, whether they were slow. */
  #latest: boolean[] = [];
  #hasFailed = false;

  /** Takes down that a request on a used connection had no usable answer. */
  noteFailure(): void {
    this.#hasFailed = true;
  }

  /** Takes down how long an answer took; time to connect is part of it. */
  note(isReused: boolean, durationMs: number): void {
    if (isReused) this.#latest.push(durationMs > this.#fastestNew + noticeable);
    else this.#fastestNew = Math.min(this.#fastestNew, durationMs);
    this.#latest = this.#latest.slice(-ofLatest);
  }

  /** False for ever once one failed or many came late, as no connection is used again then. */
  get pays(): boolean {
    return !this.#hasFailed && this.#latest.filter(Boolean).length < enough;
  }
}
