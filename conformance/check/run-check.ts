/**
 * One run, from the first request to the reports: its sessions, what they add up to, and the
 * verdicts.
 */
import { resolve } from 'node:path';
import type { Environment } from '../../kit/environment.js';
import { packageVersion } from '../../kit/package-root.js';
import { countOf } from '../../kit/words.js';
import { describeGone } from '../http/reachability.js';
import { createRedactor } from '../http/secrets/redact.js';
import { type Secret, secretsOf } from '../http/secrets/secrets.js';
import { buildReport } from '../report/build.js';
import { renderConsole } from '../report/console/console.js';
import { createProgress, noProgress } from '../report/console/progress.js';
import { paintFor, widthOf } from '../report/console/terminal.js';
import { rememberResult } from '../report/history.js';
import type { Report } from '../report/model.js';
import type { ServerLeftover } from '../scenarios/created-rows.js';
import type { ScenarioCounts } from '../scenarios/run-scenarios.js';
import {
  type OpenTarget,
  type OpenTargetOf,
  type Target,
  type Targets,
  TargetUnavailable,
  urlOf,
} from '../servers/target.js';
import { IssuedSecrets, type IssuedValue } from '../sessions/issued-secrets.js';
import { findRunners, shareOut } from '../sessions/runners.js';
import type { RunSession, Session, SessionControl, SessionResult } from '../sessions/session.js';
import type { Thread } from '../sessions/thread.js';
import type { Catalogue, Requirement, Selection } from '../suite/requirements.js';
import type { Suite } from '../suite/suite.js';
import { type Case, describeCase, type Outage, redactAgain } from '../verdict/case.js';
import {
  type Conclusion,
  conclude,
  type Defect,
  defectsIn,
  describeDefects,
} from '../verdict/conclusion.js';
import { ContractCheck, type ContractFindings } from '../verdict/openapi-check.js';
import { type Judgement, judgeAll } from '../verdict/tally.js';
import { type CheckOptions, concurrencyFor } from './check-options.js';
import { type Expectations, markExpected, writeExpectations } from './expectations.js';
import { announce, writeReports } from './write-reports.js';

/** The operator's request to check something. */
export interface CheckRequest {
  readonly suite: Suite;
  readonly options: CheckOptions;
  /** Secrets to redact. */
  readonly secrets: readonly Secret[];
}

/** The requirements and the targets of a run, with its sessions. */
export interface Plan {
  readonly selection: Selection;
  /** The profiles of the servers whose class has profiles. */
  readonly profiles: readonly string[];
  /** The scope in words: `class api, profile plain`. */
  readonly scope: string;
  /** The servers, in the order of reports. */
  readonly targets: readonly Target[];
  /** The selected requirements that apply to one of the servers. */
  readonly requirements: readonly Requirement[];
  readonly seed: number;
  /** A text in each row that the run creates; it differs in every run. */
  readonly marker: string;
  /** One session for each target and repetition; every repetition has its own order. */
  readonly sessions: readonly Session[];
}

/** The input of a run. */
export interface CheckInput extends CheckRequest {
  readonly plan: Plan;
  readonly catalogue: Catalogue;
  /** Known failures. */
  readonly expectations: Expectations;
  /**
   * Threads for sessions with our own servers; without threads, these sessions run in this thread.
   */
  readonly threads: readonly Thread[];
  readonly environment: Environment;
  /** Ends the scenarios. */
  readonly signal: AbortSignal;
  /** Ends the clean-up as well. */
  readonly givingUp?: AbortSignal | undefined;
}

/** @returns the exit code */
export async function runCheck(input: CheckInput): Promise<number> {
  const { options, environment } = input;
  const startedAt = new Date();
  const { stdout } = environment;
  if (!options.quiet) stdout.write(renderStart(input));
  const progress = options.quiet ? noProgress : createProgress(environment);
  const outcome = await runSessions(input, progress).finally(() => progress.finish());
  const judgements = judgeOutcome(input, outcome);
  const report = describeOutcome(input, outcome, judgements, startedAt);
  const folder = resolve(environment.cwd, options.reports);
  const { entries: history, problem } = rememberResult(report, folder, options.history);
  const place = { reports: options.reports, suite: options.suite };
  const { formats } = options;
  const reports = { folder, suite: input.suite, place, formats, history };
  const unwritten =
    (await writeReports(report, reports).catch((error: unknown) => error)) ?? problem;
  if (options.writeExpect !== undefined) {
    writeExpectations(resolve(environment.cwd, options.writeExpect), judgements);
  }
  announce(report, environment);
  if (outcome.unavailable !== undefined) throw new TargetUnavailable(outcome.unavailable);
  const paint = paintFor(stdout, environment.env);
  stdout.write(
    renderConsole(report, {
      ...{ ...place, paint, coverage: options.coverage, history },
      width: widthOf(stdout),
    }),
  );
  // The result is printed even when a report could not be written.
  if (unwritten !== undefined) throw unwritten;
  return report.conclusion.exitCode;
}

function renderStart({ options, suite, plan }: CheckInput): string {
  const target = titleOf(options, suite);
  const mode = options.readOnly ? ', read-only' : '';
  return `Checking ${target}, ${plan.scope}${mode}: ${countOf(plan.requirements.length, 'requirement')}, seed ${plan.seed}\n\n`;
}

/** The name of the target in messages and reports. */
function titleOf({ baseUrl }: CheckInput['options'], { start }: Suite): string {
  return baseUrl ?? start?.title ?? '';
}

/** The reason for an incomplete run; undefined for a complete one. */
function whyIncomplete(
  { signal }: CheckInput,
  { unavailable, outage }: RunOutcome,
): string | undefined {
  if (unavailable !== undefined) return unavailable;
  if (outage !== undefined) return describeGone(new Date(outage.at));
  return signal.aborted ? 'the run was stopped' : undefined;
}

function judgeOutcome(input: CheckInput, outcome: RunOutcome): Judgement[] {
  const { plan, catalogue, expectations } = input;
  const { selection, targets } = plan;
  const missing = whyIncomplete(input, outcome);
  const { requirements } = catalogue;
  const judgements = judgeAll({
    ...{ requirements, selection, targets, cases: outcome.cases },
    ...(missing === undefined ? {} : { missing }),
  });
  return markExpected(judgements, expectations);
}

function describeOutcome(
  input: CheckInput,
  outcome: RunOutcome,
  judgements: readonly Judgement[],
  startedAt: Date,
): Report {
  const { options, plan, catalogue, suite, secrets } = input;
  const { defects, leftovers, unavailable, outage, mostAtATime, passedAlone, traffic } = outcome;
  const { selection, targets, scope, seed, marker } = plan;
  const complete = whyIncomplete(input, outcome) === undefined;
  const narrowed = selection.only.length > 0;
  const { allowUntested } = options;
  const judged = conclude({
    ...{ judgements, scope, narrowed, allowUntested, complete, defects, outage, startedAt },
    hasSeveralServers: targets.length > 1,
  });
  return buildReport(
    {
      harnessVersion: packageVersion(),
      suite,
      specificationHash: catalogue.specificationHash,
      selection,
      profiles: plan.profiles,
      scope,
      seed,
      marker,
      traffic,
      mostAtATime,
      passedAlone,
      bound: concurrencyFor(options).bound,
      complete,
      judgements,
      outage,
      leftovers,
      faults: describeDefects(defects),
      startedAt,
      endedAt: new Date(),
      targetTitle: titleOf(options, suite),
      targetUrl: options.baseUrl ?? null,
      servers: targets.map((target) => ({
        ...target,
        url: urlOf(options, target, suite) ?? null,
      })),
      conclusion: unavailable === undefined ? judged : cannotReach(unavailable),
      contract: outcome.contract,
    },
    { redact: createRedactor([...secrets, ...outcome.secrets]), keep: options.keep },
  );
}

function cannotReach(reason: string): Conclusion {
  const sentence = `Touchstone cannot say whether the server conforms: ${reason}`;
  return { answer: 'cannot say', sentence, exitCode: 2 };
}

/** The results of all sessions of a run. */
export interface RunOutcome extends SessionResult {
  readonly cases: readonly Case[];
  readonly leftovers: readonly ServerLeftover[];
  readonly contract: ContractFindings;
  readonly defects: readonly Defect[];
  /** The credentials in use. */
  readonly secrets: readonly Secret[];
  /** The reason why the target could not be checked at all. */
  readonly unavailable?: string;
}

/** Callbacks about the progress of a run. */
export interface RunListener {
  /** @param cases the number of cases of each requirement in all sessions */
  readonly begin: (cases: ScenarioCounts) => void;
  /** @param requests the number of requests since the case before, in any session */
  readonly add: (one: Case, requests: number) => void;
}

/**
 * Runs the sessions of a plan: one after the other with a server at an address, side by side with
 * our own servers, which do not disturb each other.
 *
 * @throws UsageError when a command of the operator fails
 */
async function runSessions(input: CheckInput, listener: RunListener): Promise<RunOutcome> {
  const run = new Run(input, listener);
  try {
    const { open, release } = await prepareTargets(input);
    try {
      const { options, plan, threads } = input;
      const targets = options.baseUrl === undefined ? plan.targets.length : undefined;
      const runners = await findRunners(targets, threads);
      await shareOut(plan.sessions, runners, async (runSession, session) => {
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
 * Prepares the targets. Each of the two ways to a target loads its modules on use.
 *
 * @throws TargetUnavailable, UsageError when the target is not ours
 */
async function prepareTargets(input: CheckInput): Promise<Targets> {
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

/**
 * Opens targets one after the other, so that the first session begins while others are still
 * opened.
 */
function oneByOne(open: OpenTargetOf): OpenTargetOf {
  let previous: Promise<unknown> = Promise.resolve();
  return (target) => {
    const opening = previous.then(() => open(target));
    previous = opening.catch(() => undefined);
    return opening;
  };
}

/** Collects the results of sessions. */
class Run {
  readonly #input: CheckInput;
  readonly #listener: RunListener;
  readonly #contract: ContractCheck;
  readonly #cases: Case[] = [];
  readonly #leftovers: ServerLeftover[] = [];
  readonly #outages: Outage[] = [];
  readonly #secrets: Secret[] = [];
  readonly #issued = new IssuedSecrets();
  readonly #durations: number[] = [];
  #requests = 0;
  #mostAtATime = 0;
  readonly #passedAlone = new Set<string>();
  #hasBegun = false;
  /** The base URLs of targets that stopped answering; their sessions are skipped. */
  readonly #goneUrls = new Set<string>();

  constructor(input: CheckInput, listener: RunListener) {
    this.#input = input;
    this.#listener = listener;
    this.#contract = new ContractCheck(input.suite.openapi);
  }

  /** Opens the target, runs the session and closes the target. */
  async take(session: Session, openTarget: OpenTargetOf, runSession: RunSession): Promise<void> {
    const { close, ...target } = await openTarget(session.target);
    this.#secrets.push(...secretsOf(target.credentials));
    try {
      if (this.#goneUrls.has(target.baseUrl)) return;
      const { signal, givingUp } = this.#input;
      const onBegin = (scenarios: ScenarioCounts) => this.#begin(scenarios);
      const onCase = this.#describer(session, target);
      const onIssued = (values: readonly IssuedValue[]) => this.#issued.add(values);
      const control = { onBegin, onCase, onIssued, signal, givingUp };
      this.#note(await runSession(session, target, control), target);
    } finally {
      await close();
    }
  }

  /**
   * Announces the number of cases. All sessions have the same scenarios, so the first one knows
   * them.
   */
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
   * Describes each case as soon as it ends, and drops the rest of it. Answers for open requirements
   * are not compared with the OpenAPI description.
   */
  #describer(
    { requirements, insecure, secrets }: Session,
    { baseUrl, credentials }: OpenTarget,
  ): SessionControl['onCase'] {
    const levels = new Map(requirements.map(({ id, level }) => [id, level]));
    const redact = this.#issued.redactorWith([...secrets, ...secretsOf(credentials)]);
    return (one, requests) => {
      const level = levels.get(one.requirement) ?? 'open';
      if (level === 'must') this.#contract.addAll(one.exchanges, baseUrl);
      const described = describeCase(one, level, { insecure, redact });
      this.#cases.push(described);
      this.#listener.add(described, requests);
    };
  }

  /** The cases without the tokens that the targets issued. */
  #redactedCases(): readonly Case[] {
    if (this.#issued.all.length === 0) return this.#cases;
    const { insecure } = this.#input.options;
    const redact = createRedactor(this.#issued.all);
    return this.#cases.map((one) => redactAgain(one, { insecure, redact }));
  }

  #note(
    { leftovers, outage, mostAtATime, passedAlone, traffic }: SessionResult,
    { name, baseUrl }: OpenTarget,
  ): void {
    this.#requests += traffic.requests;
    this.#durations.push(...traffic.durations);
    this.#leftovers.push(...leftovers.map((one) => ({ server: name, ...one })));
    this.#mostAtATime = Math.max(this.#mostAtATime, mostAtATime);
    for (const id of passedAlone) this.#passedAlone.add(id);
    if (outage === undefined) return;
    this.#outages.push(outage);
    this.#goneUrls.add(baseUrl);
  }

  get outcome(): RunOutcome {
    const [outage] = [...this.#outages].sort((a, b) => (a.at < b.at ? -1 : 1));
    const cases = this.#redactedCases();
    const secrets = [...this.#secrets, ...this.#issued.all];
    return {
      ...{ cases, leftovers: this.#leftovers, secrets, outage },
      mostAtATime: this.#mostAtATime,
      passedAlone: [...this.#passedAlone],
      traffic: { requests: this.#requests, durations: this.#durations },
      contract: this.#contract.findings,
      defects: defectsIn(cases),
    };
  }
}
