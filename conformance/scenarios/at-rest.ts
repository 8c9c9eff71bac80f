/** Judging what other clients of a target may change at the same time. */
import { type Mismatch, TargetFailure } from '../outcomes.js';
import { compare } from '../verdict/compare.js';
import type { OpenScenario } from './scenario.js';

/** How often the target may be found changed. */
const attempts = 20;
/** A row that others make and remove in between can look like a difference, but not for long. */
const confirmations = 3;

/**
 * Looks for differences while nobody changes the target. The scenario holds it meanwhile; other
 * clients are noticed by what `read` gives before and after, and then all is looked at again. A
 * difference has to show several times.
 *
 * @param read gives what others would change, such as how many rows there are
 * @param part the part of the target to hold; default: the part that the scenario's tag names
 * @returns the differences that were found between two equal readings
 * @throws TargetFailure when the readings differ each time
 * @example
 * const mismatches = await findAtRest(this, () => countNotes(this), () => compareTotal(this));
 */
export async function findAtRest(
  scenario: Pick<OpenScenario, 'hold'>,
  read: () => Promise<unknown>,
  findDifferences: () => Promise<readonly Mismatch[]>,
  part?: string,
): Promise<readonly Mismatch[]> {
  const release = await scenario.hold(part);
  try {
    let before = await read();
    let confirmed = 0;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const differences = await findDifferences();
      const after = await read();
      const isAtRest = compare(before, after).length === 0;
      before = after;
      if (isAtRest) confirmed += 1;
      if (isAtRest && (differences.length === 0 || confirmed === confirmations)) return differences;
    }
    throw new TargetFailure(
      `other clients changed the target ${attempts} times while it was being judged`,
    );
  } finally {
    release();
  }
}
