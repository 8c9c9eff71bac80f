/** Scenarios that run one after the other, and the clean-up of what they created. */
import { type Leftover, OwnedResources } from '../../creations/owned-resources.js';
import { attempt } from '../../scenarios/run-scenarios.js';
import type { Patience, Scenario } from '../../scenarios/scenario.js';
import { Attempts } from '../../sessions/attempts.js';
import { cleanUp } from '../../sessions/clean-up.js';
import type { RecordedCase } from '../../sessions/session-input.js';
import { FaultProxy, type Passage, type Planting } from './proxy.js';
import type { LaneParts } from './stage.js';

/** The execution of a scenario. */
export interface Execution extends Passage {
  /** Undefined when the run was stopped. */
  readonly result: RecordedCase | undefined;
  /** The longest time, in milliseconds, after which a state was reached that the scenario waited for. */
  readonly waited: number;
}

/** Runs a scenario, with a fault or without one. */
export type RunScenario = (scenario: Scenario, planting?: Planting) => Promise<Execution>;

/** The scenarios after which what they created is deleted, so that lists stay short. */
const mostBetween = 4;

const stopped: Execution = { result: undefined, exchanges: [], altered: undefined, waited: 0 };

/** Runs one scenario after the other, while other lanes may send only in its pauses. */
export class Lane {
  readonly #parts: LaneParts;
  readonly #proxy: FaultProxy;
  readonly #patience = new RecordedPatience();
  readonly #leftovers: Leftover[] = [];
  #owned: OwnedResources;
  #attempts: Attempts | undefined;
  #ended: RecordedCase | undefined;
  #scenarios = 0;

  constructor(parts: LaneParts) {
    this.#parts = parts;
    this.#proxy = new FaultProxy(
      parts.description,
      parts.target.baseUrl,
      parts.session.suite.resources,
    );
    this.#owned = new OwnedResources(parts.control.onResourceChange);
  }

  readonly run: RunScenario = async (scenario, planting) => {
    if (this.#parts.control.signal?.aborted) return stopped;
    if (this.#scenarios >= mostBetween) await this.#cleanUp();
    const attempts = await this.#open();
    this.#scenarios += 1;
    this.#ended = undefined;
    this.#proxy.begin(planting);
    this.#patience.begin(planting);
    const isolation = { isSolitary: true, yieldsInPauses: true };
    const onStep = (index: number) => this.#proxy.noteStep(index);
    const { steps } = this.#parts;
    const end = await attempt(scenario, isolation, { steps, opener: attempts, onStep });
    if (typeof end === 'function') end();
    return { ...this.#proxy.passage, result: this.#ended, waited: this.#patience.waited };
  };

  async #open(): Promise<Attempts> {
    if (this.#attempts !== undefined) return this.#attempts;
    const { session, target, control, client, scheduler, nextNumber } = this.#parts;
    const attempts = new Attempts(
      {
        ...{ session, client, scheduler, nextNumber, owned: this.#owned },
        target: { ...target, credentials: this.#parts.credentials },
        onIssued: control.onIssued ?? (() => {}),
        intermediary: this.#proxy.intercept,
        patience: this.#patience,
      },
      (one) => {
        this.#ended = one;
      },
    );
    const issued = await attempts.logIn();
    this.#parts.credentials = { ...this.#parts.credentials, ...issued };
    this.#attempts = attempts;
    return attempts;
  }

  /** Deletes what the scenarios since the last clean-up created, while no other lane sends. */
  async #cleanUp(): Promise<void> {
    if (this.#attempts === undefined) return;
    this.#attempts = undefined;
    const { session, target, control, credentials, limit, scheduler } = this.#parts;
    const access = await scheduler.open({ isSolitary: true });
    try {
      const left = await cleanUp({
        ...session,
        target: { ...target, credentials },
        owned: this.#owned,
        client: session,
        limit,
        signal: control.givingUp,
      });
      this.#leftovers.push(...left);
    } finally {
      access.close();
    }
    this.#owned = new OwnedResources(control.onResourceChange);
    this.#scenarios = 0;
  }

  /**
   * Ends the lane with a clean-up.
   *
   * @returns what could not be deleted
   */
  async close(): Promise<readonly Leftover[]> {
    await this.#cleanUp();
    return this.#leftovers;
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

  /** Begins a scenario. */
  begin(planting: Planting | undefined): void {
    this.#most = planting?.recorded.waited === 0 ? shortPatience : Number.POSITIVE_INFINITY;
    this.waited = 0;
  }

  limit(stated: number): number {
    return Math.min(stated, this.#most);
  }

  note(waited: number): void {
    this.waited = Math.max(this.waited, waited);
  }
}
