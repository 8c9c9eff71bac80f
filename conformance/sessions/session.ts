/** One pass over the scenarios of one target, which is left as it was found. */
import { createClient, type OpenClient, type Traffic } from '../http/client.js';
import { type Concurrency, ConcurrencyLimit } from '../http/concurrency-limit.js';
import type { RequestSpecification } from '../http/exchange.js';
import type { Secret } from '../http/redact.js';
import { Ledger, type Leftover } from '../scenarios/ledger.js';
import { countScenarios, type ScenarioCounts } from '../scenarios/read-scenarios.js';
import { runScenarios } from '../scenarios/run-scenarios.js';
import { type OpenTarget, readinessOf, type Target } from '../servers/target.js';
import { loadSteps } from '../step-files/load-steps.js';
import type { Requirement } from '../suite/requirements.js';
import type { Suite } from '../suite/suite.js';
import type { Case, RecordedExchange } from '../verdict/case.js';
import { describeOutage, type Outage } from '../verdict/outage.js';
import { Attempts } from './attempts.js';
import { cleanUp } from './clean-up.js';

/** What to run, and against which target. It is data alone. */
export interface Session {
  readonly target: Target;
  readonly suite: Suite;
  /** The suite's further options. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The requirements to judge. */
  readonly requirements: readonly Pick<Requirement, 'id' | 'needs' | 'level'>[];
  readonly seed: number;
  /** Stands in a text of each row that the session creates. */
  readonly marker: string;
  /** Before the first number that its scenarios get; no two sessions of a run share any. */
  readonly numbersFrom: number;
  /** How many requests may be under way at a time. */
  readonly concurrency: Concurrency;
  readonly timeoutMs: number;
  readonly insecure: boolean;
  /** Sends only requests that change nothing; default: also others. */
  readonly readOnly?: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** What the operator gave, to be kept out of reports. */
  readonly secrets: readonly Secret[];
}

/** A case with all that there is of its requests and answers, secrets included. */
export type RecordedCase = Case<RecordedExchange>;

/** Callbacks and cancellation of a session. */
export interface SessionControl {
  /** Gets the number of scenarios of each requirement in the suite, before the first of them begins. */
  readonly onBegin?: ((scenarios: ScenarioCounts) => void) | undefined;
  /**
   * Gets every case that counts, when it ends, and the number of requests that the session has sent
   * since it told of the one before.
   */
  readonly onCase: (one: RecordedCase, requests: number) => void;
  /** Sends no more requests for scenarios; those that wait for an answer get it, then it cleans up. */
  readonly signal?: AbortSignal | undefined;
  /** Ends the clean-up as well, and every request that waits for an answer. */
  readonly givingUp?: AbortSignal | undefined;
}

/** `runSession`, or the same in another thread. */
export type RunSession = typeof runSession;

/** How a session ended, besides its cases. It is data alone. */
export interface SessionResult {
  /** What was sent for scenarios. */
  readonly traffic: Traffic;
  /** The rows that could not be deleted. */
  readonly leftovers: readonly Leftover[];
  /** Undefined when the target answered to the end. */
  readonly outage: Outage | undefined;
  /** The highest number of requests that were under way at a time. */
  readonly mostAtATime: number;
}

/** Runs the scenarios, then deletes the rows that they left. */
export async function runSession(
  session: Session,
  target: OpenTarget,
  { onBegin, onCase, signal, givingUp }: SessionControl,
): Promise<SessionResult> {
  const { requirements, seed, suite, concurrency } = session;
  const client = openClient(session, target);
  const ledger = new Ledger();
  const limit = new ConcurrencyLimit(concurrency);
  let firstLost: RecordedCase | undefined;
  let told = 0;
  const attempts = new Attempts({ session, target, client, ledger, limit }, (one) => {
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
    await runScenarios(
      { suite, steps, requirements: ids, seed, concurrency: concurrency.bound },
      attempts,
    );
    const leftovers = await cleanUpAfter(session, target, { ledger, limit, signal: givingUp });
    const { gone, traffic } = client;
    const outage = gone && describeOutage(target.name, gone, firstLost);
    return { leftovers, outage, mostAtATime: limit.most, traffic };
  } finally {
    for (const removeListener of release) removeListener();
    client.close();
  }
}

/** The second question is for servers that fail at the first alone. */
function openClient(session: Session, target: OpenTarget): OpenClient {
  const questions: readonly RequestSpecification[] = [
    readinessOf(target, session.suite),
    { method: 'GET', path: '/' },
  ];
  return createClient({
    ...session,
    baseUrl: target.baseUrl,
    keepsConnections: target.keepsConnections ?? false,
    watch: { questions, patienceMs: session.timeoutMs },
  });
}

interface CleanUpParts {
  readonly ledger: Ledger;
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

/** @returns what removes the listener again */
function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal?.aborted) act();
  signal?.addEventListener('abort', act);
  return () => signal?.removeEventListener('abort', act);
}
