/** Another client, which uses the server while it is attacked. */
import { request } from 'node:http';
import type { OtherRequest } from './attack.js';

/** Milliseconds between two requests of a witness. */
const interval = 200;

/** Milliseconds after which a request without an answer counts as failed. */
const longestRequest = 60_000;

/** One request; times in milliseconds. */
interface Attempt {
  readonly sentAt: number;
  /** Time of the answer 200; undefined if there was none. */
  readonly servedAt: number | undefined;
}

/** Service to other clients. */
export interface Service {
  /** Number of requests answered with 200. */
  readonly served: number;
  /** The other statuses of requests, and the errors of requests without an answer. */
  readonly failures: readonly string[];
  /**
   * The longest wait of a request, in milliseconds. A failed request waits until a later request is
   * served; infinite if none is.
   */
  readonly longestWait: number;
}

/** The longest time from a request to its answer, or to the next answer if the request failed. */
export function longestWait(attempts: readonly Attempt[]): number {
  const waits = attempts.map(({ sentAt, servedAt }, index) => {
    if (servedAt !== undefined) return servedAt - sentAt;
    const later = attempts.slice(index + 1).flatMap((attempt) => attempt.servedAt ?? []);
    return Math.min(...later) - sentAt;
  });
  return Math.max(0, ...waits);
}

/** Resolves to the status, or to the code of the error of a request without an answer. */
function sendOnce(url: string, key: string | undefined, other: OtherRequest): Promise<string> {
  const { method = 'GET', target, body, hasKey = false } = other;
  const headers = {
    ...(hasKey && key !== undefined ? { 'X-API-Key': key } : {}),
    ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }),
  };
  const signal = AbortSignal.timeout(longestRequest);
  return new Promise((resolve) => {
    const fail = ({ code = 'no answer' }: NodeJS.ErrnoException): void => resolve(code);
    const sent = request(url + target, { method, headers, agent: false, signal }, (response) => {
      response.on('error', fail);
      response.on('end', () => resolve(String(response.statusCode))).resume();
    });
    sent.on('error', fail).end(body);
  });
}

/** Sends the same request at intervals until `finish` is called. */
export class Witness {
  readonly #send: () => Promise<string>;
  readonly #attempts: Attempt[] = [];
  readonly #failures: string[] = [];
  readonly #pending = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #onServed: (sentAt: number) => void = () => undefined;

  constructor(url: string, key: string | undefined, other: OtherRequest) {
    this.#send = () => sendOnce(url, key, other);
    this.#timer = setInterval(() => this.#attempt(), interval);
    this.#attempt();
  }

  #attempt(): void {
    const sentAt = performance.now();
    const index = this.#attempts.push({ sentAt, servedAt: undefined }) - 1;
    const done = this.#send().then((result) => {
      this.#pending.delete(done);
      if (result !== '200') {
        this.#failures.push(result);
        return;
      }
      this.#attempts[index] = { sentAt, servedAt: performance.now() };
      this.#onServed(sentAt);
    });
    this.#pending.add(done);
  }

  /** Stops when a request sent from now on is served, or after `timeout` milliseconds. */
  async finish(timeout: number): Promise<Service> {
    const now = performance.now();
    await new Promise<void>((resolve) => {
      const giveUp = setTimeout(resolve, timeout);
      this.#onServed = (sentAt) => {
        if (sentAt < now) return;
        clearTimeout(giveUp);
        resolve();
      };
      this.#attempt();
    });
    clearInterval(this.#timer);
    await Promise.all(this.#pending);
    const served = this.#attempts.filter(({ servedAt }) => servedAt !== undefined).length;
    return { served, failures: this.#failures, longestWait: longestWait(this.#attempts) };
  }
}
