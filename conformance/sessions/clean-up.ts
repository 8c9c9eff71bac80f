/**
 * The requests of a session that belong to no scenario: the clean-up. Logins share its context.
 */
import { onAbort } from '../../kit/stop.js';
import { deleteOwned } from '../creations/clean-up.js';
import type { Leftover, OwnedResources } from '../creations/owned-resources.js';
import { type ClientSettings, createClient } from '../http/client.js';
import type { ConcurrencyLimit } from '../http/concurrency-limit.js';
import type { ExchangeListener } from '../http/exchange.js';
import { createPersistentClient } from '../http/persistent.js';
import { RequestScheduler } from '../scenarios/request-scheduler.js';
import { type CheckRun, SharedPreparations } from '../scenarios/scenario.js';
import type { OpenTarget } from '../servers/target.js';
import type { Suite } from '../suite/suite.js';
import { outcomeOr } from '../verdict/outcomes.js';

/** The part of `CheckRun` for requests that belong to no scenario. */
export const besideScenarios: Pick<CheckRun, 'requirement' | 'recorder' | 'shared'> = {
  requirement: { id: '', needs: [] },
  recorder: { observe() {}, exchange() {} },
  shared: new SharedPreparations().openAlone(),
};

export const noListener: ExchangeListener = { exchange() {}, unanswered() {} };

/** Whether the suite declares logins. */
export function hasLogins({ suite }: Pick<CheckRun, 'suite'>): boolean {
  return suite.credentials.some(({ login }) => login !== undefined);
}

/** The input of a clean-up. */
export interface CleanUpOptions {
  readonly target: Pick<OpenTarget, 'baseUrl' | 'profile' | 'credentials'>;
  readonly suite: Suite;
  readonly parameters: Readonly<Record<string, string>>;
  /** A text in every row to delete. */
  readonly marker: string;
  readonly owned: OwnedResources;
  readonly client: ClientSettings;
  /** The limit of requests under way at a time. */
  readonly limit: ConcurrencyLimit;
  /** Whether to log in for missing credentials. Default: false. */
  readonly logsIn?: boolean;
  /** Default: none. */
  readonly listener?: ExchangeListener;
  /** Ends the clean-up; the remaining rows are leftovers. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Deletes the rows that a session created, if the target shows them to be its own. Continues after
 * lost connections, for a limited time. An outcome that ends the clean-up, such as a missing
 * credential, becomes the reason of the leftovers.
 *
 * @returns the leftovers
 */
export async function cleanUp(options: CleanUpOptions): Promise<readonly Leftover[]> {
  const {
    target,
    suite,
    parameters,
    marker,
    owned,
    limit,
    signal,
    listener = noListener,
  } = options;
  const open = createClient({ ...options.client, baseUrl: target.baseUrl, mayRepeat: true });
  const release = onAbort(signal, () => open.interrupt());
  try {
    const { baseUrl, profile } = target;
    const credentials = { ...target.credentials };
    const access = await new RequestScheduler(limit).open();
    const client = createPersistentClient(open.reportingTo(listener, access.admit), { signal });
    const run: CheckRun = {
      ...{ ...besideScenarios, baseUrl, suite, parameters, profile, client, owned, marker },
      ...{ credentials, isDisposable: false, readOnly: false, seed: 0, nextNumber: () => 0 },
    };
    if (options.logsIn && hasLogins(run)) {
      const { logIn } = await import('../sentences/requests/logins.js');
      const earlier = owned.named;
      await logIn({ run, ...access, end: () => 'counts' }, credentials);
      // What a login creates is deleted last: its credential may end with it.
      for (const resource of earlier.toReversed()) {
        owned.remove(resource.deletion);
        owned.add(resource);
      }
    }
    const left = await outcomeOr(deleteOwned(run));
    return left instanceof Error ? owned.describeRest(left) : left;
  } finally {
    release();
    open.close();
  }
}
