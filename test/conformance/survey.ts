/** Common parts of the tests of the suite itself. */
import type { Report } from '../../conformance/report/model.js';

/** Ids of the requirements with one of the verdicts. */
export function idsWith(report: Report | undefined, ...verdicts: readonly string[]): string[] {
  const rows = report?.requirements ?? [];
  return rows
    .filter(({ verdict, selected }) => selected && verdicts.includes(verdict))
    .map(({ id }) => id);
}

/** Ids of the blocked requirements that do not name a failed one. */
export function idsBlockedByNothing(report: Report | undefined): string[] {
  const failed = new Set(idsWith(report, 'fail', 'unstable'));
  const rows = report?.requirements ?? [];
  return rows
    .filter(({ verdict, blockedBy }) => verdict === 'blocked' && !failed.has(blockedBy ?? ''))
    .map(({ id }) => id);
}
