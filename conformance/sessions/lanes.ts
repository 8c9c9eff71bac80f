/** Where the sessions of a run take place. */
import type { Environment } from '../../kit/environment.js';
import type { CheckOptions } from '../check-options.js';
import type { Plan } from '../plan.js';
import type { OpenTarget, Subject } from '../servers/target.js';
import type { Suite } from '../suite/suite.js';
import type { SessionRunner } from './session.js';
import type { Thread } from './thread.js';

/** Takes one session after the other. */
export interface Lane {
  openTarget(subject: Subject): Promise<OpenTarget>;
  readonly runSession: SessionRunner;
}

/** What lanes are made of. */
export interface LanesInput {
  readonly options: CheckOptions;
  readonly suite: Suite;
  readonly plan: Plan;
  /** For sessions with our own servers; without one, they run in this thread. */
  readonly threads: readonly Thread[];
  readonly environment: Environment;
  readonly signal: AbortSignal;
  /** Ends the clean-up as well. */
  readonly givingUp?: AbortSignal | undefined;
}

/** Lanes that are ready. */
export interface OpenLanes {
  readonly lanes: readonly Lane[];
  /** Undoes what was done to have them. */
  readonly release: () => Promise<void>;
}

/**
 * Sessions with a server that others may use go one after the other. Our own servers do not disturb
 * each other: there is a lane for each. What only one of the two ways needs is loaded with it.
 *
 * @throws TargetUnavailable, UsageError when the target is not ours
 */
export async function openLanes(input: LanesInput): Promise<OpenLanes> {
  const { options, suite, plan, environment, signal } = input;
  const { baseUrl } = options;
  if (baseUrl === undefined) {
    return { lanes: await ownLanes(input), release: async () => {} };
  }
  const { prepareTargets } = await import('../servers/source.js');
  const { runSession } = await import('./session.js');
  const addressed = { ...options, baseUrl };
  const source = await prepareTargets(addressed, suite, plan.subjects, environment, signal);
  return { lanes: [{ openTarget: source.open, runSession }], release: source.release };
}

async function ownLanes(input: LanesInput): Promise<Lane[]> {
  const { suite, plan, threads, environment, options } = input;
  const { subjects } = plan;
  const { prepareOwnServers } = await import('../servers/own-servers.js');
  const open = await prepareOwnServers(suite, environment.env, options.startOptions);
  const openTarget = oneByOne(open);
  const runners = threads.length === 0 ? [await import('./session.js')] : threads;
  const length = Math.ceil(subjects.length / runners.length);
  return runners.flatMap(({ runSession }) =>
    Array.from({ length }, () => ({ openTarget, runSession })),
  );
}

/** The session with the first one begins while the others are still to be opened. */
function oneByOne<Key, Value>(open: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  let previous: Promise<unknown> = Promise.resolve();
  return (key) => {
    const opening = previous.then(() => open(key));
    previous = opening.catch(() => undefined);
    return opening;
  };
}
