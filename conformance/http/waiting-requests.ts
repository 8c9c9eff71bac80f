/** Ends a request; without a reason, its time is up. */
export type EndRequest = (reason?: string) => void;

/**
 * The requests that wait for an answer. All have the same time limit, so their deadlines come in
 * the order of their starts, and one timer serves all of them.
 */
export class WaitingRequests {
  readonly #limitMs: number;
  /** The deadline of each request, oldest first. */
  readonly #deadlines = new Map<EndRequest, number>();
  #timer: NodeJS.Timeout | undefined;

  /** @param limitMs the time limit of a request, in milliseconds */
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

  /** The timer does not keep the process alive; requests do. */
  #setTimer(milliseconds: number): void {
    this.#timer = setTimeout(this.#endOverdue, milliseconds).unref();
  }

  /** Ends overdue requests, and sets the timer for the next deadline. */
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
