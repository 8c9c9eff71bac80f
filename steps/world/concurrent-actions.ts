/** Several actions or judgements, of which one error does not hide another. */
import { Violation } from '../../conformance/index.js';

/**
 * Runs actions concurrently and waits for all of them, so that none continues after a failed step.
 *
 * @throws Violation with the mismatches of all actions, or else the error of the first one
 */
export async function runConcurrently<Result>(
  actions: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const ends = await Promise.allSettled(actions.map((act) => act()));
  const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  if (errors.length > 0) throw joinErrors(errors);
  return ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
}

/**
 * Runs judgements in order, also after a Violation. Ends at any other error.
 *
 * @throws Violation with the mismatches of all judgements, or else the other error
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

/** A Violation takes precedence over an error that prevented a judgement. */
function joinErrors(errors: readonly unknown[]): unknown {
  const violations = errors.filter((error) => error instanceof Violation);
  if (violations.length === 0) return errors[0];
  const mismatches = violations.flatMap((one) => one.mismatches);
  return new Violation(mismatches, violations[0]?.exchange);
}
