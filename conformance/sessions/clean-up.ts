/** Takes away what a session has created, by the suite's own knowledge of it. */
import { type ClientSettings, createClient } from '../http/client.js';
import type { ConcurrencyLimit } from '../http/concurrency-limit.js';
import { createPersistentClient } from '../http/persistent.js';
import type { Ledger, Leftover } from '../scenarios/ledger.js';
import type { CheckRun } from '../scenarios/open-scenario.js';
import { Turnstile } from '../scenarios/turnstile.js';
import type { OpenTarget } from '../servers/target.js';
import { loadSteps } from '../step-files/load-steps.js';
import type { Suite } from '../suite/suite.js';
import { SharedPreparations } from './shared-preparations.js';

/** What a clean-up is to delete, and where. */
export interface CleanUpOptions {
  readonly target: Pick<OpenTarget, 'baseUrl' | 'profile' | 'credentials'>;
  readonly suite: Suite;
  readonly parameters: Readonly<Record<string, string>>;
  /** Stands in every row that is to be deleted. */
  readonly marker: string;
  readonly ledger: Ledger;
  readonly client: ClientSettings;
  /** How many of its requests may be under way at a time. */
  readonly limit: ConcurrencyLimit;
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
  const { target, suite, parameters, marker, ledger, limit, signal } = options;
  const open = createClient({ ...options.client, baseUrl: target.baseUrl });
  const giveUp = () => open.interrupt();
  signal?.addEventListener('abort', giveUp);
  try {
    const world = (await loadSteps(suite)).createWorld();
    const { baseUrl, profile, credentials } = target;
    const stay = await new Turnstile(limit).enter();
    const client = createPersistentClient(
      open.reportingTo({ exchange() {}, unanswered() {} }, stay.admit),
      { signal },
    );
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
    world.begin({ run, ...stay, end: () => 'counts' });
    return await world.cleanUpRun();
  } finally {
    signal?.removeEventListener('abort', giveUp);
    open.close();
  }
}
