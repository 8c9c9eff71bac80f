/** Servers that run already. */
import { setTimeout as pause } from 'node:timers/promises';
import { type ClientOptions, createClient, type OpenClient } from '../http/client.js';
import type { RequestSpecification } from '../http/exchange.js';
import {
  CertificateFailure,
  NoAnswer,
  TargetFailure,
  UnreadableBody,
} from '../http/target-failure.js';
import { TargetUnavailable } from './target.js';

/** The server to wait for, and the time limit. */
export interface WaitOptions extends ClientOptions {
  /** Any answer to this request shows that the target is up. */
  readonly ready: RequestSpecification;
  /** With 0, there is one attempt. */
  readonly waitSeconds: number;
  readonly signal?: AbortSignal | undefined;
}

const firstPauseMs = 25;
const longestPauseMs = 500;

/**
 * Waits for the first HTTP answer of the target, of any status.
 *
 * @returns the status of the answer; undefined when the answer cannot be read
 * @throws TargetUnavailable when no answer comes in time; the message has the last reason
 */
export async function waitForTarget(options: WaitOptions): Promise<number | undefined> {
  const { baseUrl, ready, waitSeconds, timeoutMs = 10_000, signal } = options;
  const deadline = performance.now() + waitSeconds * 1000;
  let reason: TargetFailure | undefined;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const remaining = Math.max(deadline - performance.now(), 0);
    const attemptMs = waitSeconds === 0 ? timeoutMs : Math.max(Math.min(timeoutMs, remaining), 1);
    const client = createClient({ ...options, timeoutMs: Math.ceil(attemptMs) });
    const failure = await tryOnce(client, ready);
    if (!(failure instanceof TargetFailure)) return failure;
    // An attempt that the deadline cut short says less than the one before.
    const isCut = attemptMs < timeoutMs && failure instanceof NoAnswer && failure.isUnderWay;
    if (!isCut || reason === undefined) reason = failure;
    // Waiting changes no certificate.
    const isFinal = failure instanceof CertificateFailure || signal?.aborted;
    if (isFinal || performance.now() + pauseMs > deadline) {
      const waited = waitSeconds === 0 || isFinal ? '' : ` (waited ${waitSeconds} s)`;
      throw new TargetUnavailable(`${baseUrl} ${describeEnd(reason)}: ${reason.message}${waited}.`);
    }
    await pause(pauseMs);
  }
}

function describeEnd(reason: TargetFailure): string {
  if (reason instanceof CertificateFailure) return 'cannot be trusted';
  return reason instanceof NoAnswer ? 'cannot be reached' : 'does not speak HTTP';
}

async function tryOnce(
  client: OpenClient,
  ready: RequestSpecification,
): Promise<number | TargetFailure | undefined> {
  try {
    return (await client.send(ready)).response.status;
  } catch (error) {
    const isEndless = error instanceof NoAnswer && error.silence === 'endless';
    if (isEndless || error instanceof UnreadableBody) return undefined;
    if (error instanceof TargetFailure) return error;
    throw error;
  } finally {
    client.close();
  }
}
