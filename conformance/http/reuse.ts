/** In milliseconds, above the time of a new connection; the delay below is 40. */
const noticeable = 25;
/** One answer can be slow for any reason. */
const enough = 5;

/**
 * Whether it pays to use connections again. A target that writes head and body of an answer one by
 * one, and leaves it to TCP when they are sent (Nagle's algorithm), has the body wait for our
 * acknowledgment of the head. That is delayed on every connection but a new one, which is the
 * faster one then.
 */
export class Reuse {
  #fastestNew = Number.POSITIVE_INFINITY;
  #slowInARow = 0;

  /** Takes down how long an answer took; time to connect is part of it. */
  note(isReused: boolean, durationMs: number): void {
    if (!isReused) this.#fastestNew = Math.min(this.#fastestNew, durationMs);
    else if (durationMs > this.#fastestNew + noticeable) this.#slowInARow += 1;
    else this.#slowInARow = 0;
  }

  /** False for ever once several answers in a row came late. */
  get pays(): boolean {
    return this.#slowInARow < enough;
  }
}
