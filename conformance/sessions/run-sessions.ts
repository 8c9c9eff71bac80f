/** All sessions of a run: where they take place, and what they add up to. */
import type { Environment } from '../../kit/environment.js';
import type { CheckOptions } from '../check-options.js';
import { createRedactor, type Secret, secretsOf } from '../http/redact.js';
import type { Plan } from '../plan.js';
import type { Leftover } from '../scenarios/ledger.js';
import type { ScenarioCounts } from '../scenarios/read-scenarios.js';
import { TargetUnavailable } from '../servers/errors.js';
import type { OpenTarget, OpenTargetOf, Targets } from '../servers/target.js';
import type { Suite } from '../suite/suite.js';
import type { Case } from '../verdict/case.js';
import type { Fault } from '../verdict/conclusion.js';
import { describeCase } from '../verdict/described-case.js';
import { ContractCheck, type ContractFindings } from '../verdict/openapi-check.js';
import type { Outage } from '../verdict/outage.js';
import type { RecordedCase, RunSession, Session, SessionResult } from './session.js';
import type { Thread } from './thread.js';

/** What the sessions of a run need to know. */
export interface RunInput {
  readonly options: CheckOptions;
  readonly suite: Suite;
  readonly plan: Plan;
  /** For sessions with our own servers; without one, they run in this thread. */
  readonly threads: readonly Thread[];
  readonly environment: Environment;
  readonly signal: AbortSignal;
  /** Ends the clean-up as well. */
  readonly givingUp?: AbortSignal | undefined;
}

/** A row that is left on one of the servers, which is named as in reports. */
export interface ServerLeftover extends Leftover {
  readonly server: string;
}

/** What the sessions of a run add up to. */
export interface RunOutcome extends SessionResult {
  readonly cases: readonly Case[];
  readonly leftovers: readonly ServerLeftover[];
  readonly contract: ContractFindings;
  readonly faults: readonly Fault[];
  /** The credentials that were used. */
  readonly secrets: readonly Secret[];
  /** Why the target could not be checked at all. */
  readonly unavailable?: string;
}

/** Is told how a run goes on. */
export interface RunListener {
  /** @param cases how many each requirement has, in all sessions together */
  readonly begin: (cases: ScenarioCounts) => void;
  /** @param requests how many were sent since the case before, of any session */
  readonly add: (one: Case, requests: number) => void;
}

/**
 * Runs the sessions of a plan. Those with a server that others may use go one after the other. Our own
 * servers do not disturb each other: there is a session with each at the same time.
 *
 * @throws UsageError when a command of the operator's fails.
 */
export async function runSessions(input: RunInput, listener: RunListener): Promise<RunOutcome> {
  const run = new Run(input, listener);
  try {
    const { open, release } = await prepareTargets(input);
    try {
      const runners = await findRunners(input);
      await shareOut(input.plan.sessions, runners, async (runSession, session) => {
        if (!input.signal.aborted) await run.take(session, open, runSession);
      });
    } finally {
      await release();
    }
  } catch (error) {
    if (!(error instanceof TargetUnavailable)) throw error;
    return { ...run.outcome, unavailable: error.message };
  }
  return run.outcome;
}

/**
 * What only one of the two ways to a target needs is loaded with it.
 *
 * @throws TargetUnavailable, UsageError when the target is not ours
 */
async function prepareTargets(input: RunInput): Promise<Targets> {
  const { options, suite, plan, environment, signal } = input;
  const { baseUrl, startOptions } = options;
  if (baseUrl === undefined) {
    const { prepareOwnServers } = await import('../servers/own-servers.js');
    const open = await prepareOwnServers(suite, environment.env, startOptions);
    return { open: oneByOne(open), release: async () => {} };
  }
  const source = await import('../servers/source.js');
  const addressed = { ...options, baseUrl };
  return await source.prepareTargets(addressed, suite, plan.targets, environment, signal);
}

/** The session with the first one begins while the others are still to be opened. */
function oneByOne(open: OpenTargetOf): OpenTargetOf {
  let previous: Promise<unknown> = Promise.resolve();
  return (target) => {
    const opening = previous.then(() => open(target));
    previous = opening.catch(() => undefined);
    return opening;
  };
}

/** What runs sessions, as often as it may do so at the same time. */
async function findRunners({ options, plan, threads }: RunInput): Promise<readonly RunSession[]> {
  const isOwn = options.baseUrl === undefined;
  const places = isOwn && threads.length > 0 ? threads : [await import('./session.js')];
  const atATime = isOwn ? Math.ceil(plan.targets.length / places.length) : 1;
  return places.flatMap(({ runSession }) => Array.from({ length: atATime }, () => runSession));
}

/** @throws what the first session that failed threw, when all runners have come to their end. */
async function shareOut(
  sessions: readonly Session[],
  runners: readonly RunSession[],
  run: (runSession: RunSession, session: Session) => Promise<void>,
): Promise<void> {
  const waiting = [...sessions];
  const ends = await Promise.allSettled(
    runners.map(async (runSession) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await run(runSession, next);
      }
    }),
  );
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Collects what comes of the sessions. */
class Run {
  readonly #input: RunInput;
  readonly #listener: RunListener;
  readonly #contract: ContractCheck;
  readonly #cases: Case[] = [];
  readonly #leftovers: ServerLeftover[] = [];
  readonly #outages: Outage[] = [];
  readonly #secrets: Secret[] = [];
  readonly #durations: number[] = [];
  #requests = 0;
  #mostAtATime = 0;
  #hasBegun = false;
  /** The base URLs of targets that stopped answering; sessions with them are left out. */
  readonly #goneUrls = new Set<string>();

  constructor(input: RunInput, listener: RunListener) {
    this.#input = input;
    this.#listener = listener;
    this.#contract = new ContractCheck(input.suite.openapi);
  }

  /** Opens a target, runs the session and closes the target. */
  async take(session: Session, openTarget: OpenTargetOf, runSession: RunSession): Promise<void> {
    const { close, ...target } = await openTarget(session.target);
    this.#secrets.push(...secretsOf(target.credentials));
    try {
      if (this.#goneUrls.has(target.baseUrl)) return;
      const { signal, givingUp } = this.#input;
      const onBegin = (scenarios: ScenarioCounts) => this.#begin(scenarios);
      const onCase = this.#describer(session, target);
      const control = { onBegin, onCase, signal, givingUp };
      this.#note(await runSession(session, target, control), target);
    } finally {
      await close();
    }
  }

  /** All sessions have the same scenarios, so that the first one knows how many cases are to come. */
  #begin(scenarios: ScenarioCounts): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    const cases = new Map<string, number>();
    for (const { id } of this.#input.plan.sessions.flatMap(({ requirements }) => requirements)) {
      const count = scenarios.get(id) ?? 0;
      if (count > 0) cases.set(id, (cases.get(id) ?? 0) + count);
    }
    this.#listener.begin(cases);
  }

  /**
   * Describes each case as soon as it ends, for no more of it is needed. What the specification
   * leaves open cannot deviate from a description.
   */
  #describer(
    { requirements, insecure, secrets }: Session,
    { baseUrl, credentials }: OpenTarget,
  ): (one: RecordedCase, requests: number) => void {
    const levels = new Map(requirements.map(({ id, level }) => [id, level]));
    const redact = createRedactor([...secrets, ...secretsOf(credentials)]);
    return (one, requests) => {
      const level = levels.get(one.requirement) ?? 'open';
      if (level === 'must') this.#contract.addAll(one.exchanges, baseUrl);
      const described = describeCase(one, level, { insecure, redact });
      this.#cases.push(described);
      this.#listener.add(described, requests);
    };
  }

  #note(
    { leftovers, outage, mostAtATime, traffic }: SessionResult,
    { name, baseUrl }: OpenTarget,
  ): void {
    this.#requests += traffic.requests;
    this.#durations.push(...traffic.durations);
    this.#leftovers.push(...leftovers.map((one) => ({ server: name, ...one })));
    this.#mostAtATime = Math.max(this.#mostAtATime, mostAtATime);
    if (outage === undefined) return;
    this.#outages.push(outage);
    this.#goneUrls.add(baseUrl);
  }

  get outcome(): RunOutcome {
    const [outage] = [...this.#outages].sort((a, b) => (a.at < b.at ? -1 : 1));
    return {
      ...{ cases: this.#cases, leftovers: this.#leftovers, secrets: this.#secrets, outage },
      mostAtATime: this.#mostAtATime,
      traffic: { requests: this.#requests, durations: this.#durations },
      contract: this.#contract.findings,
      faults: faultsIn(this.#cases),
    };
  }
}

/** Those of the harness itself, and those of the suite, which name their place by themselves. */
function faultsIn(cases: readonly Case[]): Fault[] {
  return cases.flatMap(({ origin, reason, feature, line }): Fault[] => {
    if (origin === null || origin === 'target') return [];
    if (origin === 'suite') return [{ origin, sentence: `The suite is at fault: ${reason}` }];
    const [first] = (reason ?? '').split('\n');
    return [{ origin, sentence: `Touchstone itself is at fault: ${feature}:${line}: ${first}` }];
  });
}
