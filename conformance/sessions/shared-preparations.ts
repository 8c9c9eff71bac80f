/** What the scenarios of a session make once and then all look at. */
import type { Shared } from '../scenarios/open-scenario.js';

/** What one scenario has of it. */
export interface ScenarioShare extends Shared {
  /** Whether it has used anything that others may have used, too. */
  readonly isInUse: boolean;
  /** Has whatever it used made anew for those that ask for it next. */
  discard(): void;
}

/** The preparations of one session. */
export class SharedPreparations {
  readonly #made = new Map<string, Promise<unknown>>();
  readonly #ready = new WeakSet<Promise<unknown>>();

  /**
   * For a scenario that takes what others have made. What another one is still making is no use while
   * this one holds the target, since the other one waits for it then; nor is what another one failed
   * to make.
   *
   * @param isHolder whether the scenario holds the target at the moment; default: never
   */
  open(isHolder = () => false): ScenarioShare {
    const [made, ready] = [this.#made, this.#ready];
    const used = new Map<string, Promise<unknown>>();
    const makeShared = <Made>(key: string, make: () => Promise<Made>): Promise<Made> => {
      const preparation = make();
      made.set(key, preparation);
      used.set(key, preparation);
      return preparation.then((value) => {
        ready.add(preparation);
        return value;
      });
    };
    return {
      async use<Made>(key: string, make: () => Promise<Made>): Promise<Made> {
        const preparation = made.get(key);
        if (preparation === undefined) return await makeShared(key, make);
        if (isHolder() && !ready.has(preparation)) return await make();
        used.set(key, preparation);
        // Whoever uses a key names the same type with it.
        return (await preparation.catch(() => makeShared(key, make))) as Made;
      },
      get isInUse() {
        return used.size > 0;
      },
      discard() {
        for (const [key, preparation] of used) {
          if (made.get(key) === preparation) made.delete(key);
        }
      },
    };
  }

  /** For a scenario that makes all by itself. */
  openAlone(): ScenarioShare {
    return { use: (_key, make) => make(), isInUse: false, discard: () => {} };
  }
}
