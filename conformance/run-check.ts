/** One run from the first request to the reports. */
import { resolve } from 'node:path';
import { packageVersion } from '../kit/package-root.js';
import { countOf } from '../kit/words.js';
import { type Expectations, markExpected, writeExpectations } from './expectations.js';
import { describeGone } from './http/reachability.js';
import { createRedactor } from './http/redact.js';
import { type CheckRequest, concurrencyFor } from './plan.js';
import { buildReport } from './report/build.js';
import { renderConsole } from './report/console.js';
import { rememberResult } from './report/history.js';
import type { Report } from './report/model.js';
import { createProgress, noProgress } from './report/progress.js';
import { paintFor, widthOf } from './report/terminal.js';
import { announce, writeReports } from './report/write.js';
import { TargetUnavailable } from './servers/errors.js';
import { urlOf } from './servers/target.js';
import { type RunInput, type RunOutcome, runSessions } from './sessions/run-sessions.js';
import type { Catalogue } from './suite/requirements.js';
import type { Suite } from './suite/suite.js';
import { type Conclusion, conclude } from './verdict/conclusion.js';
import { type Judgement, judgeAll } from './verdict/tally.js';

/** What one run needs to know. */
export interface CheckInput extends RunInput, CheckRequest {
  readonly catalogue: Catalogue;
  /** Failures that are known. */
  readonly expectations: Expectations;
}

/** Resolves to the exit code. */
export async function runCheck(input: CheckInput): Promise<number> {
  const { options, environment } = input;
  const startedAt = new Date();
  const { stdout } = environment;
  if (!options.quiet) stdout.write(describeStart(input));
  const progress = options.quiet ? noProgress : createProgress(environment);
  const outcome = await runSessions(input, progress).finally(() => progress.finish());
  const judgements = judgeOutcome(input, outcome);
  const report = describeOutcome(input, outcome, judgements, startedAt);
  const folder = resolve(environment.cwd, options.reports);
  const { entries: history, problem } = rememberResult(report, folder, options.history);
  const reports = { folder, suite: input.suite, formats: options.formats, history };
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
      ...{ paint, reports: options.reports, coverage: options.coverage, history },
      ...{ width: widthOf(stdout) },
    }),
  );
  // What was found out is told even where it could not be written.
  if (unwritten !== undefined) throw unwritten;
  return report.conclusion.exitCode;
}

function describeStart({ options, suite, plan }: CheckInput): string {
  const target = titleOf(options, suite);
  const mode = options.readOnly ? ', read-only' : '';
  return `Checking ${target}, ${plan.scope}${mode}: ${countOf(plan.requirements.length, 'requirement')}, seed ${plan.seed}\n\n`;
}

/** What a run calls what it checks. */
function titleOf({ baseUrl }: CheckInput['options'], { start }: Suite): string {
  return baseUrl ?? start?.title ?? '';
}

/** Why some of the run is missing; undefined when it reached its end. */
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
  const { faults, leftovers, unavailable, outage, mostAtATime, traffic } = outcome;
  const { selection, targets, seed, marker } = plan;
  const complete = whyIncomplete(input, outcome) === undefined;
  const narrowed = selection.only.length > 0;
  const { allowUntested } = options;
  const scope = plan.scope;
  const judged = conclude({
    ...{ judgements, scope, narrowed, allowUntested, complete, faults, outage, startedAt },
    hasSeveralServers: targets.length > 1,
  });
  return buildReport(
    {
      harnessVersion: packageVersion(),
      suite,
      specificationHash: catalogue.specificationHash,
      selection,
      profiles: plan.profiles,
      scope: plan.scope,
      seed,
      marker,
      traffic,
      mostAtATime,
      bound: concurrencyFor(options).bound,
      complete,
      judgements,
      outage,
      leftovers,
      faults: faults.map(({ sentence }) => sentence),
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
