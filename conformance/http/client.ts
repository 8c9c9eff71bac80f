/** The HTTP client: it sends the requests of scenarios and reports every exchange to a listener. */
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Axios } from 'axios';
import type { AnswerListener } from './concurrency-limit.js';
import { type Connection, plainConnection } from './connection-options.js';
import { decodeAnswer } from './decode-answer.js';
import {
  type Client,
  type Exchange,
  type ExchangeListener,
  isSafe,
  type RequestSpecification,
  type SentRequest,
} from './exchange.js';
import { addHeaders, buildRequest, type OutgoingRequest } from './outgoing-request.js';
import { type Loss, Reachability } from './reachability.js';
import type { StartGate } from './start-gate.js';
import { NoAnswer, TargetFailure } from './target-failure.js';
import { Throttle, tooMany } from './throttle.js';
import { createTransport, Payload, type RawAnswer } from './transport.js';

/** The target of a client, and its limits. */
export interface ClientOptions {
  /** Its path is a prefix of all paths. */
  readonly baseUrl: string;
  /** The limit for one whole exchange. Default: 10 000. */
  readonly timeoutMs?: number;
  /** A larger body is an error. Default: 16 MiB. */
  readonly maxBodyBytes?: number;
  /** Detection of a target that is gone. Default: none. */
  readonly watch?: Watch;
  /** Default: neither certificate nor proxy. */
  readonly connection?: Connection;
  /** Whether the target keeps connections open until the client closes them. Default: false. */
  readonly keepsConnections?: boolean;
  /** Whether every request may be sent twice, as safe ones may. Default: false. */
  readonly mayRepeat?: boolean;
  /** Headers of every request, such as those for a gateway. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Settings that are the same for every client of a run. */
export type ClientSettings = Required<Pick<ClientOptions, 'timeoutMs' | 'connection' | 'headers'>>;

/** Requests that show whether the target is there, after a request without an answer. */
export interface Watch {
  /** Requests that change nothing; any answer shows that the target is there. */
  readonly livenessRequests: readonly RequestSpecification[];
  /** The time without an answer after which the target is gone, in milliseconds. */
  readonly timeLimitMs: number;
}

/**
 * Stands between a scenario and the target: it may change a request, its answer, or both.
 *
 * @param forward sends a request to the target
 * @returns the exchange as the scenario sees it
 */
export type Intermediary = (
  request: OutgoingRequest,
  forward: (request: OutgoingRequest) => Promise<Exchange>,
) => Promise<Exchange>;

/**
 * Sends a request as soon as it may go out, through the gate, if there is one. Every answer is
 * reported to the listener of the request.
 */
export type Admission = (
  send: (onAnswer: AnswerListener, gate: StartGate | undefined) => Promise<Exchange>,
  request: RequestSpecification,
) => Promise<Exchange>;

const passingOn: Intermediary = (request, forward) => forward(request);

const admitAtOnce: Admission = (send) => send(() => {}, undefined);

/** A client that keeps connections open until it is closed. */
export interface OpenClient extends Client {
  /**
   * Returns the same client with a listener for every request. After a lost connection, it repeats
   * a safe request once (RFC 9110 §9.2.1). It sends no request to a target that is gone.
   *
   * @param admit decides when a request goes out. Default: immediately
   * @param intermediary default: none
   */
  reportingTo(
    listener: ExchangeListener,
    admit?: Admission,
    intermediary?: Intermediary | undefined,
  ): Client;
  /** The first request that had no answer since the target is gone; undefined while it is there. */
  readonly gone: Loss | undefined;
  /** The requests with a listener, repetitions included. */
  readonly traffic: Traffic;
  /** Makes all requests under way fail; no request is sent from then on. */
  interrupt(): void;
  close(): void;
}

/** The amount of requests; structured cloning keeps it. */
export interface Traffic {
  readonly requests: number;
  /** The time of each answer, in milliseconds. */
  readonly durations: readonly number[];
  /** The sum of the waits that the target asked for with 429, in milliseconds. */
  readonly throttledMs: number;
}

/**
 * The single file for browsers has no adapters for Node, so it loads in half the time;
 * `transport.ts` sends the requests.
 */
const axios = createRequire(import.meta.url)(
  'axios/dist/browser/axios.cjs',
) as typeof import('axios');

const defaultHeaders = { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': 'touchstone' };

/** Creates a client for one target. */
export function createClient(options: ClientOptions): OpenClient {
  const transport = createTransport({
    baseUrl: options.baseUrl,
    timeoutMs: options.timeoutMs ?? 10_000,
    maxBodyBytes: options.maxBodyBytes ?? 16 * 1024 * 1024,
    connection: options.connection ?? plainConnection,
    keepsConnections: options.keepsConnections ?? false,
    mayRepeat: options.mayRepeat ?? false,
  });
  // Merging the many defaults of axios would cost more than everything else that it does.
  const http = new axios.Axios({ adapter: transport.adapter });
  const base = options.baseUrl.replace(/\/+$/, '');
  const headers = addHeaders(addHeaders(new Map(), defaultHeaders), options.headers);
  const describe = (specification: RequestSpecification, gate?: StartGate) =>
    buildRequest(specification, base, headers, gate);
  const reachability = new Reachability({
    isReachable: (known) =>
      isAnyAnswered(http, [
        ...(options.watch?.livenessRequests ?? []).map((one) => describe(one).sent),
        ...known,
      ]),
    timeLimitMs: options.watch?.timeLimitMs ?? 0,
  });
  const count = new TrafficCount();
  const throttle = new Throttle();
  const sendWatched = (
    specification: RequestSpecification,
    listener: ExchangeListener,
    onAnswer: AnswerListener,
    intermediary: Intermediary,
    gate: StartGate | undefined,
  ) => {
    const request = describe(specification, gate);
    const watcher = count.watch(onAnswer);
    const forward = (one: OutgoingRequest) => sendDespiteThrottling(throttle, watcher, http, one);
    const send = () => intermediary(request, forward);
    return options.watch === undefined
      ? report(request.sent, send, listener)
      : reportWatched(request.sent, send, listener, reachability);
  };
  return {
    send: (specification) =>
      sendDespiteThrottling(throttle, noWatcher, http, describe(specification)),
    reportingTo: (listener, admit = admitAtOnce, intermediary = passingOn) => ({
      send: (specification) =>
        admit(
          (onAnswer, gate) => sendWatched(specification, listener, onAnswer, intermediary, gate),
          specification,
        ),
    }),
    get gone() {
      return reachability.gone;
    },
    get traffic() {
      const { requests, durations } = count;
      return { requests, durations, throttledMs: throttle.waitedMs };
    },
    interrupt() {
      reachability.stop();
      throttle.stop();
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

/** Repeats a safe request once when its connection was lost and the target is there. */
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
      reachability.recordAnswer(request);
      return exchange;
    } catch (error) {
      if (!(error instanceof NoAnswer)) {
        // An unusable answer also shows that the target is there.
        if (error instanceof TargetFailure) reachability.recordAnswer(request);
        throw error;
      }
      await reachability.recordLoss(request, error);
      if (!mayRepeat || error.silence !== 'closed') throw error;
    }
  }
}

function isSignOfLife(error: unknown): boolean {
  if (error instanceof NoAnswer) return error.silence === 'endless';
  return error instanceof TargetFailure;
}

/** Time after which the next liveness request is sent, whether or not the last one ended, in ms. */
const livenessInterval = 1_000;

/**
 * Returns whether any of the requests is answered; an unusable or endless answer counts. The
 * requests are sent one after the other: none may be under way when the scenarios continue, because
 * a small server could reject theirs.
 */
async function isAnyAnswered(http: Axios, requests: readonly SentRequest[]): Promise<boolean> {
  const answers: Promise<void>[] = [];
  const isAnswered = () =>
    Promise.any(answers).then(
      () => true,
      () => false,
    );
  for (const request of requests) {
    answers.push(awaitSignOfLife(http, request));
    const pause = sleep(livenessInterval, false, { ref: false });
    if (await Promise.race([isAnswered(), pause])) return true;
  }
  return await isAnswered();
}

async function awaitSignOfLife(http: Axios, request: SentRequest): Promise<void> {
  try {
    await sendRequest(http, { sent: request, payload: new Payload(request.headers, undefined) });
  } catch (error) {
    if (!isSignOfLife(error)) throw error;
  }
}

/** Callbacks for every attempt to send a request, and for its result. */
interface SendWatcher {
  readonly onSend: () => void;
  readonly onAnswer: AnswerListener;
}

const noWatcher: SendWatcher = { onSend() {}, onAnswer() {} };

class TrafficCount implements Omit<Traffic, 'throttledMs'> {
  readonly durations: number[] = [];
  requests = 0;

  /** Counts requests and answers, and passes answers on. */
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
 * Sends a request, and repeats it after 429, which is no answer to the request itself.
 *
 * @throws NoAnswer when the target asks for too long waits, or too many
 */
async function sendDespiteThrottling(
  throttle: Throttle,
  watcher: SendWatcher,
  ...parts: Parameters<typeof sendRequest>
): Promise<Exchange> {
  for (;;) {
    await throttle.pass();
    const sentAt = performance.now();
    const exchange = await sendNoting(watcher, parts);
    if (exchange.response.status !== tooMany) {
      throttle.noteAccepted();
      return exchange;
    }
    throttle.noteRefusal(exchange, sentAt);
  }
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
  { sent: request, payload: data }: OutgoingRequest,
): Promise<Exchange> {
  const { method, url } = request;
  const startedAt = performance.now();
  const answer = await http.request<RawAnswer>({ method, url, data });
  const durationMs = performance.now() - startedAt;
  return { request, response: decodeAnswer(answer.status, answer.data), durationMs };
}
