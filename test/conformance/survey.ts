/** What the tests of the suite itself have in common. */
import type { Report } from '../../conformance/report/model.js';

/**
 * Whether every fault and variation meets the whole suite, which takes a quarter of an hour:
 * `TOUCHSTONE_SURVEY=full`. Else it is those requirements alone that the test is about.
 */
export const isFull = process.env.TOUCHSTONE_SURVEY === 'full';

/** For a test that may run the whole suite. */
export const longTestMs = 120_000;

/** Ids of the requirements that have one of some verdicts. */
export function idsWith(report: Report | undefined, ...verdicts: readonly string[]): string[] {
  const rows = report?.requirements ?? [];
  return rows
    .filter(({ verdict, selected }) => selected && verdicts.includes(verdict))
    .map(({ id }) => id);
}
