/** Doing several things, so that what goes wrong with one does not hide what is wrong with another. */
import { Violation } from '../conformance/index.js';

/**
 * Does several things of which none waits for another. All have come to their end before this does,
 * so that nothing goes on when a step has failed.
 *
 * @throws Violation with the mismatches of all of them, or else what the first one throws
 */
export async function together<Result>(
  actions: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const ends = await Promise.allSettled(actions.map((act) => act()));
  const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  if (errors.length > 0) throw joinErrors(errors);
  return ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
}

/**
 * Judges one thing after the other, the next one whether or not the last one held. It ends at an
 * error that is no Violation.
 *
 * @throws Violation with the mismatches of all of them, or else the error that it ended at
 */
export async function judgeEach(
  judgements: readonly (() => void | Promise<void>)[],
): Promise<void> {
  const errors: unknown[] = [];
  for (const judge of judgements) {
    try {
      await judge();
    } catch (error) {
      errors.push(error);
      if (!(error instanceof Violation)) break;
    }
  }
  if (errors.length > 0) throw joinErrors(errors);
}

/** What contradicts a requirement counts for more than what could not be looked at. */
function joinErrors(errors: readonly unknown[]): unknown {
  const violations = errors.filter((error) => error instanceof Violation);
  if (violations.length === 0) return errors[0];
  return new Violation(violations.flatMap(({ mismatches }) => mismatches));
}
