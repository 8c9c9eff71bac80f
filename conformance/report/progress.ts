/** What a person sees while a run goes on. */
import type { Writable } from 'node:stream';
import type { Environment } from '../../kit/environment.js';
import { countOf } from '../../kit/words.js';
import type { Case } from '../verdict/case.js';
import { isInteractive } from './paint.js';

/** To be told of what happens in a run. */
export interface Progress {
  /** One scenario ended. */
  add(one: Case): void;
  /** Takes away what is not to stay. */
  finish(): void;
}

/** Time, as it passes. */
export interface Clock {
  /** In milliseconds, since any moment. */
  now(): number;
  /** Calls `act` again and again, which keeps no process alive; returns what ends that. */
  every(milliseconds: number, act: () => void): () => void;
}

const systemClock: Clock = {
  now: () => performance.now(),
  every(milliseconds, act) {
    const timer = setInterval(act, milliseconds).unref();
    return () => clearInterval(timer);
  },
};

/** How often a line on a terminal is drawn anew, and how often a line is printed elsewhere. */
const [redrawMs, lineMs] = [250, 10_000];

/** Before so many cases have ended, and such a share of all, nobody knows how long the others take. */
const [leastCases, leastShare] = [20, 0.1];

/**
 * A line that is drawn over and over on a terminal; elsewhere, as in the log of a CI system, one every
 * ten seconds.
 *
 * @param expected how many cases each requirement has
 */
export function createProgress(
  { stdout: stream, env }: Environment,
  expected: ReadonlyMap<string, number>,
  clock: Clock = systemClock,
): Progress {
  const state = new RunState(expected, clock);
  return isInteractive(stream, env)
    ? drawLine(stream, state, clock)
    : printLines(stream, state, clock);
}

/** Says nothing. */
export const noProgress: Progress = { add() {}, finish() {} };

function drawLine(stream: Writable, state: RunState, clock: Clock): Progress {
  const draw = (text: string) => void stream.write(`\r\u001b[K${text}`);
  let isDrawn = false;
  const update = () => {
    draw(state.describe());
    isDrawn = true;
  };
  const stop = clock.every(redrawMs, update);
  return {
    add(record) {
      state.add(record);
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
  return { add: (record) => state.add(record), finish: stop };
}

/** How far a run has come. */
class RunState {
  readonly #clock: Clock;
  readonly #startedAt: number;
  /** How many cases of each requirement are to come. */
  readonly #missing: Map<string, number>;
  readonly #requirements: number;
  readonly #cases: number;
  #ended = 0;
  #failed = 0;
  #requests = 0;

  constructor(expected: ReadonlyMap<string, number>, clock: Clock) {
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.#missing = new Map(expected);
    this.#requirements = expected.size;
    this.#cases = [...expected.values()].reduce((sum, count) => sum + count, 0);
  }

  add({ requirement, verdict, exchanges }: Case): void {
    const missing = (this.#missing.get(requirement) ?? 0) - 1;
    if (missing > 0) this.#missing.set(requirement, missing);
    else this.#missing.delete(requirement);
    this.#ended += 1;
    this.#requests += exchanges.length;
    if (verdict === 'fail') this.#failed += 1;
  }

  describe(): string {
    const seconds = (this.#clock.now() - this.#startedAt) / 1000;
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
