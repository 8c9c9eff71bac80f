/**
 * From the records of scenarios to one verdict per requirement.
 *
 * 1. On each server, the worst case decides.
 * 2. Where nothing failed, what scenarios of other requirements found broken has, though its own
 *    passed.
 * 3. A failure that has a failed requirement among those it needs, directly or not, is blocked by
 *    the first cause: one fault of the target shows as one failure.
 * 4. Over the servers, the worst verdict decides again.
 */
import { describeMismatch, type Verdict } from '../outcomes.js';
import { type Requirement, reasonForOmitting, type Selection } from '../requirements.js';
import { appliesTo, type Subject } from '../target/target.js';
import type { DescribedCase } from './described-case.js';
import type { Outcome } from './recorder.js';

/** The verdict of one requirement. */
export interface Judgement {
  readonly requirement: Requirement;
  /** False when the operator left it out: it then has no part in the conclusion. */
  readonly selected: boolean;
  readonly verdict: Verdict;
  /** The server that the verdict comes from; undefined when none was looked at. */
  readonly server: string | undefined;
  /** Why, in words; undefined when the verdict says it all. */
  readonly reason: string | undefined;
  /** For `blocked`: the id of the requirement that failed. */
  readonly blockedBy: string | undefined;
  /** For `not tested`: the option that would supply what is missing. */
  readonly option: string | undefined;
  /** Why it is known to fail, as the operator wrote it; undefined when it is expected to pass. */
  readonly expected: string | undefined;
  readonly cases: readonly DescribedCase[];
}

/** What the judgements are made from. */
export interface TallyInput {
  readonly requirements: readonly Requirement[];
  readonly selection: Selection;
  /** Those that were checked. */
  readonly subjects: readonly Subject[];
  readonly cases: readonly DescribedCase[];
  /** Why scenarios are missing, if they are: `the run was interrupted`. */
  readonly missing?: string;
}

/** What a requirement comes to on one server. */
interface Finding {
  readonly verdict: Verdict;
  readonly server?: string;
  readonly reason?: string;
  readonly blockedBy?: string;
  readonly option?: string | undefined;
  /** The case of another requirement that shows the failure. */
  readonly seenIn?: DescribedCase | undefined;
}

/** From worst to best: what fails only at times is not known to contradict the statement. */
const severity: readonly Verdict[] = [
  'unstable',
  'fail',
  'error',
  'blocked',
  'not tested',
  'observed',
  'pass',
  'not applicable',
];

/** One judgement for every requirement, in the catalogue's order. */
export function judgeAll(input: TallyInput): Judgement[] {
  const casesById = groupBy(input.cases, ({ requirement }) => requirement);
  const perServer = input.subjects.map((subject) => judgeServer(input, subject, casesById));
  return input.requirements.map((requirement) => {
    const { id } = requirement;
    const cases = casesById.get(id) ?? [];
    const omitted = reasonForOmitting(requirement, input.selection);
    if (omitted !== undefined) {
      return judgement(requirement, { verdict: 'not tested', reason: omitted }, cases, false);
    }
    const findings = perServer.flatMap((found) => found.get(id) ?? []);
    const decisive = worst(findings) ?? notApplicable(input.subjects);
    const seen = findings.flatMap(({ seenIn }) => seenIn ?? []);
    return judgement(requirement, decisive, [...cases, ...seen], true);
  });
}

function judgement(
  requirement: Requirement,
  { verdict, server, reason, blockedBy, option }: Finding,
  cases: readonly DescribedCase[],
  selected: boolean,
): Judgement {
  const finding = { verdict, server, reason, blockedBy, option };
  return { requirement, selected, ...finding, expected: undefined, cases };
}

function notApplicable(subjects: readonly Subject[]): Finding {
  const profiles = new Set(subjects.map(({ profile }) => profile));
  return { verdict: 'not applicable', reason: `not in profile ${[...profiles].join(', ')}` };
}

type Findings = ReadonlyMap<string, Finding>;

function judgeServer(
  { requirements, selection, missing }: TallyInput,
  subject: Subject,
  casesById: ReadonlyMap<string, readonly DescribedCase[]>,
): Findings {
  const findings = new Map<string, Finding>();
  const inScope = requirements.filter(
    (requirement) =>
      appliesTo(requirement, subject) && reasonForOmitting(requirement, selection) === undefined,
  );
  for (const requirement of inScope) {
    const { server } = subject;
    const cases = (casesById.get(requirement.id) ?? []).filter((one) => one.server === server);
    findings.set(requirement.id, { ...findingOf(requirement, cases, missing), server });
  }
  for (const [id, finding] of findBlockers(inScope, findings, casesById)) findings.set(id, finding);
  return blameRootCauses(requirements, findings);
}

/** Step 2. What is open may have been tried with values that break what is stated. */
function findBlockers(
  inScope: readonly Requirement[],
  findings: Findings,
  casesById: ReadonlyMap<string, readonly DescribedCase[]>,
): Findings {
  const blockers = new Map<string, Finding>();
  if ([...findings.values()].some(({ verdict }) => verdict === 'fail')) return blockers;
  for (const { id, level } of inScope) {
    const { blockedBy, reason, server } = findings.get(id) ?? {};
    if (level === 'open' || blockedBy === undefined || server === undefined) continue;
    const blocker = followBlockers(blockedBy, findings);
    if (findings.get(blocker)?.verdict !== 'pass' || blockers.has(blocker)) continue;
    const seenIn = casesById
      .get(id)
      ?.find((one) => one.server === server && one.outcome.verdict === 'blocked');
    blockers.set(blocker, { verdict: 'fail', server, seenIn, ...(reason && { reason }) });
  }
  return blockers;
}

function findingOf(
  requirement: Requirement,
  cases: readonly DescribedCase[],
  missing = 'no scenario checks it',
): Finding {
  const findings = cases.map(({ outcome }) => findingOfCase(outcome, requirement));
  if (requirement.level === 'must') findings.push(...findInstability(cases));
  return worst(findings) ?? { verdict: 'not tested', reason: missing };
}

/** The same scenario or row, run again, must come out the same. */
function findInstability(cases: readonly DescribedCase[]): Finding[] {
  const places = groupBy(cases, ({ feature, line }) => `${feature}:${line}`);
  return [...places].flatMap(([place, repetitions]): Finding[] => {
    const verdicts = new Set(repetitions.map(({ outcome }) => outcome.verdict));
    if (verdicts.size < 2) return [];
    return [{ verdict: 'unstable', reason: `${place}: ${[...verdicts].sort().join(', then ')}` }];
  });
}

/** What the specification leaves open is observed, whatever the target does. */
function findingOfCase(outcome: Outcome, { level }: Requirement): Finding {
  const isJudgement = outcome.verdict === 'pass' || outcome.verdict === 'fail';
  const isSilence = outcome.verdict === 'error' && outcome.origin === 'target';
  if (level === 'open' && (isJudgement || isSilence)) return { verdict: 'observed' };
  switch (outcome.verdict) {
    case 'pass':
      return { verdict: 'pass' };
    case 'fail':
      return { verdict: 'fail', reason: outcome.mismatches.map(describeMismatch).join('; ') };
    case 'blocked':
      return { verdict: 'blocked', reason: outcome.reason, blockedBy: outcome.prerequisite };
    case 'not tested':
      return { verdict: 'not tested', reason: outcome.reason, option: outcome.option };
    case 'error':
      return { verdict: 'error', reason: outcome.reason };
  }
}

/** Among the untested, what no option would supply comes first. */
function worst(findings: readonly Finding[]): Finding | undefined {
  const rank = ({ verdict, option }: Finding) =>
    severity.indexOf(verdict) + (verdict === 'not tested' && option !== undefined ? 0.5 : 0);
  return [...findings].sort((a, b) => rank(a) - rank(b))[0];
}

/**
 * Step 3: failures and blockages name the requirement at which the trouble starts. What was left
 * out of the run still connects the others, though it can be no cause itself.
 */
function blameRootCauses(requirements: readonly Requirement[], findings: Findings): Findings {
  const needs = new Map(requirements.map((requirement) => [requirement.id, requirement.needs]));
  const hasFailed = (id: string) => findings.get(id)?.verdict === 'fail';
  const rootOf = (id: string) => findRoot(id, needs, hasFailed);
  const blame = (id: string, finding: Finding): Finding => {
    const root = rootOf(id);
    if (finding.verdict === 'fail' && root !== undefined) {
      return { verdict: 'blocked', reason: `${root} failed`, blockedBy: root };
    }
    if (finding.verdict !== 'blocked' || finding.blockedBy === undefined) return finding;
    const blocker = followBlockers(finding.blockedBy, findings);
    const cause = rootOf(blocker) ?? blocker;
    return { ...finding, blockedBy: hasFailed(cause) ? cause : (root ?? cause) };
  };
  return new Map([...findings].map(([id, finding]) => [id, blame(id, finding)]));
}

/** What blocks a requirement may be blocked itself: the last one of such a chain. */
function followBlockers(id: string, findings: Findings, seen: readonly string[] = []): string {
  const next = findings.get(id)?.blockedBy;
  if (next === undefined || seen.includes(id)) return id;
  return followBlockers(next, findings, [...seen, id]);
}

/** The failed requirement below this one that itself needs no other failed one. */
function findRoot(
  id: string,
  needs: ReadonlyMap<string, readonly string[]>,
  hasFailed: (id: string) => boolean,
): string | undefined {
  for (const need of needs.get(id) ?? []) {
    const deeper = findRoot(need, needs, hasFailed);
    if (deeper !== undefined) return deeper;
    if (hasFailed(need)) return need;
  }
  return undefined;
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return groups;
}
