/** A server that runs already, wherever it is. */
import { setTimeout as pause } from 'node:timers/promises';
import { type ClientOptions, createClient, type OpenClient } from '../http/client.js';
import { TargetFailure } from '../outcomes.js';
import { TargetUnavailable } from './errors.js';

/** Whom to wait for, and how long. */
export interface WaitOptions extends ClientOptions {
  /** One attempt is made even when it is 0. */
  readonly waitSeconds: number;
  readonly signal?: AbortSignal | undefined;
}

const firstPauseMs = 25;
const longestPauseMs = 500;

/** Of one row: a list may be longer than what is read of an answer. */
const question = { method: 'GET', path: '/api/users', query: [['id', '1']] } as const;

/**
 * Resolves as soon as the target gives any HTTP answer, of whatever status.
 *
 * @throws TargetUnavailable when it gives none in time; the message names the last reason.
 */
export async function waitForTarget(options: WaitOptions): Promise<void> {
  const { baseUrl, waitSeconds, timeoutMs = 10_000, signal } = options;
  const deadline = performance.now() + waitSeconds * 1000;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const remaining = Math.max(deadline - performance.now(), 0);
    const attemptMs = waitSeconds === 0 ? timeoutMs : Math.max(Math.min(timeoutMs, remaining), 1);
    const reason = await tryOnce(createClient({ ...options, timeoutMs: Math.ceil(attemptMs) }));
    if (reason === undefined) return;
    if (signal?.aborted || performance.now() + pauseMs > deadline) {
      const waited = waitSeconds === 0 ? '' : ` (waited ${waitSeconds} s)`;
      throw new TargetUnavailable(`${baseUrl} cannot be reached: ${reason}${waited}.`);
    }
    await pause(pauseMs);
  }
}

async function tryOnce(client: OpenClient): Promise<string | undefined> {
  try {
    await client.send(question);
    return undefined;
  } catch (error) {
    if (error instanceof TargetFailure) return error.message;
    throw error;
  } finally {
    client.close();
  }
}
