/** Decides which scenarios may run at the same time. */

interface Waiting {
  readonly alone: boolean;
  readonly enter: () => void;
}

/** Lets in some at a time, or a single one that has to be alone; first come, first served. */
export class Turnstile {
  readonly #places: number;
  readonly #queue: Waiting[] = [];
  #inside = 0;
  #taken = false;

  /** @param places how many may be inside at the same time */
  constructor(places: number) {
    this.#places = places;
  }

  /** Resolves when the caller may go on, to what it has to call when it is done. */
  async enter(alone: boolean): Promise<() => void> {
    await new Promise<void>((enter) => {
      this.#queue.push({ alone, enter });
      this.#admit();
    });
    return () => {
      this.#inside -= 1;
      this.#taken = false;
      this.#admit();
    };
  }

  /** Whoever waits behind one that has to be alone is not let in before it. */
  #admit(): void {
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      if (this.#taken || this.#inside >= (next.alone ? 1 : this.#places)) return;
      this.#queue.shift();
      this.#inside += 1;
      this.#taken = next.alone;
      next.enter();
    }
  }
}
