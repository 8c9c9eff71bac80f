/** What happened in a run, scenario by scenario: verdicts are computed from these records. */
import type {
  Exchange,
  ExchangeListener,
  SentRequest,
  UnansweredRequest,
} from '../http/exchange.js';
import {
  Blocked,
  type Mismatch,
  NotTested,
  SuiteMistake,
  TargetFailure,
  TargetGone,
  Violation,
} from '../outcomes.js';

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
  | {
      readonly verdict: 'blocked';
      /** Ids of the requirements of which one at least is broken, the likeliest first. */
      readonly prerequisites: readonly string[];
      readonly reason: string;
    }
  | {
      readonly verdict: 'not tested';
      readonly option: string | undefined;
      readonly reason: string;
    }
  | {
      readonly verdict: 'error';
      /** Whether the target gave no usable answer, or else the suite or the harness is at fault. */
      readonly origin: 'target' | 'suite' | 'harness';
      readonly reason: string;
    };

/**
 * One scenario (or outline row) that ran to its end.
 *
 * @typeParam Kept what there is of each request and its answer; at first all of it
 */
export interface CaseRecord<Kept = Exchange | UnansweredRequest> extends CaseStart {
  /** The server that it ran against, by its name in reports. */
  readonly server: string;
  readonly outcome: Outcome;
  /** In the order in which they were sent. */
  readonly exchanges: readonly Kept[];
  /** What the target does where the specification leaves it open. */
  readonly observations: readonly string[];
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** Collects the records of one server's scenarios, of which several may be open at a time. */
export class Recorder {
  readonly #server: string;
  readonly #onEnd: (record: CaseRecord) => void;
  #stopped = false;

  /** @param onEnd called with every case that ends, for storing it and showing progress. */
  constructor(server: string, onEnd: (record: CaseRecord) => void) {
    this.#server = server;
    this.#onEnd = onEnd;
  }

  /** Opens a case; what it is told until its end belongs to it. */
  begin(start: CaseStart): OpenCase {
    if (this.#stopped) throw new Error('The run was stopped.');
    return new OpenCase(start, this.#server, (record) => {
      if (!this.#stopped) this.#onEnd(record);
    });
  }

  /** Whether no further case may begin. */
  get isStopped(): boolean {
    return this.#stopped;
  }

  /** Lets no further case begin, and forgets the open ones: they cannot be judged any more. */
  stop(): void {
    this.#stopped = true;
  }
}

/** A scenario that runs. */
export class OpenCase implements ExchangeListener {
  readonly #start: CaseStart;
  readonly #server: string;
  readonly #onEnd: (record: CaseRecord) => void;
  readonly #exchanges: (Exchange | UnansweredRequest)[] = [];
  readonly #observations: string[] = [];
  readonly #startedAt = Date.now();
  readonly #startedMs = performance.now();

  /** To be made by a recorder. */
  constructor(start: CaseStart, server: string, onEnd: (record: CaseRecord) => void) {
    this.#start = start;
    this.#server = server;
    this.#onEnd = onEnd;
  }

  /** Notes a request and its answer. */
  exchange(exchange: Exchange): void {
    this.#exchanges.push(exchange);
  }

  /** Notes a request without a usable answer. */
  unanswered(request: SentRequest, reason: string): void {
    this.#exchanges.push({ request, reason });
  }

  /** Notes what the target does where the specification leaves it open: `409 json-error`. */
  observe(answer: string): void {
    this.#observations.push(answer);
  }

  get hasObserved(): boolean {
    return this.#observations.length > 0;
  }

  /** Closes the case; an error is the one that a step threw, not a rendering of it. */
  end(result: 'passed' | Error): void {
    this.close(result)();
  }

  /** The same for a case that may not count: only what is returned has it recorded. */
  close(result: 'passed' | Error): () => void {
    const record: CaseRecord = {
      ...this.#start,
      server: this.#server,
      outcome: result === 'passed' ? { verdict: 'pass' } : outcomeOf(result),
      exchanges: this.#exchanges,
      observations: this.#observations,
      startedAt: this.#startedAt,
      durationMs: performance.now() - this.#startedMs,
    };
    return () => this.#onEnd(record);
  }
}

function outcomeOf(error: Error): Outcome {
  if (error instanceof Violation) return { verdict: 'fail', mismatches: error.mismatches };
  const reason = error.message;
  if (error instanceof Blocked) {
    return { verdict: 'blocked', prerequisites: error.prerequisites, reason };
  }
  if (error instanceof NotTested) return { verdict: 'not tested', option: error.option, reason };
  if (error instanceof TargetGone) return { verdict: 'not tested', option: undefined, reason };
  if (error instanceof TargetFailure) return { verdict: 'error', origin: 'target', reason };
  if (error instanceof SuiteMistake) return { verdict: 'error', origin: 'suite', reason };
  return { verdict: 'error', origin: 'harness', reason: error.stack ?? reason };
}
