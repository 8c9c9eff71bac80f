/**
 * One run, from the first request to the reports: its sessions, what they add up to, and the
 * verdicts.
 */
import { resolve } from 'node:path';
import { packageVersion } from '../../kit/package-root.js';
import { countOf } from '../../kit/words.js';
import { describeGone } from '../http/reachability.js';
import { createRedactor } from '../http/secrets/redact.js';
import { buildReport } from '../report/build.js';
import { cleanCommand, type ReportPlace } from '../report/commands.js';
import { renderConsole } from '../report/console/console.js';
import { createProgress, noProgress, type Progress } from '../report/console/progress.js';
import { paintFor, widthOf } from '../report/console/terminal.js';
import { rememberResult } from '../report/history.js';
import type { ImplementationResult, Report } from '../report/model.js';
import { type OpenTargetOf, type Targets, TargetUnavailable, urlOf } from '../servers/target.js';
import type { RunSession } from '../sessions/session.js';
import type { Session } from '../sessions/session-input.js';
import type { Thread } from '../sessions/thread.js';
import type { Suite } from '../suite/suite.js';
import { type Conclusion, conclude, describeDefects, exitCodes } from '../verdict/conclusion.js';
import { type Judgement, judgeAll } from '../verdict/tally.js';
import type { CheckInput } from './check-input.js';
import { concurrencyFor } from './check-options.js';
import { markExpected, writeExpectations } from './expectations.js';
import { renderNotes } from './notes.js';
import { ResultCollector, type RunOutcome } from './result-collector.js';
import { findJournals, RunJournal } from './run-journal.js';
import { announce, writeReports } from './write-reports.js';

/** @returns the exit code */
export async function runCheck(input: CheckInput): Promise<number> {
  const { options, environment } = input;
  const startedAt = new Date();
  const { stdout } = environment;
  const folder = resolve(environment.cwd, options.reports);
  const { reports: reportsFolder, suite, openapi } = options;
  const place = { reports: reportsFolder, suite, openapi, call: environment.call };
  if (!options.quiet) stdout.write(renderJournals(folder, place) + renderStart(input));
  const progress = options.quiet ? noProgress : createProgress(environment);
  const { journal, results } = openResults(input, progress, startedAt);
  const outcome = await runSessions(input, results)
    .catch((error: unknown) => {
      journal.abandon();
      throw error;
    })
    .finally(() => progress.finish());
  const judgements = judgeOutcome(input, outcome);
  const report = describeOutcome(input, outcome, judgements, startedAt);
  const { entries: history, problem } = rememberResult(report, folder, options.history);
  const { formats } = options;
  const reports = { folder, suite: input.suite, place, formats, history };
  const unwritten =
    (await writeReports(report, reports).catch((error: unknown) => error)) ?? problem;
  if (unwritten === undefined) journal.end();
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

/** Names the checks whose rows may still be there. */
export function renderJournals(folder: string, place: ReportPlace): string {
  const lines = findJournals(folder).map((name) => {
    const command = cleanCommand(place, name);
    return `An earlier check was killed or is still running. To delete its rows, run:\n  ${command}\n`;
  });
  return lines.join('');
}

function renderStart({ options, suite, plan }: CheckInput): string {
  const target = titleOf(options, suite);
  const mode = options.readOnly ? ', read-only' : '';
  return `Checking ${target}, ${plan.scope}${mode}: ${countOf(plan.requirements.length, 'requirement')}, seed ${plan.seed}\n${renderNotes(suite)}\n`;
}

/** The name of the target in messages and reports. */
function titleOf({ baseUrl }: CheckInput['options'], { start }: Suite): string {
  return baseUrl ?? start?.title ?? '';
}

/** What the operator says of the implementation; undefined for nothing. */
function implementationOf({
  targetName,
  targetVersion,
  targetUrl,
}: CheckInput['options']): ImplementationResult | undefined {
  if (!(targetName || targetVersion || targetUrl)) return undefined;
  return { name: targetName ?? null, version: targetVersion ?? null, url: targetUrl ?? null };
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
      implementation: implementationOf(options),
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

/** The journal of a run that judges no cases of its own. */
export function openJournal(input: CheckInput, startedAt: Date): RunJournal {
  return openResults(input, noProgress, startedAt).journal;
}

/** The results of a run, and the journal, which describes them when the run is killed. */
function openResults(input: CheckInput, progress: Progress, startedAt: Date) {
  const folder = resolve(input.environment.cwd, input.options.reports);
  const journal = new RunJournal(folder, input.plan.marker, () =>
    describeKilled(input, results, startedAt),
  );
  const results = new ResultCollector(input, progress, journal);
  return { journal, results };
}

/** The result of a run that is killed in this moment, without cases. */
function describeKilled(input: CheckInput, { outcome }: ResultCollector, startedAt: Date): Report {
  const killed = { ...outcome, cases: [], unavailable: 'the run was killed' };
  return describeOutcome(input, killed, judgeOutcome(input, killed), startedAt);
}

function cannotReach(reason: string): Conclusion {
  const sentence = `Touchstone cannot say whether the server conforms: ${reason}`;
  return { answer: 'cannot say', sentence, exitCode: exitCodes.noTarget };
}

/**
 * Runs the sessions of a plan: one after the other with a server at an address, side by side with
 * our own servers, which do not disturb each other.
 *
 * @throws UsageError when a command of the operator fails
 */
async function runSessions(input: CheckInput, results: ResultCollector): Promise<RunOutcome> {
  try {
    const { open, release } = await prepareTargets(input);
    try {
      const { options, plan, threads } = input;
      const targets = options.baseUrl === undefined ? plan.targets.length : undefined;
      const runners = await findRunners(targets, threads);
      await shareOut(plan.sessions, runners, async (runSession, session) => {
        if (!input.signal.aborted) await results.take(session, open, runSession);
      });
    } finally {
      await release();
    }
  } catch (error) {
    if (!(error instanceof TargetUnavailable)) throw error;
    return { ...results.outcome, unavailable: error.message };
  }
  return results.outcome;
}

/**
 * Returns a runner for each session that may run at the same time: one runner for a server at an
 * address; for our own servers, one runner for each thread, or one on this thread.
 *
 * @param targets the number of our own servers; undefined for a server at an address
 */
async function findRunners(
  targets: number | undefined,
  threads: readonly Thread[],
): Promise<readonly RunSession[]> {
  const hasThreads = targets !== undefined && threads.length > 0;
  const places = hasThreads ? threads : [await import('../sessions/session.js')];
  const atATime = targets === undefined ? 1 : Math.ceil(targets / places.length);
  return places.flatMap(({ runSession }) => Array.from({ length: atATime }, () => runSession));
}

/**
 * Runs each session on the next runner that is free.
 *
 * @throws the error of the first session that failed, when all runners have ended
 */
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

/**
 * Prepares the targets. Each of the two ways to a target loads its modules on use.
 *
 * @throws TargetUnavailable, UsageError when the target is not ours
 */
export async function prepareTargets(
  input: Pick<CheckInput, 'options' | 'suite' | 'plan' | 'environment' | 'signal'>,
): Promise<Targets> {
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
