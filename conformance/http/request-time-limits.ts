/** Ends a request; without a reason, its time is up. */
export type EndRequest = (reason?: string) => void;

/** The longest time between two looks at the clock, in milliseconds. */
const longestInterval = 250;

/**
 * The requests that wait for an answer. All have the same time limit, so their deadlines come in
 * the order of their starts, and one timer serves all of them.
 *
 * Time in which this process did not run does not count, because it was stopped, or busy, or the
 * machine was: an answer may have come meanwhile, and nobody could read it.
 */
export class WaitingRequests {
  readonly #limitMs: number;
  readonly #interval: number;
  /** The deadline of each request in the time of `#ran`, oldest first. */
  readonly #deadlines = new Map<EndRequest, number>();
  /** The time in which this process ran while requests waited, in milliseconds. */
  #ran = 0;
  #lastLook = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param limitMs the time limit of a request, in milliseconds */
  constructor(limitMs: number) {
    this.#limitMs = limitMs;
    this.#interval = Math.min(limitMs / 10, longestInterval);
  }

  add(end: EndRequest): void {
    if (this.#timer === undefined) this.#lastLook = performance.now();
    this.#look();
    this.#deadlines.set(end, this.#ran + this.#limitMs);
    if (this.#timer === undefined) this.#setTimer(this.#limitMs);
  }

  delete(end: EndRequest): void {
    this.#deadlines.delete(end);
  }

  endAll(reason: string): void {
    for (const end of [...this.#deadlines.keys()]) end(reason);
  }

  #look(): void {
    const now = performance.now();
    this.#ran += Math.min(now - this.#lastLook, 2 * this.#interval);
    this.#lastLook = now;
  }

  /** The timer does not keep the process alive; requests do. */
  #setTimer(left: number): void {
    this.#timer = setTimeout(this.#endOverdue, Math.min(left, this.#interval)).unref();
  }

  /** Ends overdue requests, and sets the timer for the next look. */
  readonly #endOverdue = (): void => {
    this.#timer = undefined;
    this.#look();
    for (const [end, deadline] of [...this.#deadlines]) {
      const left = deadline - this.#ran;
      if (left > 0) {
        this.#setTimer(left);
        return;
      }
      end();
    }
  };
}
