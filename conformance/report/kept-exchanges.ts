/** Which exchanges a result keeps: those of passing cases are most of a run, and hardly ever read. */
import type { Verdict } from '../outcomes.js';
import type { CaseResult } from './model.js';

/** So many passing cases of a requirement show how it was checked. */
const mostPassing = 2;

/**
 * The cases of a requirement with what explains its verdict. Passing cases have the first and the last
 * exchange if they are among the first two, and every request without an answer; what is left out is
 * counted. All other cases are whole, as are those that a difference shows in: repetitions that came
 * out differently, and servers that were observed to do different things.
 */
export function keepEssential(verdict: Verdict, cases: readonly CaseResult[]): CaseResult[] {
  const passing = cases.filter((one) => one.verdict === 'pass');
  const shown = new Set(passing.slice(0, mostPassing));
  const differing = verdict === 'unstable' ? new Set(passing) : listDiffering(passing);
  return cases.map((one) =>
    one.verdict !== 'pass' || differing.has(one) ? one : trim(one, shown.has(one)),
  );
}

/** The cases of which another run or server has observed something else. */
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
    ({ response }, index) => response === null || (isShown && (index === 0 || index === last)),
  );
  return { ...one, exchanges, omittedExchanges: one.exchanges.length - exchanges.length };
}
