/** One target: runs the scenarios and leaves the target as it was found. */
import { type Admission, createClient, type OpenClient } from '../http/client.js';
import { type Concurrency, ConcurrencyLimit } from '../http/concurrency-limit.js';
import type { RequestSpecification } from '../http/exchange.js';
import { withoutChanges } from '../http/read-only.js';
import { Blocked, TargetFailure, Violation } from '../outcomes.js';
import { runScenarios } from '../scenarios/run-scenarios.js';
import type { Gate, JudgedRequirement, Leftover, ScenarioEnd } from '../scenarios/scenario-run.js';
import { type Stay, Turnstile } from '../scenarios/turnstile.js';
import { readinessOf, type Target } from '../servers/target.js';
import { loadSteps } from '../step-files/load-steps.js';
import type { Suite } from '../suite/suite.js';
import { describeOutage, type Outage } from '../verdict/outage.js';
import { type CaseRecord, Recorder } from '../verdict/recorder.js';
import { cleanUp } from './clean-up.js';
import { RowLedger } from './ledger.js';
import { SharedPreparations } from './shared-preparations.js';

/** What to run against which target. It is data alone. */
export interface SessionOptions {
  readonly target: Target;
  readonly suite: Suite;
  /** The suite's further options. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The requirements to judge. */
  readonly requirements: readonly JudgedRequirement[];
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
}

/** How whoever runs a session goes along with it. */
export interface SessionControl {
  /** Is told of every case that ends, with all that there is of it. */
  readonly onRecord: (record: CaseRecord) => void;
  /** Sends no more requests for scenarios; those that wait for an answer get it, then it cleans up. */
  readonly signal?: AbortSignal;
  /** Ends the clean-up as well, and every request that waits for an answer. */
  readonly givingUp?: AbortSignal | undefined;
}

/** `runSession`, or the same in another thread. */
export type SessionRunner = typeof runSession;

/** How a session ended, besides its cases. It is data alone. */
export interface SessionResult {
  /** The rows that could not be deleted. */
  readonly leftovers: readonly Leftover[];
  /** Undefined when the target answered to the end. */
  readonly outage: Outage | undefined;
  /** The highest number of requests that were under way at a time. */
  readonly mostAtATime: number;
}

/** The second one is for servers that fail at the first alone. */
function questionsFor({ target, suite }: SessionOptions): readonly RequestSpecification[] {
  return [readinessOf(target, suite), { method: 'GET', path: '/' }];
}

/** Runs the scenarios, then deletes the rows that they left. */
export async function runSession(
  options: SessionOptions,
  { onRecord, signal, givingUp }: SessionControl,
): Promise<SessionResult> {
  const { target, requirements, seed, suite, concurrency, timeoutMs } = options;
  let firstLost: CaseRecord | undefined;
  const recorder = new Recorder(target.name, (record) => {
    if (record.exchanges.some(({ request }) => request === client.gone?.request)) {
      firstLost = record;
    }
    onRecord(record);
  });
  const client = createClient({
    ...options,
    baseUrl: target.baseUrl,
    keepsConnections: target.keepsConnections ?? false,
    watch: { questions: questionsFor(options), patienceMs: timeoutMs },
  });
  const ledger = new RowLedger();
  const release = [
    onAbort(signal, () => recorder.stop()),
    onAbort(givingUp, () => client.interrupt()),
  ];
  try {
    const limit = new ConcurrencyLimit(concurrency);
    const gate = openGate({ options, client, ledger, recorder }, new Turnstile(limit));
    const ids = requirements.map(({ id }) => id);
    const steps = await loadSteps(suite);
    const { bound } = concurrency;
    await runScenarios({ suite, steps, requirements: ids, seed, concurrency: bound }, gate);
    const leftovers = await cleanUpAfter(options, ledger, limit, givingUp);
    const { gone } = client;
    const outage = gone && describeOutage(target.name, gone, firstLost);
    return { leftovers, outage, mostAtATime: limit.most };
  } finally {
    for (const removeListener of release) removeListener();
    client.close();
  }
}

async function cleanUpAfter(
  { target, readOnly = false, ...options }: SessionOptions,
  ledger: RowLedger,
  limit: ConcurrencyLimit,
  signal: AbortSignal | undefined,
): Promise<readonly Leftover[]> {
  if (target.isDisposable || readOnly) return [];
  return await cleanUp({ ...options, target, ledger, client: options, limit, signal });
}

/** @returns what removes the listener again */
function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal?.aborted) act();
  signal?.addEventListener('abort', act);
  return () => signal?.removeEventListener('abort', act);
}

interface SessionParts {
  readonly options: SessionOptions;
  readonly client: OpenClient;
  readonly ledger: RowLedger;
  readonly recorder: Recorder;
}

/** What another scenario can bring about by a change of rows, on a target with a fault. */
function isFinding(result: 'passed' | Error): boolean {
  return result instanceof Violation || result instanceof Blocked;
}

function openGate(parts: SessionParts, turnstile: Turnstile): Gate {
  const { options, client, ledger, recorder } = parts;
  const { target, suite, parameters, marker, seed, readOnly = false } = options;
  const { profile, credentials } = target;
  const byId = new Map(options.requirements.map((one) => [one.id, one]));
  const failedBesideOthers = new Set<string>();
  /** Whether a scenario failed beside others, and not by itself. */
  let isDisturbed = false;
  let number = options.numbersFrom;
  const nextNumber = () => {
    number += 1;
    return number;
  };
  const common = {
    ...{ suite, parameters, profile, credentials, ledger, readOnly, marker, seed, nextNumber },
    ...{ baseUrl: target.baseUrl, isDisposable: target.isDisposable },
  };
  const preparations = new SharedPreparations();
  return {
    async begin(start, entry) {
      const stay = await turnstile.enter(entry);
      const isAlone = entry.isSolitary === true;
      if (recorder.isStopped) {
        stay.leave();
        return undefined;
      }
      const open = recorder.begin(start);
      const own = client.reportingTo(open, untilStopped(stay, recorder));
      const allowed = readOnly ? withoutChanges(own) : own;
      const requirement = byId.get(start.requirement) ?? { id: start.requirement, needs: [] };
      const share = isAlone ? preparations.openAlone() : preparations.open(() => stay.isHolder);
      const run = { ...common, requirement, client: allowed, recorder: open, shared: share };
      const end = (result: 'passed' | Error): ScenarioEnd => {
        const { wereThere, wereTooMany } = stay.leave();
        if (result !== 'passed') share.discard();
        const hadCompany = wereThere || share.isInUse;
        const hasFailed = isFinding(result);
        const place = `${start.feature}:${start.line}`;
        if (!isAlone && hadCompany && hasFailed) failedBesideOthers.add(place);
        if (!isAlone && (wereTooMany || (hadCompany && hasFailed))) return 'has to run again';
        if (!hasFailed && failedBesideOthers.has(place)) isDisturbed = true;
        const record = open.close(result);
        if (!hadCompany || !open.hasObserved) {
          record();
          return 'counts';
        }
        return () => {
          if (isDisturbed) return 'has to run again';
          record();
          return 'counts';
        };
      };
      const { pause, hold, release, atOnce } = stay;
      return { run, pause, hold, release, atOnce, end };
    },
  };
}

/** A scenario that has begun ends with the next request that it wants to send. */
function untilStopped({ admit }: Stay, recorder: Recorder): Admission {
  return (send) =>
    admit(async (onAnswer) => {
      if (recorder.isStopped) throw new TargetFailure('the run was stopped', { isSent: false });
      return await send(onAnswer);
    });
}
