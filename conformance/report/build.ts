/** Makes the model of a run's result from what the run recorded. */
import { curlLine } from '../http/curl.js';
import type { Exchange, SentRequest } from '../http/exchange.js';
import { type Redact, redactDeep } from '../http/redact.js';
import type { Leftover } from '../ledger.js';
import type { Selection } from '../requirements.js';
import type { Profile } from '../run.js';
import type { Subject } from '../target/target.js';
import type { Conclusion } from '../verdict/conclusion.js';
import type { ContractFindings } from '../verdict/openapi-check.js';
import type { CaseRecord, UnansweredRequest } from '../verdict/recorder.js';
import type { Judgement } from '../verdict/tally.js';
import type { Verdict } from '../verdict/verdict.js';
import {
  type CaseResult,
  type ExchangeResult,
  type Report,
  type RequirementResult,
  schemaVersion,
  verdictOrder,
} from './model.js';

/** All that a run leaves behind. */
export interface RunResult {
  readonly suiteVersion: string;
  readonly specificationHash: string;
  readonly targetUrl: string | null;
  readonly profiles: readonly Profile[];
  readonly servers: readonly (Subject & { readonly url: string | null })[];
  readonly selection: Selection;
  readonly seed: number;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly complete: boolean;
  readonly conclusion: Conclusion;
  readonly judgements: readonly Judgement[];
  readonly contract: ContractFindings;
  readonly leftovers: readonly Leftover[];
  readonly faults: readonly string[];
  /** Whether curl needs to be told to accept any certificate. */
  readonly insecure: boolean;
}

/** Bodies are cut at this length, in characters. */
const longestBody = 8 * 1024;

/** Answers that nobody looks at again, which are most of a report, are cut here. */
const longestExpectedAnswer = 512;

/** How exchanges are described. */
interface Style {
  /** Whether curl needs to be told to accept any certificate. */
  readonly insecure: boolean;
  /** Where the body of an answer is cut. */
  readonly longestAnswer: number;
  readonly redact: Redact;
}

/**
 * Every text that comes from the target or the operator is redacted. Texts of our own, such as
 * ids and verdicts, are not: a key like `test` would be found in them.
 */
export function buildReport(result: RunResult, redact: Redact): Report {
  const { judgements, conclusion, selection, contract } = result;
  return {
    schemaVersion,
    suite: { version: result.suiteVersion, specificationHash: result.specificationHash },
    target: describeTarget(result, redact),
    selection: { classes: selection.classes, only: selection.only },
    seed: result.seed,
    startedAt: result.startedAt.toISOString(),
    endedAt: result.endedAt.toISOString(),
    complete: result.complete,
    conclusion: { ...conclusion, sentence: redact(conclusion.sentence) },
    counts: countVerdicts(judgements),
    requirements: judgements.map((judgement) => describeRequirement(judgement, result, redact)),
    coverage: contract.coverage,
    deviations: redactDeep(contract.deviations, redact),
    leftovers: redactDeep(result.leftovers, redact),
    faults: redactDeep(result.faults, redact),
  };
}

function describeTarget(
  { targetUrl, profiles, servers }: RunResult,
  redact: Redact,
): Report['target'] {
  return {
    url: redactDeep(targetUrl, redact),
    profiles,
    servers: servers.map(({ server, class: conformanceClass, profile, url }) => ({
      name: server,
      class: conformanceClass,
      profile: conformanceClass === 'runtime' ? null : profile,
      url: redactDeep(url, redact),
    })),
  };
}

function countVerdicts(judgements: readonly Judgement[]): Record<Verdict, number> {
  const counts = Object.fromEntries(verdictOrder.map((verdict) => [verdict, 0]));
  for (const { verdict, selected } of judgements) {
    if (selected) counts[verdict] = (counts[verdict] ?? 0) + 1;
  }
  return counts as Record<Verdict, number>;
}

function describeRequirement(
  { requirement, cases, ...judgement }: Judgement,
  { insecure }: RunResult,
  redact: Redact,
): RequirementResult {
  const { also: _also, ...stated } = requirement;
  return {
    ...stated,
    selected: judgement.selected,
    verdict: judgement.verdict,
    server: judgement.server ?? null,
    reason: redactDeep(judgement.reason ?? null, redact),
    blockedBy: judgement.blockedBy ?? null,
    option: judgement.option ?? null,
    expected: judgement.expected ?? null,
    observations: redactDeep(uniqueSorted(cases.flatMap((one) => one.observations)), redact),
    cases: [...cases].sort(byPlace).map((record) => {
      const isExpected = requirement.level === 'must' && record.outcome.verdict === 'pass';
      const longestAnswer = isExpected ? longestExpectedAnswer : longestBody;
      return describeCase(record, { insecure, longestAnswer, redact });
    }),
  };
}

function describeCase(record: CaseRecord, style: Style): CaseResult {
  const { outcome } = record;
  const { redact } = style;
  return {
    server: record.server,
    scenario: record.scenario,
    row: record.row ?? null,
    feature: record.feature,
    line: record.line,
    verdict: outcome.verdict,
    reason: redactDeep('reason' in outcome ? outcome.reason : null, redact),
    mismatches: redactDeep(outcome.verdict === 'fail' ? outcome.mismatches : [], redact),
    observations: redactDeep(record.observations, redact),
    durationMs: round(record.durationMs),
    exchanges: record.exchanges.map((one) => describeExchange(one, style)),
  };
}

function describeExchange(
  exchange: Exchange | UnansweredRequest,
  { insecure, longestAnswer, redact }: Style,
): ExchangeResult {
  // Quoting depends on what is in a word, so secrets have to go before the line is made.
  const request = redactDeep(exchange.request, redact);
  const curl = curlLine(request, { insecure });
  const described = { request: describeRequest(request), curl };
  if ('reason' in exchange) {
    const failure = redact(exchange.reason);
    return { ...described, response: null, failure, durationMs: null };
  }
  const { status, headers, body } = redactDeep(exchange.response, redact);
  const response = { status, headers, body: shorten(body, longestAnswer) };
  return { ...described, response, failure: null, durationMs: round(exchange.durationMs) };
}

function describeRequest({ method, url, headers, body }: SentRequest): ExchangeResult['request'] {
  return { method, url, headers, body: body === undefined ? null : shorten(body, longestBody) };
}

/** Scenarios run in a random order; reports have theirs. */
function byPlace(a: CaseRecord, b: CaseRecord): number {
  if (a.feature !== b.feature) return a.feature < b.feature ? -1 : 1;
  if (a.line !== b.line) return a.line - b.line;
  return a.server < b.server ? -1 : Number(a.server > b.server);
}

function uniqueSorted(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}

function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest)}… (${text.length - longest} more characters)`;
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}
