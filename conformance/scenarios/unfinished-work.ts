/** The requests, pauses and holds of a scenario that have not ended; a step awaits its own. */

interface Work {
  /** In words: `the request PATCH /files/7`. */
  readonly name: string;
  ended: Promise<unknown>;
}

/** Records the work under way. */
export class UnfinishedWork {
  readonly #all = new Set<Work>();

  /**
   * Performs work. Returns its only promise, so that an error that no step awaits remains an
   * unhandled rejection.
   *
   * @param name the work in words, for messages
   */
  during<T>(name: string, act: () => Promise<T>): Promise<T> {
    const work: Work = { name, ended: Promise.resolve() };
    this.#all.add(work);
    const perform = async () => {
      try {
        return await act();
      } finally {
        this.#all.delete(work);
      }
    };
    const ended = perform();
    work.ended = ended;
    return ended;
  }

  /** The name of the work that began first; undefined when all has ended. */
  get first(): string | undefined {
    const [work] = this.#all;
    return work?.name;
  }

  /** Resolves when all work has ended, with or without errors, which count as handled. */
  async settle(): Promise<void> {
    await Promise.allSettled([...this.#all].map(({ ended }) => ended));
  }
}
