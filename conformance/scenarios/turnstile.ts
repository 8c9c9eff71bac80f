/** Decides which scenarios may run at the same time. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Who else may be inside during a stay. */
export type Company =
  /** As many as there are places. */
  | 'others'
  /** Others during its pauses alone. */
  | 'others in pauses'
  /** No one. */
  | 'nobody';

/** The time from being let in until leaving. */
export interface Stay {
  /** Makes room for others, unless they have to stay outside, and resolves when it may go on. */
  pause(milliseconds: number): Promise<void>;
  /**
   * To be called once.
   *
   * @returns whether others were inside in the meantime
   */
  leave(): boolean;
}

interface Waiting {
  readonly isAlone: boolean;
  readonly enter: () => void;
}

/** Lets in some at a time, or a single one that has to be alone; first come, first served. */
export class Turnstile {
  readonly #places: number;
  readonly #queue: Waiting[] = [];
  #inside = 0;
  #taken = false;
  #admissions = 0;

  /** @param places how many may be inside at the same time */
  constructor(places: number) {
    this.#places = places;
  }

  /** Resolves when the caller may go on. */
  async enter(company: Company): Promise<Stay> {
    const isAlone = company !== 'others';
    await this.#wait(isAlone);
    const othersBefore = this.#inside - 1;
    let ownAdmissions = 1;
    const admissionsBefore = this.#admissions - ownAdmissions;
    return {
      pause: async (milliseconds) => {
        if (company === 'nobody') return void (await sleep(milliseconds));
        this.#leave();
        await sleep(milliseconds);
        await this.#wait(isAlone);
        ownAdmissions += 1;
      },
      leave: () => {
        const othersSince = this.#admissions - admissionsBefore - ownAdmissions;
        this.#leave();
        return othersBefore + othersSince > 0;
      },
    };
  }

  async #wait(isAlone: boolean): Promise<void> {
    await new Promise<void>((enter) => {
      this.#queue.push({ isAlone, enter });
      this.#admit();
    });
  }

  #leave(): void {
    this.#inside -= 1;
    this.#taken = false;
    this.#admit();
  }

  /** Those that wait behind one that has to be alone are not let in before it. */
  #admit(): void {
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      if (this.#taken || this.#inside >= (next.isAlone ? 1 : this.#places)) return;
      this.#queue.shift();
      this.#inside += 1;
      this.#admissions += 1;
      this.#taken = next.isAlone;
      next.enter();
    }
  }
}
