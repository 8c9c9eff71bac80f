/**
 * One target on which scenarios run, each with or without a fault. Only one scenario sends requests at
 * a time. Those that pause run side by side, since most of their time would be spent waiting.
 */

import { mustExist } from '../../../kit/invariant.js';
import type { Leftover } from '../../creations/owned-resources.js';
import { createClient } from '../../http/client.js';
import { ConcurrencyLimit, oneAtATime } from '../../http/concurrency-limit.js';
import { RequestScheduler } from '../../scenarios/request-scheduler.js';
import type { OpenTarget } from '../../servers/target.js';
import { numbersAfter } from '../../sessions/attempts.js';
import type { Session } from '../../sessions/session-input.js';
import {
  type ContractDescription,
  loadContractDescription,
  noDescription,
} from '../../verdict/openapi-description.js';
import { CleanUps } from './clean-ups.js';
import { Lane, type LaneParts, type RunScenario } from './lane.js';
import type { StageParts } from './stage-parts.js';

/** The usual number of scenarios under way that pause. */
export const usualLanes = 60;

/**
 * Precedes the numbers of a proof: all have six digits, so that texts with them are sorted alike
 * however many scenarios ran before.
 */
const numbersFrom = 100_000;

/** The scenarios of each lane, on average, between two clean-ups. */
const mostOfLane = 4;

/** Runs the scenarios of one target. */
export class Stage {
  readonly #parts: LaneParts;
  readonly #lanes: readonly Lane[];

  constructor(parts: StageParts) {
    const { session, target, lanes = usualLanes } = parts;
    const limit = new ConcurrencyLimit(oneAtATime);
    const shared = {
      ...parts,
      client: createClient({
        ...session,
        baseUrl: target.baseUrl,
        keepsConnections: target.keepsConnections ?? false,
      }),
      description: descriptionOf(session),
      limit,
      scheduler: new RequestScheduler(limit),
      nextNumber: numbersAfter(session.numbersFrom + numbersFrom),
      credentials: target.credentials,
    };
    this.#parts = Object.assign(shared, {
      cleanUps: new CleanUps(shared, lanes * mostOfLane),
    });
    this.#lanes = Array.from({ length: lanes }, () => new Lane(this.#parts));
  }

  /** The credentials of the target, with those that logins obtained. */
  get credentials(): OpenTarget['credentials'] {
    return this.#parts.credentials;
  }

  /**
   * Runs a scenario; call it for one after the other. What others have created is deleted before, unless it
   * is known that the scenario sends the same requests anyway.
   */
  readonly run: RunScenario = (scenario, planting) => {
    const isFirst = planting?.recorded.isAdaptive ?? true;
    return mustExist(this.#lanes[0], 'lane').run(scenario, planting, isFirst);
  };

  /** Runs a scenario among what others have created; call it for one after the other. */
  readonly runBeside: RunScenario = (scenario, planting) =>
    mustExist(this.#lanes[0], 'lane').run(scenario, planting, false);

  /**
   * Performs acts one after the other.
   *
   * @returns the results in the order of the items; a stopped run has only some of them
   */
  async inTurn<Item, Result>(
    items: readonly Item[],
    act: (item: Item, run: RunScenario) => Promise<Result>,
  ): Promise<readonly Result[]> {
    const results: Result[] = [];
    for (const item of items) {
      if (this.#parts.control.signal?.aborted) break;
      results.push(await act(item, this.run));
    }
    return results;
  }

  /**
   * Performs acts, each of which runs recorded scenarios: those with pauses side by side, then the others in
   * turn.
   *
   * @returns the result of each item; of some when the run was stopped
   */
  async spread<Item extends { readonly hasPauses: boolean }, Result>(
    items: readonly Item[],
    act: (item: Item, run: RunScenario) => Promise<Result>,
  ): Promise<ReadonlyMap<Item, Result>> {
    const results = new Map<Item, Result>();
    const perform = async (item: Item, run: RunScenario) => {
      results.set(item, await act(item, run));
    };
    const [slow, quick] = [true, false].map((has) => items.filter((one) => one.hasPauses === has));
    await this.#sideBySide(slow ?? [], perform);
    await this.inTurn(quick ?? [], perform);
    return results;
  }

  /** @throws the first error of an act, when all that have begun are over */
  async #sideBySide<Item>(
    items: readonly Item[],
    act: (item: Item, run: RunScenario) => Promise<void>,
  ): Promise<void> {
    await this.#parts.cleanUps.settle();
    const waiting = items.values();
    const { signal } = this.#parts.control;
    const ends = await Promise.allSettled(
      this.#lanes.map(async (lane) => {
        const run: RunScenario = (scenario, planting) => lane.run(scenario, planting, false);
        for (const item of waiting) {
          if (signal?.aborted) return;
          await act(item, run);
        }
      }),
    );
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  /**
   * Ends the stage with a clean-up.
   *
   * @returns what could not be deleted
   */
  async close(): Promise<readonly Leftover[]> {
    try {
      return await this.#parts.cleanUps.close();
    } finally {
      this.#parts.client.close();
    }
  }
}

/** The description of a suite, by which operations are named. */
function descriptionOf({ suite }: Session): ContractDescription {
  return suite.openapi === undefined ? noDescription : loadContractDescription(suite.openapi);
}
