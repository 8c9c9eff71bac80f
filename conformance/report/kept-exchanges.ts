/**
 * Selects the exchanges that a result keeps. Those of passing cases are most of a run and rarely
 * read.
 */
import type { Verdict } from '../verdict/outcomes.js';
import type { CaseResult } from './model.js';

/** This number of passing cases shows how a requirement was checked. */
const mostPassing = 2;

/**
 * Trims the exchanges of passing cases. The first two passing cases keep their first and last
 * exchange, and every case keeps its requests without an answer; the rest is counted. Failed cases
 * stay whole, as do cases that differ between repetitions or servers.
 */
export function keepEssential(verdict: Verdict, cases: readonly CaseResult[]): CaseResult[] {
  const passing = cases.filter((one) => one.verdict === 'pass');
  const shown = new Set(passing.slice(0, mostPassing));
  const differing = verdict === 'unstable' ? new Set(passing) : listDiffering(passing);
  return cases.map((one) =>
    one.verdict !== 'pass' || differing.has(one) ? one : trim(one, shown.has(one)),
  );
}

/** The cases for which another repetition or server observed something else. */
function listDiffering(cases: readonly CaseResult[]): ReadonlySet<CaseResult> {
  const groups = new Map<string, CaseResult[]>();
  for (const one of cases) {
    const place = JSON.stringify([one.feature, one.line, one.row]);
    groups.set(place, [...(groups.get(place) ?? []), one]);
  }
  const differing = [...groups.values()].filter(
    (group) => new Set(group.map(({ observations }) => JSON.stringify(observations))).size > 1,
  );
  return new Set(differing.flat());
}

function trim(one: CaseResult, isShown: boolean): CaseResult {
  const last = one.exchanges.length - 1;
  const exchanges = one.exchanges.filter(
    ({ failure }, index) => failure !== null || (isShown && (index === 0 || index === last)),
  );
  return { ...one, exchanges, omittedExchanges: one.exchanges.length - exchanges.length };
}
