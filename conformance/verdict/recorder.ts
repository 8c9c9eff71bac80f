/**
 * What happened in a run, scenario by scenario, as the harness itself saw it: verdicts are
 * computed from these records and not from the scenario runner's own idea of passing.
 */
import type { Exchange, SentRequest } from '../http/exchange.js';
import type { Profile } from '../run.js';
import { Blocked, type Mismatch, NotTested, TargetFailure, Violation } from './verdict.js';

/** Which scenario starts, and what it judges. */
export interface CaseStart {
  /** The id of the requirement, without the tag's prefix. */
  readonly requirement: string;
  readonly scenario: string;
  /** The feature file, relative to the folder that holds the features, and the line in it. */
  readonly feature: string;
  readonly line: number;
  /** The cells of an outline's row, ready to print; absent for a plain scenario. */
  readonly row?: string;
}

/** How a case ended. */
export type Outcome =
  | { readonly verdict: 'pass' }
  | { readonly verdict: 'fail'; readonly mismatches: readonly Mismatch[] }
  | { readonly verdict: 'blocked'; readonly prerequisite: string; readonly reason: string }
  | { readonly verdict: 'not tested'; readonly option: string; readonly reason: string }
  | {
      readonly verdict: 'error';
      /** Whether the target gave no usable answer or the harness itself is at fault. */
      readonly origin: 'target' | 'harness';
      readonly reason: string;
    };

/** A request that got no answer, or none that is HTTP. */
export interface UnansweredRequest {
  readonly request: SentRequest;
  readonly reason: string;
}

/** One scenario (or outline row) that ran to its end. */
export interface CaseRecord extends CaseStart {
  readonly profile: Profile;
  readonly outcome: Outcome;
  /** In the order in which they were sent. */
  readonly exchanges: readonly (Exchange | UnansweredRequest)[];
  /** What the target does where the specification leaves it open. */
  readonly observations: readonly string[];
  readonly durationMs: number;
}

interface OpenCase {
  readonly start: CaseStart;
  readonly exchanges: (Exchange | UnansweredRequest)[];
  readonly observations: string[];
  readonly startedAt: number;
}

/** Collects the records of one profile's scenarios, which run one after the other. */
export class Recorder {
  readonly #profile: Profile;
  readonly #onEnd: (record: CaseRecord) => void;
  #open: OpenCase | undefined;
  #stopped = false;

  /** @param onEnd called with every case that ends, for storing it and showing progress. */
  constructor(profile: Profile, onEnd: (record: CaseRecord) => void) {
    this.#profile = profile;
    this.#onEnd = onEnd;
  }

  /** Opens a case; what follows until `end` belongs to it. */
  begin(start: CaseStart): void {
    if (this.#stopped) throw new Error('The run was stopped.');
    if (this.#open !== undefined) {
      throw new Error(`"${start.scenario}" begins before "${this.#open.start.scenario}" ended.`);
    }
    this.#open = { start, exchanges: [], observations: [], startedAt: performance.now() };
  }

  /** Lets no further case begin, and forgets the open one: it cannot be judged any more. */
  stop(): void {
    this.#stopped = true;
    this.#open = undefined;
  }

  /** Notes a request and its answer; outside of cases, such as in clean-up, it is not kept. */
  exchange(exchange: Exchange): void {
    this.#open?.exchanges.push(exchange);
  }

  /** Notes a request without a usable answer. */
  unanswered(request: SentRequest, reason: string): void {
    this.#open?.exchanges.push({ request, reason });
  }

  /** Notes what the target does in a case that the specification leaves open: `409 json-error`. */
  observe(answer: string): void {
    this.#open?.observations.push(answer);
  }

  /** Closes the case; an error is the one that a step threw, not a rendering of it. */
  end(result: 'passed' | Error): void {
    if (this.#stopped) return;
    if (this.#open === undefined) throw new Error('A scenario ends that did not begin.');
    const { start, exchanges, observations, startedAt } = this.#open;
    this.#open = undefined;
    const outcome = result === 'passed' ? ({ verdict: 'pass' } as const) : outcomeOf(result);
    const durationMs = performance.now() - startedAt;
    this.#onEnd({
      ...start,
      profile: this.#profile,
      outcome,
      exchanges,
      observations,
      durationMs,
    });
  }
}

function outcomeOf(error: Error): Outcome {
  if (error instanceof Violation) return { verdict: 'fail', mismatches: error.mismatches };
  const reason = error.message;
  if (error instanceof Blocked) {
    return { verdict: 'blocked', prerequisite: error.prerequisite, reason };
  }
  if (error instanceof NotTested) return { verdict: 'not tested', option: error.option, reason };
  if (error instanceof TargetFailure) return { verdict: 'error', origin: 'target', reason };
  return { verdict: 'error', origin: 'harness', reason: error.stack ?? reason };
}
