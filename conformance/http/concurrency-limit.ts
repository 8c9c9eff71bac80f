/**
 * How many requests may be under way at a time. The limit starts at one and grows while the answers
 * do not get slower; it shrinks when they do, and is halved when the target refuses or drops requests
 * that were under way together (additive increase, multiplicative decrease).
 */
import { medianOf } from '../../kit/median.js';
import type { Silence } from '../outcomes.js';

/** The bound of the limit, and whether it is fixed there. */
export interface Concurrency {
  readonly bound: number;
  /** Whether the limit follows the answers; otherwise it is the bound. */
  readonly adapts: boolean;
}

/** For a server of others: a small one stands so many. */
export const usualConcurrency: Concurrency = { bound: 8, adapts: true };

/** One request after the other. */
export const oneAtATime: Concurrency = { bound: 1, adapts: false };

/** What came of one request. */
export type AnswerSign =
  | { readonly status: number; readonly durationMs: number }
  | { readonly silence: Silence };

/** To be told of every answer to a request, also of one that only asks to wait. */
export type AnswerListener = (sign: AnswerSign) => void;

/** One request that is under way. */
export interface Passage {
  /** Whether another request was under way at some moment of this one. */
  readonly hasCompany: boolean;
  readonly note: AnswerListener;
  /** To be called once, when nothing more comes of it. */
  end(): void;
}

/** Too Many Requests (RFC 6585 §4) and Service Unavailable (RFC 9110 §15.6.4). */
const overloadStatuses: ReadonlySet<number> = new Set([429, 503]);

/**
 * Whether the target may have refused the request only because of its load. A time-out is not counted:
 * it is too expensive to be tried again.
 */
export function isOverload(
  sign: { readonly status: number } | { readonly silence: Silence },
): boolean {
  if ('status' in sign) return overloadStatuses.has(sign.status);
  return sign.silence === 'closed' || sign.silence === 'throttled';
}

/** The median of fewer answers says little. */
const leastAnswers = 8;
/** Answers are slower when their median exceeds the shortest one by this factor and by so many ms. */
const [slowdown, noticeableMs] = [2, 10];
/** After so many answers without a refusal, one request more is tried than was refused before. */
const answersUntilRetry = 200;

/** The limit of one target. */
export class ConcurrencyLimit {
  readonly #adapts: boolean;
  readonly #bound: number;
  /** The requests that are under way, each with how many of them there were at most meanwhile. */
  readonly #underWay = new Set<{ most: number }>();
  #current: number;
  /** What was refused is not tried again soon. */
  #ceiling: number;
  #most = 0;
  /** Counts the refusals that the limit has followed: requests of an earlier round say nothing new. */
  #round = 0;
  #answersSinceRefusal = 0;
  /** Since the limit changed: the times of the answers, and how many requests were under way at most. */
  #durations: number[] = [];
  #mostSinceChange = 0;
  #shortestMedian = Number.POSITIVE_INFINITY;

  constructor({ bound, adapts }: Concurrency) {
    this.#adapts = adapts;
    this.#bound = bound;
    this.#current = adapts ? 1 : bound;
    this.#ceiling = bound;
  }

  /** How many requests may be under way now. */
  get current(): number {
    return this.#current;
  }

  get underWay(): number {
    return this.#underWay.size;
  }

  /** The highest number of requests that were under way at a time. */
  get most(): number {
    return this.#most;
  }

  /** To be called when a request goes out. */
  begin(): Passage {
    const request = { most: 0 };
    const round = this.#round;
    this.#underWay.add(request);
    const count = this.#underWay.size;
    for (const each of this.#underWay) each.most = Math.max(each.most, count);
    this.#most = Math.max(this.#most, count);
    this.#mostSinceChange = Math.max(this.#mostSinceChange, count);
    return {
      get hasCompany() {
        return request.most > 1;
      },
      note: (sign) => {
        if (!this.#adapts) return;
        const isRefused = 'silence' in sign || isOverload(sign);
        if (!isRefused) this.#noteDuration(sign.durationMs);
        else if (request.most > 1 && round === this.#round) this.#backOff(request.most);
      },
      end: () => void this.#underWay.delete(request),
    };
  }

  /** @param count how many requests were too many */
  #backOff(count: number): void {
    this.#round += 1;
    this.#answersSinceRefusal = 0;
    this.#ceiling = Math.min(this.#ceiling, count - 1);
    this.#change(Math.max(1, Math.floor(Math.min(this.#current, count) / 2)));
  }

  #noteDuration(durationMs: number): void {
    this.#answersSinceRefusal += 1;
    if (this.#answersSinceRefusal % answersUntilRetry === 0) {
      this.#ceiling = Math.min(this.#bound, this.#ceiling + 1);
    }
    this.#durations.push(durationMs);
    if (this.#durations.length < Math.max(leastAnswers, 2 * this.#current)) return;
    this.#follow(medianOf(this.#durations) ?? 0);
  }

  /** One at a time shows how long the target takes now: its lists may have become longer. */
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
