/** Repetition of requests, for moments in which the connection is lost or the target overloaded. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isOverload } from './concurrency-limit.js';
import type { Client, Exchange, RequestSpecification } from './exchange.js';
import { TargetFailure } from './target-failure.js';

/** The limits of repetition. */
export interface Persistence {
  /**
   * The time without any answer after which the client gives up, in milliseconds. Default: 5000.
   */
  readonly timeLimitMs?: number;
  /** Ends all waits immediately; no request is repeated from then on. */
  readonly signal?: AbortSignal | undefined;
}

const [firstPauseMs, longestPauseMs] = [50, 1000];

/**
 * Returns a client for requests that are harmless if the target receives them twice. After it has
 * given up on one request, all others fail immediately. A request that an overloaded target rejects
 * is repeated once, when no other request is under way.
 */
export function createPersistentClient(
  client: Client,
  { timeLimitMs = 5000, signal }: Persistence = {},
): Client {
  let lastAnswer = performance.now();
  let hasGivenUp = false;
  const underWay = new Set<Promise<Exchange>>();
  let lastRetry: Promise<unknown> = Promise.resolve();
  const sendUntilAnswered = async (request: RequestSpecification): Promise<Exchange> => {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        const exchange = await client.send(request);
        lastAnswer = performance.now();
        return exchange;
      } catch (error) {
        hasGivenUp ||= performance.now() + pauseMs - lastAnswer > timeLimitMs;
        const isOver = hasGivenUp || signal?.aborted === true;
        if (!(error instanceof TargetFailure) || isOver) throw error;
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const sendNoting = (request: RequestSpecification): Promise<Exchange> => {
    const sending = sendUntilAnswered(request).finally(() => underWay.delete(sending));
    underWay.add(sending);
    return sending;
  };
  const sendAlone = async (request: RequestSpecification, earlier: Promise<unknown>) => {
    await earlier;
    while (underWay.size > 0) await Promise.allSettled(underWay);
    return await sendNoting(request);
  };
  return {
    async send(request) {
      const exchange = await sendNoting(request);
      if (!isOverload(exchange.response)) return exchange;
      const retry = sendAlone(request, lastRetry);
      lastRetry = retry.catch(() => undefined);
      return await retry;
    },
  };
}
