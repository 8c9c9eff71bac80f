/**
 * One target on which scenarios run, each with or without a fault. Only one scenario sends requests at
 * a time, but others go on while it pauses: most of the time of a suite that waits for clocks would
 * be spent waiting.
 */

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

/** The usual number of scenarios under way: their pauses take less time than the other work. */
export const usualLanes = 12;

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

  /** Runs a scenario; call it for one after the other. */
  readonly run: RunScenario = (...parameters) => {
    const [lane] = this.#lanes;
    if (lane === undefined) throw new Error('A stage has at least one lane.');
    return lane.run(...parameters);
  };

  /**
   * Performs acts side by side, each of which runs one scenario after the other.
   *
   * @returns the results in the order of the items; a stopped run has only some of them
   * @throws the first error of an act, when all that have begun are over
   */
  async sideBySide<Item, Result>(
    items: readonly Item[],
    act: (item: Item, run: RunScenario) => Promise<Result>,
  ): Promise<readonly Result[]> {
    const results = new Map<number, Result>();
    const waiting = items.entries();
    const { signal } = this.#parts.control;
    const ends = await Promise.allSettled(
      this.#lanes.map(async (lane) => {
        for (const [index, item] of waiting) {
          if (signal?.aborted) return;
          results.set(index, await act(item, lane.run));
        }
      }),
    );
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return items.flatMap((_, index) => results.get(index) ?? []);
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
