/** What a person sees while a run goes on. */
import type { Writable } from 'node:stream';
import type { Environment } from '../../kit/environment.js';
import { countOf } from '../../kit/words.js';
import type { DescribedCase } from '../verdict/described-case.js';
import { isInteractive } from './paint.js';

/** To be told of what happens in a run. */
export interface Progress {
  /** One scenario ended. */
  add(record: DescribedCase): void;
  /** Takes away what is not to stay. */
  finish(): void;
}

const redrawMs = 50;

/**
 * A line that is drawn over and over on a terminal. Elsewhere nothing: before the end nobody knows
 * which failure is one and which has its cause in another.
 */
export function createProgress({ stdout: stream, env }: Environment, total: number): Progress {
  return isInteractive(stream, env) ? new LiveLine(stream, total) : noProgress;
}

/** Says nothing. */
export const noProgress: Progress = { add() {}, finish() {} };

class LiveLine implements Progress {
  readonly #stream: Writable;
  readonly #total: number;
  readonly #startedAt = performance.now();
  readonly #seen = new Set<string>();
  #failedCases = 0;
  #drawnAt = 0;

  constructor(stream: Writable, total: number) {
    this.#stream = stream;
    this.#total = total;
  }

  add({ requirement, outcome }: DescribedCase): void {
    this.#seen.add(requirement);
    if (outcome.verdict === 'fail') this.#failedCases += 1;
    const now = performance.now();
    if (now - this.#drawnAt < redrawMs) return;
    this.#drawnAt = now;
    const time = ((now - this.#startedAt) / 1000).toFixed(1);
    const failed = countOf(this.#failedCases, 'failed case');
    this.#draw(`${this.#seen.size} of ${this.#total} requirements · ${failed} · ${time} s`);
  }

  finish(): void {
    this.#draw('');
  }

  #draw(text: string): void {
    this.#stream.write(`\r\u001b[K${text}`);
  }
}
