/** The order in which hashes of passwords are computed. */

/** Threads of Node's pool that hash. One of its four stays free for files, names and PostgreSQL. */
const mostRunning = 3;

interface WaitingHash {
  /** Time at which its script ends, on the clock of `performance.now`. */
  readonly deadline: number;
  readonly start: () => Promise<unknown>;
}

/**
 * Computes hashes in order of arrival, a few at a time. A hash that cannot be finished in the time
 * of its script is not begun; otherwise, after a flood of logins, the next login would wait for all
 * of them.
 */
export class HashQueue {
  readonly #waiting: WaitingHash[] = [];
  #running = 0;
  /** Duration of the last hash, in milliseconds. */
  #duration = 0;

  /**
   * @param deadline time at which the script ends, on the clock of `performance.now`
   * @returns the result of `compute`; never settles if the hash is not begun
   */
  run<Result>(deadline: number, compute: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve) => {
      const start = (): Promise<Result> => {
        const result = compute();
        resolve(result);
        return result;
      };
      this.#waiting.push({ deadline, start });
      this.#startNext();
    });
  }

  #startNext(): void {
    while (this.#running < mostRunning) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      if (this.#isInTime(next.deadline)) void this.#start(next);
    }
  }

  #isInTime(deadline: number): boolean {
    // The last duration may have been extraordinary.
    const expected = this.#running === 0 ? 0 : this.#duration;
    return performance.now() + expected < deadline;
  }

  async #start({ start }: WaitingHash): Promise<void> {
    const since = performance.now();
    this.#running++;
    await start().catch(() => undefined);
    this.#running--;
    this.#duration = performance.now() - since;
    this.#startNext();
  }
}
