/** Comparison of values that other clients of the target may change at the same time. */

import { TargetFailure } from '../http/target-failure.js';
import { compare } from '../verdict/compare.js';

import type { OpenScenario } from './scenario.js';

/** The maximum number of comparisons that find the target changed. */
const mostComparisons = 20;
/**
 * A row that others create and delete in between can look like a difference, but not repeatedly.
 */
const confirmations = 3;

/**
 * Looks for differences between two equal readings while the scenario holds the target. Readings
 * that differ show that another client changed the target, and the comparison is repeated. A
 * difference counts only if several comparisons find it.
 *
 * @param read reads what others would change, such as the number of rows
 * @param part the part of the target to hold; default: the part that the scenario's tag names
 * @returns the differences
 * @throws TargetFailure when the readings differ each time
 * @example
 * const count = () => countNotes(this);
 * const mismatches = await findStableDifferences(this, count, () => compareTotal(this));
 */
export async function findStableDifferences<Difference>(
  scenario: Pick<OpenScenario, 'hold'>,
  read: () => Promise<unknown>,
  findDifferences: () => Promise<readonly Difference[]>,
  part?: string,
): Promise<readonly Difference[]> {
  const release = await scenario.hold(part);
  try {
    let before = await read();
    let confirmed = 0;
    for (let comparison = 0; comparison < mostComparisons; comparison += 1) {
      const differences = await findDifferences();
      const after = await read();
      const isStable = compare(before, after).length === 0;
      before = after;
      if (isStable) confirmed += 1;
      if (isStable && (differences.length === 0 || confirmed === confirmations)) return differences;
    }
    throw new TargetFailure(
      `two equal readings differed ${mostComparisons} times: other clients change the target, or its answers are not stable`,
    );
  } finally {
    release();
  }
}
