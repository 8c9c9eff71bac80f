/**
 * Selects the exchanges to keep in a result. Most exchanges belong to passing cases, and are rarely
 * read.
 */
import { groupBy } from '../../kit/collections.js';
import type { Verdict } from '../verdict/outcomes.js';
import type { CaseResult } from './model.js';

/** This number of passing cases shows how a requirement was checked. */
const mostPassing = 2;

/**
 * Trims the exchanges of passing cases: the first two cases keep their first and last exchange,
 * every case keeps its unanswered requests, and the rest is counted. Failed cases stay whole, as do
 * cases that differ between repetitions or servers.
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
  const groups = groupBy(cases, (one) => JSON.stringify([one.feature, one.line, one.row]));
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
