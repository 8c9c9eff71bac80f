/** Takes away what a session has created, by the suite's own knowledge of it. */
import { createClient } from '../http/client.js';
import { createPersistentClient } from '../http/persistent.js';
import type { ClientSettings } from '../options/server-options.js';
import type { CheckRun, Ledger, Leftover } from '../scenarios/scenario-run.js';
import type { Target } from '../servers/target.js';
import { loadSteps } from '../step-files/load-steps.js';
import type { Suite } from '../suite/suite.js';
import { SharedPreparations } from './shared-preparations.js';

/** What a clean-up is to delete, and where. */
export interface CleanUpOptions {
  readonly target: Pick<Target, 'baseUrl' | 'profile' | 'credentials'>;
  readonly suite: Suite;
  readonly parameters: Readonly<Record<string, string>>;
  /** Stands in every row that is to be deleted. */
  readonly marker: string;
  readonly ledger: Ledger;
  readonly client: ClientSettings;
  /** Gives up; what is there by then is left. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Deletes the rows that a session has created, and only those which are shown to be its own. Lost
 * connections do not end it, within a bound.
 *
 * @returns the rows that are left, each with the reason
 * @throws NotTested when a credential is missing that it takes
 */
export async function cleanUp(options: CleanUpOptions): Promise<readonly Leftover[]> {
  const { target, suite, parameters, marker, ledger, signal } = options;
  const open = createClient({ ...options.client, baseUrl: target.baseUrl });
  const giveUp = () => open.interrupt();
  signal?.addEventListener('abort', giveUp);
  try {
    const world = (await loadSteps(suite)).createWorld();
    const { baseUrl, profile, credentials } = target;
    const client = createPersistentClient(open, { signal });
    const run: CheckRun = {
      ...{ baseUrl, suite, parameters, profile, credentials, client, ledger, marker },
      isDisposable: false,
      requirement: { id: '', needs: [] },
      recorder: { observe: () => {}, exchange: () => {} },
      shared: new SharedPreparations().openAlone(),
      readOnly: false,
      seed: 0,
      nextNumber: () => 0,
    };
    world.begin({ run, pause: async () => {}, end: () => true });
    return await world.cleanUpRun();
  } finally {
    signal?.removeEventListener('abort', giveUp);
    open.close();
  }
}
