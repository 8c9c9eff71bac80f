/** The places where sessions run, and which session runs where. */
import type { RunSession } from './session.js';
import type { Session } from './session-input.js';
import type { Thread } from './thread.js';

/**
 * Returns a runner for each session that may run at a time: one for a server at an address, and one
 * for each of our own servers, on the threads or on this one.
 *
 * @param targets the number of our own servers; undefined for a server at an address
 */
export async function findRunners(
  targets: number | undefined,
  threads: readonly Thread[],
): Promise<readonly RunSession[]> {
  const hasThreads = targets !== undefined && threads.length > 0;
  const places = hasThreads ? threads : [await import('./session.js')];
  const atATime = targets === undefined ? 1 : Math.ceil(targets / places.length);
  return places.flatMap(({ runSession }) => Array.from({ length: atATime }, () => runSession));
}

/**
 * Runs each session on the next runner that is free.
 *
 * @throws the error of the first session that failed, when all runners have ended
 */
export async function shareOut(
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
