/** Decides which scenarios may run at the same time. */

interface Waiting {
  readonly alone: boolean;
  readonly enter: () => void;
}

/** Lets in any number at a time, or a single one that has to be alone; first come, first served. */
export class Turnstile {
  readonly #queue: Waiting[] = [];
  #inside = 0;
  #taken = false;

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
      if (this.#taken || (next.alone && this.#inside > 0)) return;
      this.#queue.shift();
      this.#inside += 1;
      this.#taken = next.alone;
      next.enter();
    }
  }
}
