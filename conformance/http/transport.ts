/**
 * The transport: an axios adapter over Node's HTTP client. The adapters of axios do not fit: over
 * `node:http`, a 204 with bytes is an error; over `fetch`, requests cost five times as much and
 * some headers are forbidden.
 * - A 204, 304 or HEAD answer is complete with its head; bytes after it are ignored, as are bytes
 *   beyond the stated length of any other answer (RFC 9112 §6.3). A connection on which such bytes
 *   may come is not reused: after a 204 whose head announces a body, and after surplus bytes.
 * - Safe requests use kept connections, unless that makes them slower. Unsafe requests use new
 *   connections, because they cannot be repeated if the target has just closed a kept one. They use
 *   kept connections once many requests on kept connections have been answered, as long as none of
 *   those stays idle for long.
 */

import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import type { AxiosAdapter, AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { mustExist } from '../../kit/invariant.js';
import { type Route, routeTo } from './connection.js';
import type { Connection } from './connection-options.js';
import { Reuse } from './connection-reuse.js';
import { readEvents, streamType } from './event-stream.js';
import { isSafe } from './exchange.js';
import { toTargetError } from './network-errors.js';
import { WaitingRequests } from './request-time-limits.js';
import type { StartGate } from './start-gate.js';
import { BrokenOff, NoAnswer, TargetFailure, UnreadableBody } from './target-failure.js';

/** The limits of every exchange. */
export interface TransportOptions {
  /** The server of all requests; absolute. */
  readonly baseUrl: string;
  /** The limit for a whole exchange, from connecting to the last byte of the body. */
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  /**
   * Whether the target keeps connections open and sends nothing after an answer, so that every
   * request may use a kept connection.
   */
  readonly keepsConnections: boolean;
  /** Whether every request may be sent twice, as safe ones may. */
  readonly mayRepeat: boolean;
  readonly connection: Connection;
}

/**
 * The headers and the body of a request. Axios receives both as data, because it would rewrite
 * headers.
 */
export class Payload {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  /** Why the connection is closed after the body, before the end of the request. */
  readonly breakOff: string | undefined;
  /** The number of events after which the connection is closed. */
  readonly events: number | undefined;
  /** Through which the request leaves together with others. */
  readonly gate: StartGate | undefined;

  constructor(
    headers: Readonly<Record<string, string>>,
    body: string | Uint8Array | undefined,
    way: Partial<Pick<Payload, 'breakOff' | 'events' | 'gate'>> = {},
  ) {
    this.headers = headers;
    this.body = body;
    this.breakOff = way.breakOff;
    this.events = way.events;
    this.gate = way.gate;
  }
}

/** The headers and the body of an answer before decoding. */
export interface RawAnswer {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** The adapter, and control over its connections. */
export interface Transport {
  readonly adapter: AxiosAdapter;
  /** Makes all requests under way fail; no request is sent from then on. */
  interrupt(): void;
  /** Closes the kept connections. */
  close(): void;
}

type Agent = http.Agent;
type RequestConfig = InternalAxiosRequestConfig<Payload> & { readonly data: Payload };

const maxHeaderBytes = 64 * 1024;

/**
 * Longest idle time of a kept connection, in milliseconds; servers close theirs after some seconds.
 */
const longestIdle = 500;

const stopped = 'the run was stopped';

/** Creates a transport with its own connections. */
export function createTransport(options: TransportOptions): Transport {
  // From a whole URL, Node would compute these options for each request.
  const route = routeTo(options.baseUrl, options.connection);
  const agentOptions = (keepAlive: boolean): http.AgentOptions =>
    keepAlive && !options.keepsConnections ? { keepAlive, timeout: longestIdle } : { keepAlive };
  const [kept, fresh] = [route.makeAgent(agentOptions(true)), route.makeAgent(agentOptions(false))];
  const waiting = new WaitingRequests(options.timeoutMs);
  const reuse = new Reuse();
  closeOnSurplus(kept, () => reuse.recordSurplus());
  const exchange = async (config: RequestConfig, agent: Agent) => {
    const startedAt = performance.now();
    const request = openRequest(config, agent, route);
    try {
      const response = await exchangeOnce(config, request, { options, route, waiting, reuse });
      // Requests wait for each other at a gate.
      if (config.data.gate === undefined)
        reuse.record(request.reusedSocket, performance.now() - startedAt);
      return response;
    } catch (error) {
      if (request.reusedSocket && error instanceof TargetFailure) reuse.recordFailure();
      if (error instanceof StaleConnection) reuse.recordClosed();
      throw error;
    }
  };

  let isInterrupted = false;
  const adapter: AxiosAdapter = async (given) => {
    const config = given as RequestConfig;
    if (isInterrupted) throw new TargetFailure(stopped, { isSent: false });
    const { breakOff, events } = config.data;
    if (breakOff !== undefined || events !== undefined) return await exchange(config, fresh);
    const canBeRepeated = options.mayRepeat || isSafe(methodOf(config));
    const mayReuse = options.keepsConnections || (canBeRepeated ? reuse.pays : reuse.isReliable);
    try {
      return await exchange(config, mayReuse ? kept : fresh);
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error;
      if (!canBeRepeated) {
        throw new NoAnswer('stale', 'the connection was closed before an answer came');
      }
      return exchange(config, fresh);
    }
  };
  const interrupt = () => {
    isInterrupted = true;
    waiting.endAll(stopped);
  };
  const close = () => kept.destroy();
  return { adapter, interrupt, close };
}

/**
 * Closes kept connections that receive bytes after an answer: on a connection in use, Node takes
 * such bytes for an answer.
 */
function closeOnSurplus(agent: Agent, onSurplus: () => void): void {
  const listeners = new WeakMap<Duplex, () => void>();
  agent.on('free', (socket: Duplex) => {
    const close = () => {
      onSurplus();
      socket.destroy();
    };
    listeners.set(socket, close);
    socket.on('data', close);
  });
  const reuseSocket = agent.reuseSocket.bind(agent);
  agent.reuseSocket = (socket, request) => {
    const close = listeners.get(socket);
    if (close !== undefined) socket.off('data', close);
    reuseSocket(socket, request);
  };
}

/**
 * Thrown when the target closed a kept connection before it received the request, or bytes came in
 * place of an answer after an empty one.
 */
class StaleConnection extends Error {}

function methodOf(config: RequestConfig): string {
  return (config.method ?? 'GET').toUpperCase();
}

/** The parts of a transport that all exchanges share. */
interface Parts {
  readonly options: TransportOptions;
  readonly route: Route;
  readonly waiting: WaitingRequests;
  readonly reuse: Reuse;
}

function exchangeOnce(
  config: RequestConfig,
  request: http.ClientRequest,
  { options, route, waiting, reuse }: Parts,
): Promise<AxiosResponse> {
  return new Promise((resolve, reject) => {
    let received: http.IncomingMessage | undefined;
    let beginning: BodyReader | undefined;
    const fail = (error: Error) => {
      waiting.delete(giveUp);
      request.destroy();
      reject(error instanceof StaleConnection ? error : toTargetError(error, route.proxy));
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
      else if (received && beginning) cut(received, beginning.read());
      else fail(new NoAnswer(silence, `${missing} within ${options.timeoutMs} ms${where}`));
    };
    const cut = (response: http.IncomingMessage, body: Buffer) => {
      succeed(response, body);
      request.destroy();
    };
    waiting.add(giveUp);
    if (config.data.breakOff !== undefined) return sendBeginning(request, config.data, fail);
    request.on('error', (error) => {
      const isSurplus = isOfParser(error) && (received?.complete ?? reuse.followsEmpty(request));
      if (isSurplus) reuse.recordSurplus();
      if (isSurplus && received) return;
      const isStale = request.reusedSocket && !received && (isSurplus || isReset(error));
      fail(isStale ? new StaleConnection() : error);
    });
    request.on('response', (response) => {
      received = response;
      if (endsWithHead(response, methodOf(config))) {
        succeed(response, Buffer.alloc(0));
        if (options.keepsConnections || reuse.keepsAfter(response)) response.resume();
        else response.destroy();
      } else if (config.data.events !== undefined) {
        beginning = readBody(
          response,
          options.maxBodyBytes,
          (body) => succeed(response, body),
          fail,
        );
        cutAfterEvents(response, config.data.events, beginning, (body) => cut(response, body));
      } else {
        readBody(response, options.maxBodyBytes, (body) => succeed(response, body), fail);
      }
    });
    const { body, gate } = config.data;
    if (gate === undefined) request.end(body);
    else gate.enter(request, () => request.end(body));
  });
}

/** The time that a target has to notice a closed connection, in milliseconds. */
const noticeTime = 1_000;

/**
 * Sends the beginning of a request and ends the connection. An answer or a closed connection shows
 * that the target has noticed, so that later requests meet the effect.
 *
 * @param fail called then, or when the time for it is over
 */
function sendBeginning(
  request: http.ClientRequest,
  { body, breakOff = '' }: Payload,
  fail: (error: Error) => void,
): void {
  let isSent = false;
  const end = () => fail(new BrokenOff(breakOff));
  request.on('error', (error) => (isSent ? end() : fail(error)));
  request.on('response', end);
  request.write(body, () => {
    isSent = true;
    request.socket?.end();
    setTimeout(end, noticeTime).unref();
  });
}

function openRequest(
  config: RequestConfig,
  agent: Agent,
  { server, prefix, headers }: Route,
): http.ClientRequest {
  const { request } = server.protocol === 'https:' ? https : http;
  return request({
    ...server,
    path: prefix + requestTargetOf(mustExist(config.url, 'URL of a request')),
    agent,
    method: methodOf(config),
    headers: headersToSend(config, headers),
    maxHeaderSize: maxHeaderBytes,
  });
}

/** An address whose path and query are in their normal form already (WHATWG URL). */
const normalAddress =
  /^https?:\/\/[^/?#]+(\/(?:[\w~-][\w.~-]*(?:\/|(?=\?|$)))*(?:\?[\w.~%=&+-]+)?)$/;

/** The request target of an address (RFC 9112 §3.2.1): path and query, in their normal form. */
function requestTargetOf(url: string): string {
  const path = normalAddress.exec(url)?.[1];
  if (path !== undefined) return path;
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function headersToSend(config: RequestConfig, ofProxy: Route['headers']): http.OutgoingHttpHeaders {
  const { body, headers: given } = config.data;
  // Of two names that differ in case, Node sends the later one.
  const headers: http.OutgoingHttpHeaders = { ...ofProxy, ...given };
  // A request with both headers is malformed (RFC 9112 §6.2); Node sends this one in chunks.
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'transfer-encoding')) {
    return headers;
  }
  const needsLength = body !== undefined || !isSafe(methodOf(config));
  if (needsLength) headers['Content-Length'] ??= Buffer.byteLength(body ?? '');
  return headers;
}

function isReset(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ECONNRESET' || error.code === 'EPIPE';
}

function isOfParser(error: NodeJS.ErrnoException): boolean {
  return error.code?.startsWith('HPE_') ?? false;
}

/**
 * Whether an answer has no body; it is complete before Node's parser reads bytes after the head.
 */
function endsWithHead(response: http.IncomingMessage, method: string): boolean {
  return method === 'HEAD' || response.statusCode === 204 || response.statusCode === 304;
}

/** The body that is being received. */
interface BodyReader {
  /** The bytes so far. */
  read(): Buffer;
}

/** Reads the whole body, up to the limit. */
function readBody(
  response: http.IncomingMessage,
  maxBytes: number,
  succeed: (body: Buffer) => void,
  fail: (error: Error) => void,
): BodyReader {
  const chunks: Buffer[] = [];
  let length = 0;
  response.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxBytes) fail(new UnreadableBody(`the body is larger than ${maxBytes} bytes`));
    else chunks.push(chunk);
  });
  response.on('error', fail);
  response.on('end', () => succeed(Buffer.concat(chunks)));
  return { read: () => Buffer.concat(chunks) };
}

/** Ends an answer after a number of events. */
function cutAfterEvents(
  response: http.IncomingMessage,
  count: number,
  body: BodyReader,
  cut: (body: Buffer) => void,
): void {
  if (count === 0 && isEventStream(response)) {
    cut(Buffer.alloc(0));
    return;
  }
  response.on('data', () => {
    // In Latin-1, places in the text are places among the bytes.
    const last = readEvents(body.read().toString('latin1'), count)[count - 1];
    if (last !== undefined) cut(body.read().subarray(0, last.end));
  });
}

function isEventStream({ headers }: http.IncomingMessage): boolean {
  return headers['content-type']?.toLowerCase().startsWith(streamType) ?? false;
}

/** Pairs the names and values, which alternate in `rawHeaders`. */
function headersReceived(response: http.IncomingMessage): [string, string][] {
  const pairs: [string, string][] = [];
  const raw = response.rawHeaders;
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const [name, value] = raw.slice(i, i + 2) as [string, string];
    pairs.push([name.toLowerCase(), value]);
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
    status: mustExist(response.statusCode, 'status of an answer'),
    statusText: mustExist(response.statusMessage, 'status message of an answer'),
    headers: {},
    data: { headers: headersReceived(response), body },
  };
}
