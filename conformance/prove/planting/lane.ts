/** Scenarios that run one after the other. */

import type { OwnedResources } from '../../creations/owned-resources.js';
import type { OpenClient } from '../../http/client.js';
import type { ConcurrencyLimit } from '../../http/concurrency-limit.js';
import type { RequestScheduler } from '../../scenarios/request-scheduler.js';
import { attempt } from '../../scenarios/run-scenarios.js';
import type { Patience, Scenario } from '../../scenarios/scenario.js';
import type { OpenTarget } from '../../servers/target.js';
import { Attempts } from '../../sessions/attempts.js';
import type { RecordedCase } from '../../sessions/session-input.js';
import { conformanceClassOf } from '../../suite/suite.js';
import type { ContractDescription } from '../../verdict/openapi-description.js';
import type { CleanUps } from './clean-ups.js';
import { FaultProxy, type Passage, type Planting } from './proxy.js';
import type { StageParts } from './stage-parts.js';

/** What the lanes of a stage share. */
export interface LaneParts extends StageParts {
  readonly client: OpenClient;
  readonly description: ContractDescription;
  readonly limit: ConcurrencyLimit;
  readonly scheduler: RequestScheduler;
  readonly nextNumber: () => number;
  readonly cleanUps: CleanUps;
  /** The credentials of the target, with those that logins obtained. */
  credentials: OpenTarget['credentials'];
}

/** The execution of a scenario. */
export interface Execution extends Passage {
  /** Undefined when the run was stopped. */
  readonly result: RecordedCase | undefined;
  /** The longest time, in milliseconds, after which a state was reached that the scenario waited for. */
  readonly waited: number;
  /** Whether it paused, or waited for a state. */
  readonly hasPauses: boolean;
}

/** Runs a scenario, with a fault or without one. */
export type RunScenario = (scenario: Scenario, planting?: Planting) => Promise<Execution>;

const stopped: Execution = {
  ...{ result: undefined, exchanges: [], altered: undefined, waited: 0, hasPauses: false },
};

/** Runs one scenario after the other, while other lanes may send only in its pauses. */
export class Lane {
  readonly #parts: LaneParts;
  readonly #proxy: FaultProxy;
  readonly #patience = new RecordedPatience();
  #attempts: { readonly of: OwnedResources; readonly opener: Attempts } | undefined;
  #ended: RecordedCase | undefined;

  constructor(parts: LaneParts) {
    this.#parts = parts;
    const { target, suite } = parts.session;
    const { path } = conformanceClassOf(suite, target.class);
    this.#proxy = new FaultProxy(parts.description, parts.target.baseUrl, {
      kinds: suite.resources,
      template: path,
    });
  }

  /** @param isFirst whether nothing that earlier scenarios created may be there */
  async run(
    scenario: Scenario,
    planting: Planting | undefined,
    isFirst: boolean,
  ): Promise<Execution> {
    if (this.#parts.control.signal?.aborted) return stopped;
    const { steps, cleanUps } = this.#parts;
    const owned = await cleanUps.begin(isFirst);
    try {
      const opener = await this.#open(owned);
      this.#ended = undefined;
      this.#proxy.begin(planting);
      this.#patience.begin(planting);
      const isolation = { isSolitary: true, yieldsInPauses: true };
      const onStep = (index: number) => this.#proxy.noteStep(index);
      const end = await attempt(scenario, isolation, { steps, opener, onStep });
      if (typeof end === 'function') end();
      const { waited, hasPauses } = this.#patience;
      return { ...this.#proxy.passage, result: this.#ended, waited, hasPauses };
    } finally {
      cleanUps.end();
    }
  }

  /** What scenarios share ends with the resources that a clean-up deletes. */
  async #open(owned: OwnedResources): Promise<Attempts> {
    if (this.#attempts?.of === owned) return this.#attempts.opener;
    const { session, target, control, client, scheduler, nextNumber } = this.#parts;
    const opener = new Attempts(
      {
        ...{ session, client, scheduler, nextNumber, owned },
        target: { ...target, credentials: this.#parts.credentials },
        onIssued: control.onIssued ?? (() => {}),
        intermediary: this.#proxy.intercept,
        patience: this.#patience,
        onPause: () => this.#patience.notePause(),
      },
      (one) => {
        this.#ended = one;
      },
    );
    const issued = await opener.logIn();
    this.#parts.credentials = { ...this.#parts.credentials, ...issued };
    this.#attempts = { of: owned, opener };
    return opener;
  }
}

/** The time for a state that the sound target reaches at once, in milliseconds. */
const shortPatience = 100;

/**
 * Waits as long as the suite states only where the sound target was late, too: with most faults, the
 * state is never reached.
 */
class RecordedPatience implements Patience {
  #most = Number.POSITIVE_INFINITY;
  waited = 0;
  /** Whether the scenario paused, or waited for a state. */
  hasPauses = false;

  /** Begins a scenario. */
  begin(planting: Planting | undefined): void {
    const isShort = planting?.fault !== undefined && planting.recorded.waited === 0;
    this.#most = isShort ? shortPatience : Number.POSITIVE_INFINITY;
    this.waited = 0;
    this.hasPauses = false;
  }

  notePause(): void {
    this.hasPauses = true;
  }

  limit(stated: number): number {
    this.hasPauses = true;
    return Math.min(stated, this.#most);
  }

  note(waited: number): void {
    this.waited = Math.max(this.waited, waited);
  }
}
