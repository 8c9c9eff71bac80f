/** The clean-ups of a stage: what the scenarios of all lanes created is deleted while none of them runs. */
import { type Leftover, OwnedResources } from '../../creations/owned-resources.js';
import type { ConcurrencyLimit } from '../../http/concurrency-limit.js';
import { cleanUp } from '../../sessions/clean-up.js';
import type { StageParts } from './stage-parts.js';

/** What clean-ups need; credentials include those that logins obtained. */
export interface CleanUpParts extends Pick<StageParts, 'session' | 'target' | 'control'> {
  readonly limit: ConcurrencyLimit;
  readonly credentials: StageParts['target']['credentials'];
}

/**
 * Lets scenarios begin, and deletes what they created after a number of them, so that lists stay
 * short. A clean-up recognizes resources of the run, whichever scenario they belong to, so it waits until no
 * scenario is under way, and no scenario begins meanwhile.
 */
export class CleanUps {
  readonly #parts: CleanUpParts;
  /** The number of scenarios between two clean-ups. */
  readonly #most: number;
  readonly #leftovers: Leftover[] = [];
  #owned: OwnedResources;
  #begun = 0;
  #underWay = 0;
  #cleaning: Promise<void> | undefined;
  #onIdle: () => void = () => {};

  /** @param parts is read at each clean-up */
  constructor(parts: CleanUpParts, most: number) {
    this.#parts = parts;
    this.#most = most;
    this.#owned = new OwnedResources(parts.control.onResourceChange);
  }

  /**
   * Waits for a clean-up that is due, and lets a scenario begin; call `end` when it is over.
   *
   * @param isFirst whether nothing that earlier scenarios created may be there
   * @returns the record of what scenarios create, another one after each clean-up
   */
  async begin(isFirst: boolean): Promise<OwnedResources> {
    while (this.#begun >= this.#most) await this.#clean();
    if (isFirst) await this.settle();
    this.#begun += 1;
    this.#underWay += 1;
    return this.#owned;
  }

  /** Deletes what was created so far. */
  async settle(): Promise<void> {
    if (this.#owned.changes.length > 0) await this.#clean();
  }

  end(): void {
    this.#underWay -= 1;
    if (this.#underWay === 0) this.#onIdle();
  }

  /**
   * Deletes the rest.
   *
   * @returns what could not be deleted, in any clean-up
   */
  async close(): Promise<readonly Leftover[]> {
    if (this.#begun > 0) await this.#clean();
    return this.#leftovers;
  }

  /** All that wait for a clean-up wait for the same one. */
  #clean(): Promise<void> {
    this.#cleaning ??= this.#deleteAll().finally(() => {
      this.#cleaning = undefined;
    });
    return this.#cleaning;
  }

  async #deleteAll(): Promise<void> {
    if (this.#underWay > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    const { onResourceChange } = this.#parts.control;
    const left = await this.#delete(this.#owned);
    this.#owned = new OwnedResources(onResourceChange);
    this.#begun = 0;
    // With a fault, a request with wrong credentials was accepted, and its deletion has them, too.
    const retried = new OwnedResources(onResourceChange);
    for (const { deletion } of left) if (deletion !== undefined) retried.add({ deletion });
    const rest = retried.named.length === 0 ? [] : await this.#delete(retried);
    this.#leftovers.push(...left.filter(({ deletion }) => deletion === undefined), ...rest);
  }

  async #delete(owned: OwnedResources): Promise<readonly Leftover[]> {
    const { session, target, control, limit, credentials } = this.#parts;
    return await cleanUp({
      ...session,
      target: { ...target, credentials },
      owned,
      client: session,
      limit,
      signal: control.givingUp,
    });
  }
}
