/**
 * A session: it runs the requirements of one run against one target, once, and then deletes the
 * rows that it created.
 */
import { onAbort } from '../../kit/stop.js';
import { type Leftover, OwnedResources } from '../creations/owned-resources.js';
import { createClient, type OpenClient } from '../http/client.js';
import { ConcurrencyLimit } from '../http/concurrency-limit.js';
import type { RequestSpecification } from '../http/exchange.js';
import { TargetFailure } from '../http/target-failure.js';
import { RequestScheduler } from '../scenarios/request-scheduler.js';
import { countScenarios, runScenarios } from '../scenarios/run-scenarios.js';
import { type OpenTarget, readinessOf } from '../servers/target.js';
import { loadSteps } from '../step-files/load-steps.js';
import { toOutage } from '../verdict/case.js';
import { Attempts, numbersAfter, type SessionParts } from './attempts.js';
import { cleanUp, noListener } from './clean-up.js';
import type { RecordedCase, Session, SessionControl, SessionResult } from './session-input.js';

/** `runSession`, or its counterpart in another thread. */
export type RunSession = typeof runSession;

/** Runs the scenarios, then deletes the rows that they created. */
export async function runSession(
  session: Session,
  target: OpenTarget,
  { onBegin, onCase, onIssued = () => {}, onResourceChange, signal, givingUp }: SessionControl,
): Promise<SessionResult> {
  const { requirements, seed, suite, concurrency } = session;
  const client = openClient(session, target);
  const owned = new OwnedResources(onResourceChange);
  const limit = new ConcurrencyLimit(concurrency);
  const scheduler = new RequestScheduler(limit);
  const nextNumber = numbersAfter(session.numbersFrom);
  let firstLost: RecordedCase | undefined;
  let told = 0;
  const parts: SessionParts = {
    ...{ session, target, client, owned, scheduler, nextNumber, onIssued },
  };
  const attempts = new Attempts(parts, (one) => {
    const lost = client.gone?.request;
    if (one.exchanges.some(({ request }) => request === lost)) firstLost = one;
    const { requests } = client.traffic;
    onCase(one, requests - told);
    told = requests;
  });
  const release = [
    onAbort(signal, () => attempts.stop()),
    onAbort(givingUp, () => client.interrupt()),
  ];
  try {
    const ids = requirements.map(({ id }) => id);
    const steps = await loadSteps(suite);
    onBegin?.(countScenarios(suite));
    const issued = await attempts.logIn();
    await runScenarios(
      { suite, steps, requirements: ids, seed, concurrency: concurrency.bound },
      attempts,
    );
    const credentials = { ...target.credentials, ...issued };
    const leftovers = await cleanUpAfter(
      session,
      { ...target, credentials },
      { owned, limit, signal: givingUp },
    );
    const { traffic } = client;
    if (leftovers.length > 0 && !givingUp?.aborted) await seekTarget(parts);
    const { gone } = client;
    const outage = gone && toOutage(target.name, gone, firstLost);
    const { passedAlone } = attempts;
    return { leftovers, outage, mostAtATime: limit.most, passedAlone, traffic };
  } finally {
    for (const removeListener of release) removeListener();
    client.close();
  }
}

/** The second liveness request covers servers that fail only at the first one. */
function openClient(session: Session, target: OpenTarget): OpenClient {
  const livenessRequests: readonly RequestSpecification[] = [
    readinessOf(target, session.suite),
    { method: 'GET', path: '/' },
  ];
  return createClient({
    ...session,
    baseUrl: target.baseUrl,
    keepsConnections: target.keepsConnections ?? false,
    watch: { livenessRequests, timeLimitMs: session.timeoutMs },
  });
}

/** Finds out whether the target is gone since the clean-up, whose own requests are repeated. */
async function seekTarget({ session, target, client }: SessionParts): Promise<void> {
  try {
    await client.reportingTo(noListener).send(readinessOf(target, session.suite));
  } catch (error) {
    if (!(error instanceof TargetFailure)) throw error;
  }
}

interface CleanUpParts {
  readonly owned: OwnedResources;
  readonly limit: ConcurrencyLimit;
  readonly signal: AbortSignal | undefined;
}

async function cleanUpAfter(
  { readOnly = false, ...session }: Session,
  target: OpenTarget,
  parts: CleanUpParts,
): Promise<readonly Leftover[]> {
  if (target.isDisposable || readOnly) return [];
  return await cleanUp({ ...session, ...parts, target, client: session });
}
