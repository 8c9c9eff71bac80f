/** Sends the requests of scenarios and reports every exchange to whoever listens. */
import { isUtf8 } from 'node:buffer';
import { setTimeout as sleep } from 'node:timers/promises';
import { Axios } from 'axios';
import { NoAnswer, TargetFailure, UnreadableBody } from '../outcomes.js';
import type { AnswerListener } from './concurrency-limit.js';
import {
  type Client,
  type Exchange,
  type ExchangeListener,
  headerOf,
  isSafe,
  type ReceivedResponse,
  type RequestSpecification,
  type SentRequest,
} from './exchange.js';
import { type Loss, Reachability } from './reachability.js';
import { createTransport, Payload, type RawAnswer } from './transport.js';

/** Whom to talk to, and within which limits. */
export interface ClientOptions {
  /** A path in it is kept as a prefix. */
  readonly baseUrl: string;
  /** For one whole exchange; default 10 000. */
  readonly timeoutMs?: number;
  /** A larger body is a failure of the target; default 16 MiB. */
  readonly maxBodyBytes?: number;
  /** How to find out whether the target is gone; default: it never is. */
  readonly watch?: Watch;
  readonly insecure?: boolean;
  /** Whether the target closes no connection unasked; not assumed unless stated. */
  readonly keepsConnections?: boolean;
  /** Sent with every request, such as what a gateway asks for. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What holds for every client of a run, whichever server it talks to. */
export type ClientSettings = Required<Pick<ClientOptions, 'timeoutMs' | 'insecure' | 'headers'>>;

/** What a target is asked when a request had no answer. */
export interface Watch {
  /** They change nothing, and any answer will do. */
  readonly questions: readonly RequestSpecification[];
  /** How long it may leave them without an answer, in milliseconds, until it counts as gone. */
  readonly patienceMs: number;
}

/** Sends a request when it may go out; the request tells its listener of every answer. */
export type Admission = (
  send: (onAnswer: AnswerListener) => Promise<Exchange>,
  request: RequestSpecification,
) => Promise<Exchange>;

const admitAtOnce: Admission = (send) => send(() => {});

/** A client that keeps connections open until it is closed. Its own requests are always sent. */
export interface OpenClient extends Client {
  /**
   * The same client, telling a listener of every request. It sends a request again, once, whose
   * connection was lost, if it is safe (RFC 9110 §9.2.1); it sends none to a target that is gone.
   *
   * @param admit decides when a request goes out; default: at once
   */
  reportingTo(listener: ExchangeListener, admit?: Admission): Client;
  /** The first request that was lost when the target went; undefined while it is there. */
  readonly gone: Loss | undefined;
  /** What was sent for listeners, repetitions included. */
  readonly traffic: Traffic;
  /** Makes all requests that wait for an answer fail; later ones are sent as ever. */
  interrupt(): void;
  close(): void;
}

/** How much a client has sent. It is data alone. */
export interface Traffic {
  readonly requests: number;
  /** How long each answer took, in milliseconds. */
  readonly durations: readonly number[];
}

const defaultHeaders = { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': 'touchstone' };

/** Makes a client for one target; nothing is sent until it is asked to. */
export function createClient(options: ClientOptions): OpenClient {
  const transport = createTransport({
    baseUrl: options.baseUrl,
    timeoutMs: options.timeoutMs ?? 10_000,
    maxBodyBytes: options.maxBodyBytes ?? 16 * 1024 * 1024,
    insecure: options.insecure ?? false,
    keepsConnections: options.keepsConnections ?? false,
  });
  // Without the defaults of axios, which are many: merging them costs more than all else it does.
  const http = new Axios({ adapter: transport.adapter });
  const base = options.baseUrl.replace(/\/+$/, '');
  const headers = addHeaders(addHeaders(new Map(), defaultHeaders), options.headers);
  const describe = (specification: RequestSpecification) =>
    buildRequest(specification, base, headers);
  const reachability = new Reachability({
    isThere: (known) =>
      isAnyAnswered(http, [...(options.watch?.questions ?? []).map(describe), ...known]),
    patienceMs: options.watch?.patienceMs ?? 0,
  });
  const count = new TrafficCount();
  const sendWatched = (
    specification: RequestSpecification,
    listener: ExchangeListener,
    onAnswer: AnswerListener,
  ) => {
    const request = describe(specification);
    const watcher = count.watch(onAnswer);
    const send = () => sendPatiently(watcher, http, request, specification.body);
    return options.watch === undefined
      ? report(request, send, listener)
      : reportWatched(request, send, listener, reachability);
  };
  return {
    send: (specification) =>
      sendPatiently(nobody, http, describe(specification), specification.body),
    reportingTo: (listener, admit = admitAtOnce) => ({
      send: (specification) =>
        admit((onAnswer) => sendWatched(specification, listener, onAnswer), specification),
    }),
    get gone() {
      return reachability.gone;
    },
    get traffic() {
      const { requests, durations } = count;
      return { requests, durations };
    },
    interrupt() {
      reachability.stop();
      transport.interrupt();
    },
    close: transport.close,
  };
}

type Send = () => Promise<Exchange>;

async function report(
  request: SentRequest,
  send: Send,
  listener: ExchangeListener,
): Promise<Exchange> {
  try {
    const exchange = await send();
    listener.exchange(exchange);
    return exchange;
  } catch (error) {
    if (error instanceof TargetFailure) listener.unanswered(request, error.message);
    throw error;
  }
}

/** Repeats a safe request once whose connection was lost while the target is there. */
async function reportWatched(
  request: SentRequest,
  send: Send,
  listener: ExchangeListener,
  reachability: Reachability,
): Promise<Exchange> {
  for (let mayRepeat = isSafe(request.method); ; mayRepeat = false) {
    await reachability.admit(request);
    try {
      const exchange = await report(request, send, listener);
      reachability.noteAnswer(request);
      return exchange;
    } catch (error) {
      if (!(error instanceof NoAnswer)) {
        // An answer that is of no use shows as well that the target is there.
        if (error instanceof TargetFailure) reachability.noteAnswer(request);
        throw error;
      }
      await reachability.noteLoss(request, error);
      if (!mayRepeat || error.silence !== 'closed') throw error;
    }
  }
}

function isSignOfLife(error: unknown): boolean {
  if (error instanceof NoAnswer) return error.silence === 'endless';
  return error instanceof TargetFailure;
}

/** Any answer will do, also one that is of no use or has no end; they are all sent at once. */
function isAnyAnswered(http: Axios, requests: readonly SentRequest[]): Promise<boolean> {
  const answers = requests.map(async (request) => {
    try {
      await sendRequest(http, request, undefined);
    } catch (error) {
      if (!isSignOfLife(error)) throw error;
    }
  });
  return Promise.any(answers).then(
    () => true,
    () => false,
  );
}

/** "Too Many Requests" (RFC 6585 §4): it tells nothing of what would have been answered. */
const tooMany = 429;
const mostWaits = 5;
/** In seconds; when a target does not say how long, the shortest, and twice as long each time. */
const [shortestWait, longestWait] = [0.2, 5];

/** Is told of every attempt to send a request, and of what came of it. */
interface SendWatcher {
  readonly onSend: () => void;
  readonly onAnswer: AnswerListener;
}

const nobody: SendWatcher = { onSend() {}, onAnswer() {} };

class TrafficCount implements Traffic {
  readonly durations: number[] = [];
  requests = 0;

  /** Counts what is told before it tells the next. */
  watch(next: AnswerListener): SendWatcher {
    return {
      onSend: () => {
        this.requests += 1;
      },
      onAnswer: (sign) => {
        if ('status' in sign) this.durations.push(sign.durationMs);
        next(sign);
      },
    };
  }
}

/**
 * Sends a request again when the target wants fewer of them at a time. It has not been looked at
 * then, so that this does no harm.
 *
 * @throws NoAnswer when the target wants so few that a run would not end.
 */
async function sendPatiently(
  watcher: SendWatcher,
  ...parts: Parameters<typeof sendRequest>
): Promise<Exchange> {
  for (let waits = 0; waits < mostWaits; waits += 1) {
    const exchange = await sendNoting(watcher, parts);
    if (exchange.response.status !== tooMany) return exchange;
    const unstated = shortestWait * 2 ** waits;
    const seconds = Number(headerOf(exchange.response, 'retry-after') ?? unstated);
    if (!(seconds <= longestWait)) break;
    await sleep(seconds * 1000);
  }
  throw new NoAnswer('throttled', 'the target wants fewer requests at a time (429)');
}

async function sendNoting(
  { onSend, onAnswer }: SendWatcher,
  parts: Parameters<typeof sendRequest>,
): Promise<Exchange> {
  onSend();
  try {
    const exchange = await sendRequest(...parts);
    onAnswer({ status: exchange.response.status, durationMs: exchange.durationMs });
    return exchange;
  } catch (error) {
    if (error instanceof NoAnswer) onAnswer({ silence: error.silence });
    throw error;
  }
}

async function sendRequest(
  http: Axios,
  request: SentRequest,
  body: string | Uint8Array | undefined,
): Promise<Exchange> {
  const { method, url, headers } = request;
  const startedAt = performance.now();
  const { status, data } = await http.request<RawAnswer>({
    method,
    url,
    data: new Payload(headers, body),
  });
  const durationMs = performance.now() - startedAt;
  return { request, response: decodeAnswer(status, data), durationMs };
}

function buildRequest(
  { method, path, query, headers, body }: RequestSpecification,
  base: string,
  common: Headers,
): SentRequest {
  return {
    method,
    url: base + path + encodeQuery(query ?? []),
    headers: Object.fromEntries(addHeaders(common, headers).values()),
    body: body === undefined || typeof body === 'string' ? body : Buffer.from(body).toString(),
  };
}

function encodeQuery(query: readonly (readonly [string, string])[]): string {
  const pairs = query.map((pair) => pair.map(encodeURIComponent).join('='));
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** By their names in lower case, as these are compared, each with how it is written. */
type Headers = ReadonlyMap<string, readonly [name: string, value: string]>;

/** Later ones win. */
function addHeaders(headers: Headers, more: RequestSpecification['headers'] = {}): Headers {
  const merged = new Map(headers);
  for (const [name, value] of Object.entries(more)) merged.set(name.toLowerCase(), [name, value]);
  return merged;
}

/** @throws UnreadableBody when it is nested so deeply that nobody could work with it. */
function decodeAnswer(status: number, { headers, body }: RawAnswer): ReceivedResponse {
  const text = body.toString('utf8');
  if (isNestedBeyond(deepestNesting, text)) {
    throw new UnreadableBody(`the body is nested more than ${deepestNesting} levels deep`);
  }
  return { status, headers, body: text, malformedAt: findMalformed(body, text) };
}

/** Where the bytes differ from those of the text that was decoded from them. */
function findMalformed(body: Buffer, text: string): number | undefined {
  if (isUtf8(body)) return undefined;
  return Buffer.from(text).findIndex((byte, index) => byte !== body[index]);
}

/** What walks over JSON calls itself once a level, and the stack is finite (RFC 8259 §9). */
const deepestNesting = 500;

/** Whether there are more opening than closing brackets somewhere, those in texts left out. */
function isNestedBeyond(limit: number, json: string): boolean {
  if (json.length <= limit || !/^\s*[[{]/.test(json)) return false;
  let depth = 0;
  let isText = false;
  for (let i = 0; i < json.length && depth <= limit; i += 1) {
    const character = json[i];
    if (isText && character === '\\') i += 1;
    else if (character === '"') isText = !isText;
    else if (isText) continue;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
  }
  return depth > limit;
}
