/**
 * The limit of requests under way at a time. It starts at one and grows while answers do not get
 * slower. It shrinks when they do, and is halved when the target rejects or drops requests that
 * were under way together (additive increase, multiplicative decrease).
 */

import { upperMedianOf } from '../../kit/collections.js';
import { mustExist } from '../../kit/invariant.js';
import type { Silence } from './target-failure.js';

/** The bound of the limit, and whether the limit adapts below it. */
export interface Concurrency {
  readonly bound: number;
  /** Whether the limit follows the answers; otherwise it equals the bound. */
  readonly adapts: boolean;
}

/** The default for a server at an address; a small server handles it. */
export const usualConcurrency: Concurrency = { bound: 8, adapts: true };

/** One request after the other. */
export const oneAtATime: Concurrency = { bound: 1, adapts: false };

/** The result of one request, reduced to what concerns the limit. */
export type AnswerSign =
  | { readonly status: number; readonly durationMs: number }
  | { readonly silence: Silence };

/** Receives every answer to a request, including answers that only ask to wait. */
export type AnswerListener = (sign: AnswerSign) => void;

/** One request that is under way. */
export interface ActiveRequest {
  /** Whether another request was under way at the same time. */
  readonly overlapsOthers: boolean;
  readonly record: AnswerListener;
  /** Records that the request has ended. Call it once. */
  end(): void;
}

/** Too Many Requests (RFC 6585 §4) and Service Unavailable (RFC 9110 §15.6.4). */
const overloadStatuses: ReadonlySet<number> = new Set([429, 503]);

/**
 * Whether the target may have rejected the request only because of its load. A time-out does not
 * count, because repeating it is too expensive.
 */
export function isOverload(
  sign: { readonly status: number } | { readonly silence: Silence },
): boolean {
  if ('status' in sign) return overloadStatuses.has(sign.status);
  return sign.silence === 'closed' || sign.silence === 'throttled';
}

/** The fewest answers for a meaningful median. */
const leastAnswers = 8;
/**
 * Answers are slower when their median exceeds the shortest median by this factor and by these ms.
 */
const [slowdown, noticeableMs] = [2, 10];
/** The number of answers without a rejection after which the ceiling rises by one. */
const answersUntilRetry = 200;

/** The limit of one target. */
export class ConcurrencyLimit {
  readonly #adapts: boolean;
  readonly #bound: number;
  /** The requests under way, each with the highest number of requests under way during its time. */
  readonly #underWay = new Set<{ most: number }>();
  readonly #listeners: (() => void)[] = [];
  #current: number;
  /** The highest limit to try: below the last number of requests that was rejected. */
  #ceiling: number;
  #most = 0;
  /** The number of rejections that the limit followed; requests of an earlier round are ignored. */
  #round = 0;
  #answersSinceRejection = 0;
  /** Since the last change of the limit: the times of answers, and the most requests under way. */
  #durations: number[] = [];
  #mostSinceChange = 0;
  #shortestMedian = Number.POSITIVE_INFINITY;

  constructor({ bound, adapts }: Concurrency) {
    this.#adapts = adapts;
    this.#bound = bound;
    this.#current = adapts ? 1 : bound;
    this.#ceiling = bound;
  }

  /** The number of requests that may be under way now. */
  get current(): number {
    return this.#current;
  }

  get underWay(): number {
    return this.#underWay.size;
  }

  /** The highest number of requests that were under way at a time, so far. */
  get most(): number {
    return this.#most;
  }

  /** Calls the listener whenever a request has ended, so that another request may go out. */
  onEnd(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Records that a request goes out. */
  begin(): ActiveRequest {
    const request = { most: 0 };
    const round = this.#round;
    this.#underWay.add(request);
    const count = this.#underWay.size;
    for (const each of this.#underWay) each.most = Math.max(each.most, count);
    this.#most = Math.max(this.#most, count);
    this.#mostSinceChange = Math.max(this.#mostSinceChange, count);
    return {
      get overlapsOthers() {
        return request.most > 1;
      },
      record: (sign) => {
        if (!this.#adapts) return;
        const isRejected = 'silence' in sign || isOverload(sign);
        if (!isRejected) this.#recordDuration(sign.durationMs);
        else if (request.most > 1 && round === this.#round) this.#backOff(request.most);
      },
      end: () => {
        this.#underWay.delete(request);
        for (const listener of this.#listeners) listener();
      },
    };
  }

  /** @param count the number of requests that were too many */
  #backOff(count: number): void {
    this.#round += 1;
    this.#answersSinceRejection = 0;
    this.#ceiling = Math.min(this.#ceiling, count - 1);
    this.#change(Math.max(1, Math.floor(Math.min(this.#current, count) / 2)));
  }

  #recordDuration(durationMs: number): void {
    this.#answersSinceRejection += 1;
    if (this.#answersSinceRejection % answersUntilRetry === 0) {
      this.#ceiling = Math.min(this.#bound, this.#ceiling + 1);
    }
    this.#durations.push(durationMs);
    if (this.#durations.length < Math.max(leastAnswers, 2 * this.#current)) return;
    this.#follow(mustExist(upperMedianOf(this.#durations), 'duration'));
  }

  /**
   * A median at one request at a time resets the shortest one, because lists may have become longer.
   */
  #follow(median: number): void {
    if (this.#current === 1) this.#shortestMedian = median;
    this.#shortestMedian = Math.min(this.#shortestMedian, median);
    const shortest = this.#shortestMedian;
    if (median > slowdown * shortest && median > shortest + noticeableMs) {
      this.#change(Math.max(1, this.#current - 1));
    } else if (this.#mostSinceChange >= this.#current) {
      this.#change(Math.min(this.#ceiling, this.#current + 1));
    } else {
      this.#change(this.#current);
    }
  }

  #change(limit: number): void {
    this.#current = limit;
    this.#durations = [];
    this.#mostSinceChange = this.#underWay.size;
  }
}
