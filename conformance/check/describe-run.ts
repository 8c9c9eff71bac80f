/** What the sessions of a run add up to: verdicts, and the report with everything that is known. */
import { packageVersion } from '../../kit/package-root.js';
import { describeGone } from '../http/reachability.js';
import { createRedactor } from '../http/secrets/redact.js';
import { buildReport } from '../report/build.js';
import type { ImplementationResult, Report } from '../report/model.js';
import { urlOf } from '../servers/target.js';
import type { Suite } from '../suite/suite.js';
import { type Conclusion, conclude, describeDefects, exitCodes } from '../verdict/conclusion.js';
import { type Judgement, judgeAll } from '../verdict/tally.js';
import type { CheckInput } from './check-input.js';
import { concurrencyFor } from './check-options.js';
import { markExpected } from './expectations.js';
import type { RunOutcome } from './result-collector.js';

/** The reason for an incomplete run; undefined for a complete one. */
function whyIncomplete(
  { signal }: CheckInput,
  { unavailable, outage }: RunOutcome,
): string | undefined {
  if (unavailable !== undefined) return unavailable;
  if (outage !== undefined) return describeGone(new Date(outage.at));
  return signal.aborted ? 'the run was stopped' : undefined;
}

/** The verdict on each requirement, with the failures that the operator knows. */
export function judgeRun(input: CheckInput, outcome: RunOutcome): Judgement[] {
  const { plan, catalogue, expectations } = input;
  const { selection, targets } = plan;
  const missing = whyIncomplete(input, outcome);
  const { requirements } = catalogue;
  const judgements = judgeAll({
    ...{ requirements, selection, targets, cases: outcome.cases },
    resources: input.suite.resources,
    ...(missing === undefined ? {} : { missing }),
  });
  return markExpected(judgements, expectations);
}

/** The report of a run, without secrets. */
export function describeRun(
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

/** The name of the target in messages and reports. */
export function titleOf({ baseUrl }: CheckInput['options'], { start }: Suite): string {
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

function cannotReach(reason: string): Conclusion {
  const sentence = `Touchstone cannot say whether the server conforms: ${reason}`;
  return { answer: 'cannot say', sentence, exitCode: exitCodes.noTarget };
}
