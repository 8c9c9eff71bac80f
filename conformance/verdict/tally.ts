/**
 * From the records of scenarios to one verdict per requirement.
 *
 * 1. On each server, the worst case decides.
 * 2. What another failure explains is blocked by it: one fault of the target shows as one failure,
 *    and two faults as two (see causes.ts).
 * 3. Over the servers, the worst verdict decides again.
 */
import { describeMismatch, type Verdict } from '../outcomes.js';
import { appliesTo, type Target } from '../servers/target.js';
import { type Requirement, reasonForOmitting, type Selection } from '../suite/requirements.js';
import type { Case, Ending } from './case.js';
import { type Finding, type Findings, findCauses, type JudgedCases } from './causes.js';

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
  readonly cases: readonly Case[];
  /** Of several failed cases, the one that shows the failure best; reports begin with it. */
  readonly shownBy: Case | undefined;
}

/** What the judgements are made from. */
export interface TallyInput {
  readonly requirements: readonly Requirement[];
  readonly selection: Selection;
  /** Those that were checked. */
  readonly targets: readonly Target[];
  readonly cases: readonly Case[];
  /** Why scenarios are missing, if they are: `the run was interrupted`. */
  readonly missing?: string;
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
  const perServer = input.targets.map((target) => judgeServer(input, target, casesById));
  return input.requirements.map((requirement) => {
    const { id } = requirement;
    const cases = casesById.get(id) ?? [];
    const omitted = reasonForOmitting(requirement, input.selection);
    if (omitted !== undefined) {
      return judgement(requirement, { verdict: 'not tested', reason: omitted }, cases, false);
    }
    const findings = perServer.flatMap((found) => found.get(id) ?? []);
    const decisive = worst(findings) ?? notApplicable(input.targets);
    const seen = findings.flatMap(({ seenIn }) => seenIn ?? []);
    return judgement(requirement, decisive, [...cases, ...seen], true);
  });
}

function judgement(
  requirement: Requirement,
  { verdict, server, reason, blockedBy, option, shownBy }: Finding,
  cases: readonly Case[],
  selected: boolean,
): Judgement {
  const finding = { verdict, server, reason, blockedBy, option, shownBy };
  return { requirement, selected, ...finding, expected: undefined, cases };
}

function notApplicable(targets: readonly Target[]): Finding {
  const profiles = new Set(targets.flatMap(({ profile }) => profile ?? []));
  return { verdict: 'not applicable', reason: `not in profile ${[...profiles].join(', ')}` };
}

function judgeServer(
  { requirements, selection, missing }: TallyInput,
  target: Target,
  casesById: ReadonlyMap<string, readonly Case[]>,
): Findings {
  const { name: server } = target;
  const judged = new Map<string, JudgedCases>();
  for (const requirement of requirements) {
    const { id } = requirement;
    if (!appliesTo(requirement, target)) continue;
    if (reasonForOmitting(requirement, selection) !== undefined) continue;
    const cases = (casesById.get(id) ?? []).filter((one) => one.server === server);
    judged.set(id, { cases, finding: { ...findingOf(requirement, cases, missing), server } });
  }
  return findCauses(requirements, judged);
}

function findingOf(
  requirement: Requirement,
  cases: readonly Case[],
  missing = 'no scenario checks it',
): Finding {
  const findings = cases.map((one) => findingOfCase(one, requirement));
  if (requirement.level === 'must') findings.push(...findInstability(cases));
  return worst(findings) ?? { verdict: 'not tested', reason: missing };
}

/**
 * The same scenario or row, run again, must come out the same. A repetition that had no usable
 * answer says nothing of the target, so it does not count here; it is the error that it is.
 */
function findInstability(cases: readonly Case[]): Finding[] {
  const telling = cases.filter(tellsOfTarget);
  const places = groupBy(telling, ({ feature, line }) => `${feature}:${line}`);
  return [...places].flatMap(([place, repetitions]): Finding[] => {
    const verdicts = new Set(repetitions.map(({ verdict }) => verdict));
    if (verdicts.size < 2) return [];
    return [{ verdict: 'unstable', reason: `${place}: ${[...verdicts].sort().join(', then ')}` }];
  });
}

function tellsOfTarget({ verdict }: Ending): boolean {
  return verdict === 'pass' || verdict === 'fail' || verdict === 'blocked';
}

/** What the specification leaves open is observed, whatever the target does. */
function findingOfCase(
  { verdict, reason, mismatches, option, origin }: Ending,
  { level }: Requirement,
): Finding {
  const isJudgement = verdict === 'pass' || verdict === 'fail';
  if (level === 'open' && (isJudgement || origin === 'target')) return { verdict: 'observed' };
  if (verdict === 'pass') return { verdict };
  if (verdict === 'fail') return { verdict, reason: mismatches.map(describeMismatch).join('; ') };
  const explained = { verdict, reason: reason ?? '' };
  return verdict === 'not tested' ? { ...explained, option: option ?? undefined } : explained;
}

/** Among the untested, what no option would supply comes first. */
function worst(findings: readonly Finding[]): Finding | undefined {
  const rank = ({ verdict, option }: Finding) =>
    severity.indexOf(verdict) + (verdict === 'not tested' && option !== undefined ? 0.5 : 0);
  return [...findings].sort((a, b) => rank(a) - rank(b))[0];
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
