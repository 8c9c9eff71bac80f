/**
 * Detection of a target that is gone. A target that closes connections at one endpoint can still be
 * judged at others. So after a lost connection, liveness requests are sent; the target is gone if
 * it answers none of them for a while.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isSafe, pathTemplate, type SentRequest } from './exchange.js';
import { type NoAnswer, TargetFailure, TargetGone } from './target-failure.js';

/** The liveness requests to a target, and the time limit of their answers. */
export interface WatchOptions {
  /**
   * Sends the liveness requests, and resolves to whether the target answered one.
   *
   * @param known safe requests that the target answered before
   */
  readonly isReachable: (known: readonly SentRequest[]) => Promise<boolean>;
  /** The time after which a silent target is gone, in milliseconds; it must allow for a restart. */
  readonly timeLimitMs: number;
}

/** A request without an answer. */
export interface Loss {
  readonly request: SentRequest;
  readonly reason: string;
  /** The time of the failure. */
  readonly at: Date;
}

/** The pauses between liveness requests, in milliseconds. */
const [firstPause, longestPause] = [25, 500];

/**
 * Numbers of consecutive requests without an answer in time: at one endpoint, after which it gets
 * no further requests; and at all endpoints (at least four), after which the target is gone.
 */
const [mostAtEndpoint, mostInRow] = [3, 10];

/** The reachability of one target. */
export class Reachability {
  readonly #options: WatchOptions;
  /**
   * The first request without an answer since the last liveness request. Answers to earlier
   * requests do not show that the target is there.
   */
  #first: Loss | undefined;
  #gone: Loss | undefined;
  #checking: Promise<void> | undefined;
  #isStopped = false;
  /** The number of requests in a row without an answer in time, by endpoint. */
  readonly #slow = new Map<string, number>();
  /** The same since the latest answer of any endpoint. */
  readonly #row = new Map<string, number>();
  #rowStart: Loss | undefined;
  /** The latest safe request with an answer. */
  #known: SentRequest | undefined;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** The first request that had no answer since the target is gone; undefined while it is there. */
  get gone(): Loss | undefined {
    return this.#gone;
  }

  /**
   * Resolves when a request may be sent; requests wait while the target is checked.
   *
   * @throws TargetGone when the target is gone, TargetFailure when the endpoint no longer answers
   */
  async admit(request: SentRequest): Promise<void> {
    while (this.#checking !== undefined) await this.#checking;
    this.#demandThere(false);
    if (this.#slow.size === 0) return;
    const endpoint = endpointOf(request);
    if ((this.#slow.get(endpoint) ?? 0) < mostAtEndpoint) return;
    throw new TargetFailure(
      `not sent: the last ${mostAtEndpoint} requests ${endpoint} had no answer in time`,
      { isSent: false },
    );
  }

  /** Records an answer, which may be unusable. */
  recordAnswer(request: SentRequest): void {
    if (isSafe(request.method)) this.#known = request;
    this.#rowStart = undefined;
    this.#row.clear();
    if (this.#slow.size > 0) this.#slow.delete(endpointOf(request));
  }

  /**
   * Records a request without an answer. Resolves when the target is known to be there.
   *
   * @throws TargetGone when the target is gone
   */
  async recordLoss(request: SentRequest, { message: reason, silence }: NoAnswer): Promise<void> {
    const loss = { request, reason, at: new Date() };
    const isLost = silence === 'closed' || silence === 'stale';
    if (!isLost) this.#recordWaste(request);
    // An endless body shows that the target is there.
    if (silence === 'timeout' || silence === 'throttled') this.#lengthenRow(loss);
    if (silence === 'timeout' || isLost) await this.#makeSure(loss);
    this.#demandThere();
  }

  /** Ends the liveness requests. */
  stop(): void {
    this.#isStopped = true;
  }

  #demandThere(isSent = true): void {
    if (this.#gone === undefined) return;
    throw new TargetGone(describeGone(this.#gone.at), { isSent });
  }

  #recordWaste(request: SentRequest): void {
    const endpoint = endpointOf(request);
    this.#slow.set(endpoint, (this.#slow.get(endpoint) ?? 0) + 1);
  }

  #lengthenRow(loss: Loss): void {
    const endpoint = endpointOf(loss.request);
    this.#rowStart ??= loss;
    this.#row.set(endpoint, Math.min((this.#row.get(endpoint) ?? 0) + 1, mostAtEndpoint));
    const inRow = [...this.#row.values()].reduce((sum, count) => sum + count, 0);
    if (inRow >= mostInRow) this.#gone ??= this.#rowStart;
  }

  async #makeSure(loss: Loss): Promise<void> {
    if (this.#gone !== undefined) return;
    this.#first ??= loss;
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    await this.#checking;
  }

  async #check(): Promise<void> {
    const { isReachable, timeLimitMs } = this.#options;
    const deadline = performance.now() + timeLimitMs;
    for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
      const known = this.#known === undefined ? [] : [this.#known];
      if (await isReachable(known)) this.#first = undefined;
      if (this.#first === undefined || this.#isStopped) return;
      if (performance.now() + pause > deadline) break;
      await sleep(pause);
    }
    this.#gone ??= this.#first;
  }
}

/** The reason for sending nothing more to a target that is gone. */
export function describeGone(at: Date): string {
  return `the target stopped answering at ${at.toISOString().slice(11, 19)} UTC`;
}

/**
 * The method and the path of a request without ids, because most servers handle all ids with the
 * same code.
 */
function endpointOf({ method, url }: SentRequest): string {
  return `${method} ${pathTemplate(new URL(url).pathname)}`;
}
