/** Runs the sessions of a plan on their targets. */
import { type OpenTargetOf, type Targets, TargetUnavailable } from '../servers/target.js';
import type { RunSession } from '../sessions/session.js';
import type { Session } from '../sessions/session-input.js';
import type { Thread } from '../sessions/thread.js';
import type { CheckInput } from './check-input.js';
import type { ResultCollector, RunOutcome } from './result-collector.js';

/**
 * Runs the sessions of a plan: one after the other with a server at an address, side by side with
 * our own servers, which do not disturb each other.
 *
 * @throws UsageError when a command of the operator fails
 */
export async function runSessions(
  input: CheckInput,
  results: ResultCollector,
): Promise<RunOutcome> {
  try {
    const { open, release } = await prepareTargets(input);
    try {
      const { options, plan, threads } = input;
      const targets = options.baseUrl === undefined ? plan.targets.length : undefined;
      const runners = await findRunners(targets, threads);
      await shareOut(plan.sessions, runners, async (runSession, session) => {
        if (!input.signal.aborted) await results.take(session, open, runSession);
      });
    } finally {
      await release();
    }
  } catch (error) {
    if (!(error instanceof TargetUnavailable)) throw error;
    return { ...results.outcome, unavailable: error.message };
  }
  return results.outcome;
}

/**
 * Returns a runner for each session that may run at the same time: one runner for a server at an
 * address; for our own servers, one runner for each thread, or one on this thread.
 *
 * @param targets the number of our own servers; undefined for a server at an address
 */
async function findRunners(
  targets: number | undefined,
  threads: readonly Thread[],
): Promise<readonly RunSession[]> {
  const hasThreads = targets !== undefined && threads.length > 0;
  const places = hasThreads ? threads : [await import('../sessions/session.js')];
  const atATime = targets === undefined ? 1 : Math.ceil(targets / places.length);
  return places.flatMap(({ runSession }) => Array.from({ length: atATime }, () => runSession));
}

/**
 * Runs each session on the next runner that is free.
 *
 * @throws the error of the first session that failed, when all runners have ended
 */
async function shareOut(
  sessions: readonly Session[],
  runners: readonly RunSession[],
  run: (runSession: RunSession, session: Session) => Promise<void>,
): Promise<void> {
  const waiting = [...sessions];
  const ends = await Promise.allSettled(
    runners.map(async (runSession) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await run(runSession, next);
      }
    }),
  );
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/**
 * Prepares the targets. Each of the two ways to a target loads its modules on use.
 *
 * @throws TargetUnavailable, UsageError when the target is not ours
 */
export async function prepareTargets(
  input: Pick<CheckInput, 'options' | 'suite' | 'plan' | 'environment' | 'signal'>,
): Promise<Targets> {
  const { options, suite, plan, environment, signal } = input;
  const { baseUrl, startOptions } = options;
  if (baseUrl === undefined) {
    const { prepareOwnServers } = await import('../servers/own-servers.js');
    const open = await prepareOwnServers(suite, environment.env, startOptions);
    return { open: oneByOne(open), release: async () => {} };
  }
  const source = await import('../servers/source.js');
  const addressed = { ...options, baseUrl };
  return await source.prepareTargets(addressed, suite, plan.targets, environment, signal);
}

/**
 * Opens targets one after the other, so that the first session begins while others are still
 * opened.
 */
function oneByOne(open: OpenTargetOf): OpenTargetOf {
  let previous: Promise<unknown> = Promise.resolve();
  return (target) => {
    const opening = previous.then(() => open(target));
    previous = opening.catch(() => undefined);
    return opening;
  };
}
