/** Several actions or judgements, of which one error does not hide another. */
import { type Exchange, Violation } from '../../conformance/index.js';
import { isSuccess, requireSuccess } from './answers.js';

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

/** What a scenario needs to send requests at the same time. */
interface ConcurrentSender {
  readonly scenario: { atOnce<Result>(act: () => Promise<Result>): Promise<Result> };
  /** The latest answer. */
  readonly answer: Exchange;
}

/**
 * Sends a request for each item at the same time. A target may reject some of many concurrent
 * requests.
 *
 * @returns the items whose request succeeded, with the answers
 * @throws Blocked by the requirement when the target rejected all of them
 */
export async function acceptedAtOnce<Item>(
  world: ConcurrentSender,
  items: readonly Item[],
  send: (item: Item) => Promise<Exchange>,
  requirement: string,
): Promise<readonly { readonly item: Item; readonly exchange: Exchange }[]> {
  const sent = await world.scenario.atOnce(() =>
    Promise.all(items.map(async (item) => ({ item, exchange: await send(item) }))),
  );
  const accepted = sent.filter(({ exchange }) => isSuccess(exchange));
  if (accepted.length === 0) requireSuccess(world.answer, requirement);
  return accepted;
}
