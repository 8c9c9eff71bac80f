/** The progress of a run, on a terminal or in a log. */
import type { Writable } from 'node:stream';
import type { Environment } from '../../../kit/environment.js';
import { countOf } from '../../../kit/words.js';
import type { Case } from '../../verdict/case.js';
import { isInteractive } from './terminal.js';

/** Receives the events of a run. */
export interface Progress {
  /** @param cases the number of cases of each requirement */
  begin(cases: ReadonlyMap<string, number>): void;
  /**
   * A scenario ended.
   *
   * @param requests the number of requests since the previous case
   */
  add(one: Pick<Case, 'requirement' | 'verdict'>, requests: number): void;
  /** Removes the line from a terminal. */
  finish(): void;
}

/** A source of time, which tests replace. */
export interface Clock {
  /** In milliseconds since an arbitrary moment. */
  now(): number;
  /**
   * Calls `act` repeatedly without keeping the process alive.
   *
   * @returns a function that stops the calls
   */
  every(milliseconds: number, act: () => void): () => void;
}

const systemClock: Clock = {
  now: () => performance.now(),
  every(milliseconds, act) {
    const timer = setInterval(act, milliseconds).unref();
    return () => clearInterval(timer);
  },
};

/** The interval of updates on a terminal, and of lines elsewhere. */
const [redrawMs, lineMs] = [250, 10_000];

/** Estimates start after this number of cases and this share of all cases. */
const [leastCases, leastShare] = [20, 0.1];

/**
 * One line that is redrawn on a terminal. Elsewhere, as in the log of a CI system, a line every ten
 * seconds.
 */
export function createProgress(
  { stdout: stream, env }: Environment,
  clock: Clock = systemClock,
): Progress {
  const state = new RunState(clock);
  return isInteractive(stream, env)
    ? drawLine(stream, state, clock)
    : printLines(stream, state, clock);
}

/** Prints nothing. */
export const noProgress: Progress = { begin() {}, add() {}, finish() {} };

function drawLine(stream: Writable, state: RunState, clock: Clock): Progress {
  const draw = (text: string) => void stream.write(`\r\u001b[K${text}`);
  let isDrawn = false;
  const update = () => {
    draw(state.describe());
    isDrawn = true;
  };
  const stop = clock.every(redrawMs, update);
  return {
    begin: (cases) => state.begin(cases),
    add(one, requests) {
      state.add(one, requests);
      if (!isDrawn) update();
    },
    finish() {
      stop();
      draw('');
    },
  };
}

function printLines(stream: Writable, state: RunState, clock: Clock): Progress {
  const stop = clock.every(lineMs, () => void stream.write(`${state.describe()}\n`));
  return {
    begin: (cases) => state.begin(cases),
    add: (one, requests) => state.add(one, requests),
    finish: stop,
  };
}

/** The state of a run. */
class RunState {
  readonly #clock: Clock;
  readonly #startedAt: number;
  /** The number of pending cases of each requirement. */
  #missing = new Map<string, number>();
  #requirements = 0;
  #cases = 0;
  #ended = 0;
  #failed = 0;
  #requests = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedAt = clock.now();
  }

  begin(cases: ReadonlyMap<string, number>): void {
    this.#missing = new Map(cases);
    this.#requirements = cases.size;
    this.#cases = [...cases.values()].reduce((sum, count) => sum + count, 0);
  }

  add({ requirement, verdict }: Pick<Case, 'requirement' | 'verdict'>, requests: number): void {
    const missing = (this.#missing.get(requirement) ?? 0) - 1;
    if (missing > 0) this.#missing.set(requirement, missing);
    else this.#missing.delete(requirement);
    this.#ended += 1;
    this.#requests += requests;
    if (verdict === 'fail') this.#failed += 1;
  }

  describe(): string {
    const seconds = (this.#clock.now() - this.#startedAt) / 1000;
    if (this.#cases === 0) return `waiting for the server · ${seconds.toFixed(1)} s`;
    const done = this.#requirements - this.#missing.size;
    const rate = seconds > 0 ? Math.round(this.#requests / seconds) : 0;
    return [
      `${done} of ${this.#requirements} requirements`,
      countOf(this.#failed, 'failed case'),
      `${rate} requests/s`,
      `${seconds.toFixed(1)} s`,
      this.#describeRest(seconds),
    ]
      .filter((part) => part !== '')
      .join(' · ');
  }

  #describeRest(seconds: number): string {
    if (this.#missing.size === 0) return 'cleaning up';
    if (this.#ended < Math.max(leastCases, leastShare * this.#cases)) return '';
    const rest = (seconds / this.#ended) * (this.#cases - this.#ended);
    return `about ${Math.ceil(rest)} s to go`;
  }
}
