/**
 * Verdicts from cases, one for each requirement.
 *
 * 1. On each server, the worst case decides.
 * 2. A failure that another one explains is blocked by it: one deviation of the target shows as one
 *    failure, and two as two (causes.ts).
 * 3. Among the servers, the worst verdict decides.
 */
import { groupBy } from '../../kit/collections.js';
import { describeMismatches } from '../mismatches/mismatch-text.js';
import { appliesTo, type Target } from '../servers/target.js';
import { type Requirement, reasonForOmitting, type Selection } from '../suite/requirements.js';
import type { ResourceKind } from '../suite/suite.js';
import { type AddressedCase, addressCase } from './addressed-case.js';
import type { Case, Ending } from './case.js';
import { type Finding, type Findings, findCauses, type JudgedCases } from './causes.js';
import type { Verdict } from './outcomes.js';

/** The judgement of one requirement. */
export interface Judgement {
  readonly requirement: Requirement;
  /** Whether the operator selected the requirement; others do not affect the conclusion. */
  readonly selected: boolean;
  readonly verdict: Verdict;
  /** The server with this verdict; undefined when the requirement was checked on none. */
  readonly server: string | undefined;
  /** The reason in words; undefined when the verdict is enough. */
  readonly reason: string | undefined;
  /** For `blocked`: the id of the requirement that failed. */
  readonly blockedBy: string | undefined;
  /** For `not tested`: the missing option. */
  readonly option: string | undefined;
  /**
   * The operator's reason for a known failure; undefined when the requirement is expected to pass.
   */
  readonly expected: string | undefined;
  readonly cases: readonly Case[];
  /** The failed case that shows the failure best; reports begin with it. */
  readonly shownBy: Case | undefined;
}

/** The input of judgements. */
export interface TallyInput {
  readonly requirements: readonly Requirement[];
  readonly selection: Selection;
  /** The checked targets. */
  readonly targets: readonly Target[];
  readonly cases: readonly Case[];
  /** The kinds of resources that the suite declares. */
  readonly resources: readonly ResourceKind[];
  /** The reason for missing scenarios: `the run was interrupted`. */
  readonly missing?: string;
}

/** The verdicts from worst to best. */
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

/** Judges every requirement, in the order of the catalogue. */
export function judgeAll(input: TallyInput): Judgement[] {
  const cases = input.cases.map((one) => addressCase(one, input.resources));
  const casesById = groupBy(cases, ({ requirement }) => requirement);
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
  addressed: readonly AddressedCase[],
  selected: boolean,
): Judgement {
  const finding = { verdict, server, reason, blockedBy, option, shownBy: shownBy?.reported };
  const cases = addressed.map(({ reported }) => reported);
  return { requirement, selected, ...finding, expected: undefined, cases };
}

function notApplicable(targets: readonly Target[]): Finding {
  const profiles = new Set(targets.flatMap(({ profile }) => profile ?? []));
  return { verdict: 'not applicable', reason: `not in profile ${[...profiles].join(', ')}` };
}

function judgeServer(
  { requirements, selection, missing }: TallyInput,
  target: Target,
  casesById: ReadonlyMap<string, readonly AddressedCase[]>,
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
 * Finds repetitions of a scenario or row with different results. Repetitions without a usable
 * answer do not count here, since they are not a statement on the target.
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

/** The finding of one case; an open requirement is always observed. */
function findingOfCase(one: Case, { level }: Requirement): Finding {
  const { verdict, reason, option, origin } = one;
  const isJudgement = verdict === 'pass' || verdict === 'fail';
  if (level === 'open' && (isJudgement || origin === 'target')) return { verdict: 'observed' };
  if (verdict === 'pass') return { verdict };
  if (verdict === 'fail') return { verdict, reason: describeMismatches(one) };
  const explained = { verdict, reason: reason ?? '' };
  return verdict === 'not tested' ? { ...explained, option: option ?? undefined } : explained;
}

/** The worst finding; among untested ones, those that no option would change come first. */
function worst(findings: readonly Finding[]): Finding | undefined {
  const rank = ({ verdict, option }: Finding) =>
    severity.indexOf(verdict) + (verdict === 'not tested' && option !== undefined ? 0.5 : 0);
  return [...findings].sort((a, b) => rank(a) - rank(b))[0];
}
