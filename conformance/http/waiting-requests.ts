/** Ends a request; without a reason, because its time is up. */
export type EndRequest = (reason?: string) => void;

/**
 * The requests that wait for an answer. They all have the same time, so that their ends come in the
 * order of their starts, and one timer does for all.
 */
export class WaitingRequests {
  readonly #limitMs: number;
  /** With the time at which each is to end; the oldest come first. */
  readonly #deadlines = new Map<EndRequest, number>();
  #timer: NodeJS.Timeout | undefined;

  /** @param limitMs the time that a request has */
  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  add(end: EndRequest): void {
    this.#deadlines.set(end, performance.now() + this.#limitMs);
    if (this.#timer === undefined) this.#setTimer(this.#limitMs);
  }

  delete(end: EndRequest): void {
    this.#deadlines.delete(end);
  }

  endAll(reason: string): void {
    for (const end of [...this.#deadlines.keys()]) end(reason);
  }

  /** What a request waits for keeps the process alive; that a time may be up does not. */
  #setTimer(milliseconds: number): void {
    this.#timer = setTimeout(this.#endOverdue, milliseconds).unref();
  }

  /** The timer is set again for the oldest of those that have time left. */
  readonly #endOverdue = (): void => {
    this.#timer = undefined;
    for (const [end, deadline] of [...this.#deadlines]) {
      const left = deadline - performance.now();
      if (left > 0) {
        this.#setTimer(left);
        return;
      }
      end();
    }
  };
}
