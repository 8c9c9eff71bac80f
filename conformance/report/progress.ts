/** What a person sees while a run goes on. */
import type { Writable } from 'node:stream';
import type { Environment } from '../../cli/environment.js';
import type { DescribedCase } from '../verdict/described-case.js';
import { countOf } from '../words.js';
import { isInteractive } from './paint.js';

/** To be told of what happens in a run. */
export interface Progress {
  /** One scenario ended. */
  add(record: DescribedCase): void;
  /** Takes away what is not to stay. */
  finish(): void;
}

const redrawMs = 50;

/** A line that is drawn over and over on a terminal; elsewhere a line for every failure. */
export function createProgress({ stdout: stream, env }: Environment, total: number): Progress {
  return isInteractive(stream, env) ? new LiveLine(stream, total) : new FailureLines(stream);
}

/** Says nothing. */
export const noProgress: Progress = { add() {}, finish() {} };

class Tally {
  readonly #seen = new Set<string>();
  readonly #failed = new Set<string>();

  /** Whether this is the requirement's first failure. */
  add({ requirement, outcome }: DescribedCase): boolean {
    this.#seen.add(requirement);
    if (outcome.verdict !== 'fail' || this.#failed.has(requirement)) return false;
    this.#failed.add(requirement);
    return true;
  }

  get seen(): number {
    return this.#seen.size;
  }

  get failed(): number {
    return this.#failed.size;
  }
}

class LiveLine implements Progress {
  readonly #stream: Writable;
  readonly #total: number;
  readonly #startedAt = performance.now();
  readonly #tally = new Tally();
  #drawnAt = 0;

  constructor(stream: Writable, total: number) {
    this.#stream = stream;
    this.#total = total;
  }

  add(record: DescribedCase): void {
    this.#tally.add(record);
    const now = performance.now();
    if (now - this.#drawnAt < redrawMs) return;
    this.#drawnAt = now;
    const time = ((now - this.#startedAt) / 1000).toFixed(1);
    const { seen, failed } = this.#tally;
    this.#draw(
      `${seen} of ${this.#total} requirements · ${countOf(failed, 'failure')} · ${time} s`,
    );
  }

  finish(): void {
    this.#draw('');
  }

  #draw(text: string): void {
    this.#stream.write(`\r\u001b[K${text}`);
  }
}

class FailureLines implements Progress {
  readonly #stream: Writable;
  readonly #tally = new Tally();

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  add(record: DescribedCase): void {
    if (this.#tally.add(record)) this.#stream.write(`failed: ${record.requirement}\n`);
  }

  finish(): void {}
}
