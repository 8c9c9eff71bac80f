/** Several actions or judgements, of which one error does not hide another. */
import { type Exchange, type Mismatch, Violation } from '../../conformance/index.js';
import { demandAll, isSuccess, type JudgedAnswer, requireSuccess } from './answers.js';

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

/** What a scenario needs to send rounds of requests while no other scenario sends any. */
interface ExclusiveSender {
  readonly scenario: ConcurrentSender['scenario'] & { hold(): Promise<() => void> };
}

/** A target confuses only requests that meet in the moment in which it is not careful. */
const rounds = 3;

/** A server may reject some of many concurrent requests. */
const isBusy = ({ response }: Exchange) => [429, 503].includes(response.status);

/**
 * Sends different requests at the same time, in several rounds.
 *
 * @param differencesOf the mismatches of the answer to a request
 * @throws Violation when an answer has mismatches that the same request does not have alone; one
 *   that is also wrong alone breaks another requirement
 */
export async function demandOwnAnswers<Kind>(
  world: ExclusiveSender,
  kinds: readonly Kind[],
  send: (kind: Kind) => Promise<Exchange>,
  differencesOf: (kind: Kind, exchange: Exchange) => readonly Mismatch[],
): Promise<void> {
  const judgeRound = async () => {
    const answers = await world.scenario.atOnce(() =>
      Promise.all(kinds.map(async (kind) => ({ kind, exchange: await send(kind) }))),
    );
    const wrong: JudgedAnswer[] = [];
    for (const { kind, exchange } of answers) {
      const differences = differencesOf(kind, exchange);
      if (differences.length === 0 || isBusy(exchange)) continue;
      if (differencesOf(kind, await send(kind)).length === 0) wrong.push({ exchange, differences });
    }
    return wrong;
  };
  const release = await world.scenario.hold();
  try {
    for (let round = 0; round < rounds; round += 1) demandAll(await judgeRound());
  } finally {
    release();
  }
}
