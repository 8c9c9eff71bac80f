/** Somebody else, who uses the server while it is attacked. */
import { request } from 'node:http';
import type { OtherRequest } from './attack.js';

/** How often each request is sent, in milliseconds. */
const interval = 200;

/** When a request counts as refused, in milliseconds. */
const longestRequest = 60_000;

/** What became of a request; times in milliseconds. */
interface Attempt {
  readonly sentAt: number;
  /** When it was served; undefined when it was not. */
  readonly servedAt: number | undefined;
}

/** How others were served. */
export interface Service {
  /** How many requests were served. */
  readonly served: number;
  /** How many were answered with another status than 200, or not at all. */
  readonly refused: number;
  /**
   * The longest that one waited, in milliseconds. One that was refused waits until the next one that
   * is served; infinite when none is.
   */
  readonly longestWait: number;
}

/** The time from each attempt to the next answer, at the longest. */
export function longestWait(attempts: readonly Attempt[]): number {
  const waits = attempts.map(({ sentAt, servedAt }, index) => {
    if (servedAt !== undefined) return servedAt - sentAt;
    const later = attempts.slice(index + 1).flatMap((attempt) => attempt.servedAt ?? []);
    return Math.min(...later) - sentAt;
  });
  return Math.max(0, ...waits);
}

function sendOnce(url: string, key: string | undefined, other: OtherRequest): Promise<boolean> {
  const { method = 'GET', target, body, hasKey = false } = other;
  const headers = {
    ...(hasKey && key !== undefined ? { 'X-API-Key': key } : {}),
    ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }),
  };
  const signal = AbortSignal.timeout(longestRequest);
  return new Promise((resolve) => {
    const sent = request(url + target, { method, headers, agent: false, signal }, (response) => {
      response.on('error', () => resolve(false));
      response.on('end', () => resolve(response.statusCode === 200)).resume();
    });
    sent.on('error', () => resolve(false)).end(body);
  });
}

/** Sends one request again and again until it is told to stop. */
export class Witness {
  readonly #send: () => Promise<boolean>;
  readonly #attempts: Attempt[] = [];
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
    const done = this.#send().then((isServed) => {
      this.#pending.delete(done);
      if (!isServed) return;
      this.#attempts[index] = { sentAt, servedAt: performance.now() };
      this.#onServed(sentAt);
    });
    this.#pending.add(done);
  }

  /** Goes on until a request that is sent from now on is served, or for so many milliseconds. */
  async finish(patience: number): Promise<Service> {
    const now = performance.now();
    await new Promise<void>((resolve) => {
      const giveUp = setTimeout(resolve, patience);
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
    const refused = this.#attempts.length - served;
    return { served, refused, longestWait: longestWait(this.#attempts) };
  }
}
