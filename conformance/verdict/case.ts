/** One shape for a case, from the scenario that runs to the row of a report. */
import type { DescribedExchange } from '../http/described-exchange.js';
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
export interface Ending {
  readonly verdict: 'pass' | 'fail' | 'blocked' | 'not tested' | 'error';
  /** In words; `null` where the verdict or the mismatches say it all. */
  readonly reason: string | null;
  /** What failed, if it did. */
  readonly mismatches: readonly Mismatch[];
  /** For `blocked`: ids of the requirements of which one at least is broken, the likeliest first. */
  readonly prerequisites: readonly string[];
  /** For `not tested`: the option that would supply what is missing. */
  readonly option: string | null;
  /** For `error`: whether the target gave no usable answer, or else who is at fault. */
  readonly origin: 'target' | 'suite' | 'harness' | null;
}

/** A request with all that came of it. */
export type RecordedExchange = Exchange | UnansweredRequest;

/**
 * One scenario, or one row of an outline, that ran to its end.
 *
 * @typeParam Kept what there is of each request and its answer
 */
export interface Case<Kept = DescribedExchange> extends CaseStart, Ending {
  /** The name of the server that it ran against. */
  readonly server: string;
  /** In the order in which they were sent. */
  readonly exchanges: readonly Kept[];
  /** What the target does where the specification leaves it open. */
  readonly observations: readonly string[];
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** A scenario that runs, and what is told of it until it ends. */
export class OpenCase implements ExchangeListener {
  readonly #start: CaseStart;
  readonly #server: string;
  readonly #exchanges: RecordedExchange[] = [];
  readonly #observations: string[] = [];
  readonly #startedAt = Date.now();
  readonly #startedMs = performance.now();

  /** @param server its name in reports */
  constructor(start: CaseStart, server: string) {
    this.#start = start;
    this.#server = server;
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

  /**
   * The case as it has come to its end.
   *
   * @param result an error is the one that a step threw, not a rendering of it
   */
  end(result: 'passed' | Error): Case<RecordedExchange> {
    return {
      ...this.#start,
      ...(result === 'passed' ? passed : endingOf(result)),
      server: this.#server,
      exchanges: this.#exchanges,
      observations: this.#observations,
      startedAt: this.#startedAt,
      durationMs: performance.now() - this.#startedMs,
    };
  }
}

const passed: Ending = {
  verdict: 'pass',
  reason: null,
  mismatches: [],
  prerequisites: [],
  option: null,
  origin: null,
};

function endingOf(error: Error): Ending {
  if (error instanceof Violation) {
    return { ...passed, verdict: 'fail', mismatches: error.mismatches };
  }
  const { message: reason } = error;
  if (error instanceof Blocked) {
    return { ...passed, verdict: 'blocked', reason, prerequisites: error.prerequisites };
  }
  if (error instanceof NotTested) {
    return { ...passed, verdict: 'not tested', reason, option: error.option ?? null };
  }
  if (error instanceof TargetGone) return { ...passed, verdict: 'not tested', reason };
  const broken = { ...passed, verdict: 'error', reason } as const;
  if (error instanceof TargetFailure) return { ...broken, origin: 'target' };
  if (error instanceof SuiteMistake) return { ...broken, origin: 'suite' };
  return { ...broken, origin: 'harness', reason: error.stack ?? reason };
}
