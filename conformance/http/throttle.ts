/**
 * The waits that a target asks for with 429 (Too Many Requests, RFC 6585 §4). All requests share them:
 * a limit of requests per minute concerns the client, and not one of its requests.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { countOf } from '../../kit/words.js';
import { type Exchange, headerOf } from './exchange.js';
import { NoAnswer } from './target-failure.js';

/** The status by which a target states that it did not process a request. */
export const tooMany = 429;

/** The most waits in a row after which every request is refused again. */
const mostWaits = 5;
/** In seconds. Without Retry-After, the shortest wait comes first, and each is twice the one before. */
const [shortestWait, longestWait] = [0.2, 120];

/** The state of one target. Times are those of `performance.now`. */
export class Throttle {
  #began = 0;
  #until = 0;
  #waitsInRow = 0;
  #waitedMs = 0;
  readonly #stop = new AbortController();

  /** The sum of all waits, in milliseconds. */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** Waits until the target takes requests again. */
  async pass(): Promise<void> {
    const { signal } = this.#stop;
    for (;;) {
      const left = this.#until - performance.now();
      if (left <= 0 || signal.aborted) return;
      await sleep(left, undefined, { signal }).catch(() => {});
    }
  }

  /** Ends all waits. */
  stop(): void {
    this.#stop.abort();
  }

  /** Notes that the target has processed a request. */
  noteAccepted(): void {
    this.#waitsInRow = 0;
  }

  /**
   * Notes an answer with 429.
   *
   * @param sentAt the time of the request; one that was sent before the last wait waits no longer
   * @throws NoAnswer when the target asks for too long waits, or too many
   */
  noteRefusal({ response }: Exchange, sentAt: number): void {
    if (sentAt < this.#began) return;
    this.#waitsInRow += 1;
    const stated = secondsIn(headerOf(response, 'retry-after'));
    const seconds = stated ?? shortestWait * 2 ** (this.#waitsInRow - 1);
    if (seconds > longestWait) {
      throw new NoAnswer(
        'throttled',
        `the target asks to wait for ${countOf(Math.round(seconds), 'second')} (429)`,
      );
    }
    if (this.#waitsInRow > mostWaits) {
      throw new NoAnswer('throttled', 'the target asks for fewer requests at a time (429)');
    }
    this.#began = performance.now();
    this.#until = this.#began + seconds * 1000;
    this.#waitedMs += seconds * 1000;
  }
}

/** The wait that Retry-After states, in seconds or until a date (RFC 9110 §10.2.3); else undefined. */
function secondsIn(retryAfter = ''): number | undefined {
  if (/^\d+(\.\d+)?$/.test(retryAfter)) return Number(retryAfter);
  const date = /^[A-Z][a-z]{2,8},? /.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}
