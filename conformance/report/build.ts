/** Builds the model of a result from the records of a run. */

import { upperMedianOf } from '../../kit/collections.js';
import type { ServerLeftover } from '../creations/owned-resources.js';
import type { Traffic } from '../http/client.js';
import { roundDuration } from '../http/described-exchange.js';
import { type Redact, redactDeep } from '../http/secrets/redact.js';
import type { Target } from '../servers/target.js';
import type { Selection } from '../suite/requirements.js';
import type { Suite } from '../suite/suite.js';
import { byPlace, type Case, type Outage } from '../verdict/case.js';
import { explainCommonAnswer, findRejectedCredential } from '../verdict/common-answer.js';
import { type Conclusion, countNotJudged } from '../verdict/conclusion.js';
import type { ContractFindings } from '../verdict/openapi-check.js';
import type { Verdict } from '../verdict/outcomes.js';
import type { Judgement } from '../verdict/tally.js';
import { keepEssential } from './kept-exchanges.js';
import { describeMismatches } from './mismatch-rows.js';
import {
  type CaseResult,
  type ImplementationResult,
  type Report,
  type RequirementResult,
  type SuiteResult,
  schemaVersion,
  type TrafficResult,
  verdictOrder,
} from './model.js';
import type { KeptExchanges } from './reports-folder.js';

/** Everything that a run leaves for its report. */
export interface RunResult {
  readonly harnessVersion: string;
  readonly suite: Suite;
  readonly specificationHash: string;
  readonly targetTitle: string;
  readonly targetUrl: string | null;
  /** Undefined when the operator says nothing of it. */
  readonly implementation: ImplementationResult | undefined;
  readonly profiles: readonly string[];
  readonly scope: string;
  readonly servers: readonly (Target & { readonly url: string | null })[];
  readonly selection: Selection;
  readonly seed: number;
  readonly marker: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** The requests of the scenarios. */
  readonly traffic: Traffic;
  /** The highest number of concurrent requests, and the limit. */
  readonly mostAtATime: number;
  readonly bound: number;
  /** Ids of requirements with a scenario that failed while others ran, and passed alone. */
  readonly passedAlone: readonly string[];
  readonly complete: boolean;
  readonly conclusion: Conclusion;
  readonly judgements: readonly Judgement[];
  readonly contract: ContractFindings;
  readonly outage: Outage | undefined;
  readonly leftovers: readonly ServerLeftover[];
  readonly faults: readonly string[];
}

/** The redaction of a report, and its selection of exchanges. */
export interface ReportStyle {
  /** Applied to everything but cases, which contain no secrets. */
  readonly redact: Redact;
  readonly keep: KeptExchanges;
}

/** The model that every report renders. */
export function buildReport(result: RunResult, style: ReportStyle): Report {
  const { redact } = style;
  const { judgements, conclusion, selection, contract } = result;
  return {
    schemaVersion,
    harness: { version: result.harnessVersion },
    suite: describeSuite(result),
    target: describeTarget(result, redact),
    scope: result.scope,
    selection: { classes: selection.classes, only: selection.only },
    seed: result.seed,
    marker: result.marker,
    startedAt: result.startedAt.toISOString(),
    endedAt: result.endedAt.toISOString(),
    traffic: describeTraffic(result),
    complete: result.complete,
    outage: describeOutage(result, redact),
    conclusion: { ...conclusion, sentence: redact(conclusion.sentence) },
    ...describeProbableCause(judgements, redact),
    counts: countVerdicts(judgements),
    requirements: judgements.map((judgement) =>
      describeRequirement(judgement, result.startedAt, style),
    ),
    coverage: contract.coverage,
    deviations: redactDeep(contract.deviations, redact),
    leftovers: result.leftovers.map((one) => redactLeftover(one, redact)),
    faults: redactDeep(result.faults, redact),
  };
}

/**
 * A resource without secrets. A header with a secret is left out, because the clean-up would send its
 * placeholder. The names of credentials are not secret, although one may be the value of another.
 */
export function redactLeftover<Row extends Pick<ServerLeftover, 'headers' | 'credentials'>>(
  row: Row,
  redact: Redact,
): Row {
  const { headers = {}, credentials, ...shown } = row;
  const redacted = redactDeep(headers, redact);
  const kept = Object.entries(redacted).filter(([name, value]) => headers[name] === value);
  const names = credentials === undefined ? {} : { credentials };
  const rest = { ...redactDeep(shown, redact), ...names } as Row;
  return kept.length === 0 ? rest : { ...rest, headers: Object.fromEntries(kept) };
}

/** Without failures, likeness of the answers means nothing. */
function describeProbableCause(
  judgements: readonly Judgement[],
  redact: Redact,
): Pick<Report, 'probableCause' | 'rejectedCredential'> {
  if (!judgements.some(({ verdict }) => verdict === 'fail')) return {};
  const cases = judgements.flatMap((one) => one.cases);
  const probableCause = explainCommonAnswer(cases.flatMap((one) => one.exchanges));
  if (probableCause !== undefined) return { probableCause: redact(probableCause) };
  const rejectedCredential = findRejectedCredential(cases);
  return rejectedCredential === undefined ? {} : { rejectedCredential };
}

/** The suite as results state it. */
export function describeSuite({
  suite,
  specificationHash,
}: Pick<RunResult, 'suite' | 'specificationHash'>): SuiteResult {
  const { name, title, version, sections, specification } = suite;
  return {
    ...{ name, title, version, sections },
    specification: {
      title: specification.title,
      url: specification.url ?? null,
      anchor: specification.anchor ?? null,
      hash: specificationHash,
    },
  };
}

function describeTraffic({ traffic, mostAtATime, passedAlone, bound }: RunResult): TrafficResult {
  const { requests, durations, throttledMs } = traffic;
  const median = upperMedianOf(durations);
  const medianMs = median === undefined ? null : roundDuration(median);
  return { requests, medianMs, mostAtATime, bound, passedAlone, throttledMs };
}

function describeOutage(
  { outage, startedAt, judgements }: RunResult,
  redact: Redact,
): Report['outage'] {
  if (outage === undefined) return null;
  const { scenario, request, reason, ...when } = outage;
  return {
    ...when,
    sinceStartMs: Date.parse(outage.at) - startedAt.getTime(),
    ...redactDeep({ request, reason }, redact),
    scenario: scenario ?? null,
    notJudged: countNotJudged(judgements),
  };
}

function describeTarget(
  { targetTitle, targetUrl, profiles, servers, implementation }: RunResult,
  redact: Redact,
): Report['target'] {
  return {
    title: redact(targetTitle),
    url: redactDeep(targetUrl, redact),
    profiles,
    servers: servers.map(({ name, class: conformanceClass, profile, url }) => ({
      name,
      class: conformanceClass,
      profile: profile ?? null,
      url: redactDeep(url, redact),
    })),
    ...(implementation && { implementation: redactDeep(implementation, redact) }),
  };
}

/** Counts the verdicts on the selected requirements. */
export function countVerdicts(
  judgements: readonly Pick<Judgement, 'verdict' | 'selected'>[],
): Record<Verdict, number> {
  const counts = Object.fromEntries(verdictOrder.map((verdict) => [verdict, 0]));
  const all = counts as Record<Verdict, number>;
  for (const { verdict, selected } of judgements) if (selected) all[verdict] += 1;
  return all;
}

function describeRequirement(
  { requirement, cases, ...judgement }: Judgement,
  startedAt: Date,
  { redact, keep }: ReportStyle,
): RequirementResult {
  const { also: _also, ...stated } = requirement;
  const all = inOrder(cases, judgement.shownBy).map((one) => summarizeCase(one, startedAt));
  return {
    ...stated,
    selected: judgement.selected,
    verdict: judgement.verdict,
    server: judgement.server ?? null,
    reason: redactDeep(judgement.reason ?? null, redact),
    blockedBy: judgement.blockedBy ?? null,
    option: judgement.option ?? null,
    expected: judgement.expected ?? null,
    observations: uniqueSorted(cases.flatMap((one) => one.observations)),
    cases: keep === 'all' ? all : keepEssential(judgement.verdict, all),
  };
}

/** The published part of a case. */
function summarizeCase(one: Case, runStartedAt: Date): CaseResult {
  const { server, scenario, row = null, feature, line, verdict, reason } = one;
  const { observations, startedAt, durationMs, exchanges, decisive } = one;
  const startedMs = Math.max(0, startedAt - runStartedAt.getTime());
  return {
    ...{ server, scenario, row, feature, line, verdict, reason },
    mismatches: describeMismatches(one),
    ...{ observations, startedMs, durationMs, exchanges },
    ...(decisive === undefined ? {} : { decisive }),
    omittedExchanges: 0,
  };
}

function inOrder(cases: readonly Case[], shownBy: Case | undefined): readonly Case[] {
  const sorted = cases.filter((one) => one !== shownBy).sort(byPlace);
  return shownBy === undefined ? sorted : [shownBy, ...sorted];
}

function uniqueSorted(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}
