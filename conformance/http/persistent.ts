/** Sends requests that have no answer again: the connection may be lost for a moment. */
import { setTimeout as sleep } from 'node:timers/promises';
import { TargetFailure } from '../outcomes.js';
import type { Client, Exchange, RequestSpecification } from './exchange.js';

/** How long to go on. */
export interface Persistence {
  /** A request is given up when nothing was answered for so long; default 5000. */
  readonly patienceMs?: number;
  /** Ends all waiting at once; nothing is sent from then on. */
  readonly signal?: AbortSignal | undefined;
}

const [firstPauseMs, longestPauseMs] = [50, 1000];

/**
 * A client for requests that do no harm when the target gets them twice. Once it has given up on
 * one, the others fail at once: a target that is gone would cost its patience for each of them.
 */
export function createPersistentClient(
  client: Client,
  { patienceMs = 5000, signal }: Persistence = {},
): Client {
  let lastAnswer = performance.now();
  let hasGivenUp = false;
  const send = async (request: RequestSpecification): Promise<Exchange> => {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      if (signal?.aborted) throw new TargetFailure('the run was stopped', { isSent: false });
      try {
        const exchange = await client.send(request);
        lastAnswer = performance.now();
        return exchange;
      } catch (error) {
        hasGivenUp ||= performance.now() + pauseMs - lastAnswer > patienceMs;
        const isOver = hasGivenUp || signal?.aborted === true;
        if (!(error instanceof TargetFailure) || isOver) throw error;
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  };
  return { send };
}
