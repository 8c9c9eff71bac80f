/** In milliseconds, above the time of a new connection; the delay below is 40. */
const noticeable = 25;
/** Some answers can be slow for any reason, and some of the delayed ones are not. */
const [enough, ofLatest] = [5, 10];

/**
 * Whether it pays to use connections again. A target that writes head and body of an answer one by
 * one, and leaves it to TCP when they are sent (Nagle's algorithm), has the body wait for our
 * acknowledgment of the head. That is delayed on every connection but a new one, which is the
 * faster one then. Others keep a connection open and answer nothing more on it.
 */
export class Reuse {
  #fastestNew = Number.POSITIVE_INFINITY;
  /** Of the latest answers on used connections, whether they were slow. */
  #latest: boolean[] = [];
  #hasFailed = false;

  /** Takes down that a request on a used connection had no usable answer. */
  noteFailure(): void {
    this.#hasFailed = true;
  }

  /** Takes down how long an answer took; time to connect is part of it. */
  note(isReused: boolean, durationMs: number): void {
    if (isReused) this.#latest.push(durationMs > this.#fastestNew + noticeable);
    else this.#fastestNew = Math.min(this.#fastestNew, durationMs);
    this.#latest = this.#latest.slice(-ofLatest);
  }

  /** False for ever once one failed or many came late, as no connection is used again then. */
  get pays(): boolean {
    return !this.#hasFailed && this.#latest.filter(Boolean).length < enough;
  }
}
