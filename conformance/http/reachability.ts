/**
 * Tells a target that is gone from one that fails single requests. A lost connection alone says
 * little: a target that closes the connection at one endpoint can be judged at all others. So it is
 * asked something else, and only when that has no answer either for a while, it is gone.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type NoAnswer, TargetFailure, TargetGone } from '../outcomes.js';
import { isSafe, pathTemplate, type SentRequest } from './exchange.js';

/** How to find out whether a target is there. */
export interface WatchOptions {
  /**
   * Asks it something, and resolves to whether there was an answer.
   *
   * @param known safe requests that it has answered before
   */
  readonly isThere: (known: readonly SentRequest[]) => Promise<boolean>;
  /** How long it may be away, in milliseconds: a restart takes its time. */
  readonly patienceMs: number;
}

/** A request that had no answer. */
export interface Loss {
  readonly request: SentRequest;
  readonly reason: string;
  /** When that was known. */
  readonly at: Date;
}

/** In milliseconds. */
const [firstPause, longestPause] = [25, 500];

/**
 * Requests that take all their time for nothing: so many in a row at one endpoint, after which no
 * more are sent there, and so many in a row at all endpoints, after which the target is gone. Four
 * endpoints at least are silent then.
 */
const [mostAtEndpoint, mostInRow] = [3, 10];

/** What is known of one target. */
export class Reachability {
  readonly #options: WatchOptions;
  /**
   * The first request without an answer since the target was asked last. Answers that were on their
   * way then do not show that it is there.
   */
  #first: Loss | undefined;
  #gone: Loss | undefined;
  #asking: Promise<void> | undefined;
  #isStopped = false;
  /** How many requests in a row an endpoint let wait for nothing. */
  readonly #slow = new Map<string, number>();
  /** Of those, the ones that nothing came back for since the latest answer of any endpoint. */
  readonly #row = new Map<string, number>();
  #rowStart: Loss | undefined;
  /** The latest safe request that was answered. */
  #known: SentRequest | undefined;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** The first request that was lost when the target went; undefined while it is there. */
  get gone(): Loss | undefined {
    return this.#gone;
  }

  /**
   * Resolves when a request may be sent: while the target is being asked whether it is there,
   * others wait.
   *
   * @throws TargetGone when it is gone, TargetFailure when the endpoint answers no more.
   */
  async admit(request: SentRequest): Promise<void> {
    while (this.#asking !== undefined) await this.#asking;
    this.#demandThere(false);
    const endpoint = endpointOf(request);
    if ((this.#slow.get(endpoint) ?? 0) < mostAtEndpoint) return;
    throw new TargetFailure(
      `not sent: the last ${mostAtEndpoint} requests ${endpoint} had no answer in time`,
      { isSent: false },
    );
  }

  /** To be told of every answer, also of one that is of no use. */
  noteAnswer(request: SentRequest): void {
    if (isSafe(request.method)) this.#known = request;
    this.#rowStart = undefined;
    this.#row.clear();
    this.#slow.delete(endpointOf(request));
  }

  /**
   * To be told of every request without an answer. Resolves when the target is known to be there.
   *
   * @throws TargetGone when it is gone.
   */
  async noteLoss(request: SentRequest, { message: reason, silence }: NoAnswer): Promise<void> {
    const loss = { request, reason, at: new Date() };
    if (silence !== 'closed') this.#noteWaste(request);
    // A body without an end shows that the target is there.
    if (silence === 'timeout' || silence === 'throttled') this.#lengthenRow(loss);
    if (silence === 'timeout' || silence === 'closed') await this.#makeSure(loss);
    this.#demandThere();
  }

  /** Ends the questions: nobody waits for their answer any more. */
  stop(): void {
    this.#isStopped = true;
  }

  #demandThere(isSent = true): void {
    if (this.#gone === undefined) return;
    throw new TargetGone(describeGone(this.#gone.at), { isSent });
  }

  #noteWaste(request: SentRequest): void {
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
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    await this.#asking;
  }

  async #ask(): Promise<void> {
    const { isThere, patienceMs } = this.#options;
    const deadline = performance.now() + patienceMs;
    for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
      const known = this.#known === undefined ? [] : [this.#known];
      if (await isThere(known)) this.#first = undefined;
      if (this.#first === undefined || this.#isStopped) return;
      if (performance.now() + pause > deadline) break;
      await sleep(pause);
    }
    this.#gone ??= this.#first;
  }
}

/** Why nothing more is sent to a target that is gone. */
export function describeGone(at: Date): string {
  return `the target stopped answering at ${at.toISOString().slice(11, 19)} UTC`;
}

/** Method and path: what is answered by the same code, in most servers. */
function endpointOf({ method, url }: SentRequest): string {
  return `${method} ${pathTemplate(new URL(url).pathname)}`;
}
