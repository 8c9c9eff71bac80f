/** One shape for a case, from the scenario that runs to the row of a report. */
import {
  type BodyLimits,
  type DescribedExchange,
  describeExchange,
  roundDuration,
  type Style,
} from '../http/described-exchange.js';
import {
  type Exchange,
  type ExchangeListener,
  isSafe,
  type SentRequest,
  type UnansweredRequest,
} from '../http/exchange.js';
import type { Loss } from '../http/reachability.js';
import { redactDeep } from '../http/redact.js';
import {
  Blocked,
  type Mismatch,
  NotTested,
  SuiteMistake,
  TargetFailure,
  TargetGone,
  Violation,
} from '../outcomes.js';
import type { Level } from '../suite/requirements.js';

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

/** When and with which request a target stopped answering. It is data alone. */
export interface Outage {
  /** The server's name in reports. */
  readonly server: string;
  /** In UTC, ISO 8601. */
  readonly at: string;
  readonly request: {
    readonly method: string;
    /** Absolute. */
    readonly url: string;
  };
  /** Why the request had no answer. */
  readonly reason: string;
  /** The scenario that sent it, and what that judges; undefined for one that was none's. */
  readonly scenario: Pick<CaseStart, 'requirement' | 'feature' | 'line'> | undefined;
}

/** @param scenario the one that sent the first lost request */
export function toOutage(
  server: string,
  { at, request, reason }: Loss,
  scenario: CaseStart | undefined,
): Outage {
  const { method, url } = request;
  const place = scenario && {
    requirement: scenario.requirement,
    feature: scenario.feature,
    line: scenario.line,
  };
  return { server, at: at.toISOString(), request: { method, url }, reason, scenario: place };
}

/** A request that somebody repeats has to be whole, if a shell takes it: up to 128 KiB on Linux. */
const limits: BodyLimits = { request: 120 * 1024, answer: 8 * 1024 };

/**
 * So many of the last exchanges are kept as the verdict asks for. Of the requests before them that
 * read, the answers are cut: a case that walks through a long list sends hundreds.
 */
const mostWhole = 20;

/** Of what is rarely looked at again, which is most of a report. */
const expectedLimits: BodyLimits = { request: 8 * 1024, answer: 512 };

/**
 * Every text that comes from the target or the operator is redacted. Texts of our own, such as
 * ids and verdicts, are not: a key like `test` would be found in them.
 *
 * @param level of the requirement that the case judges
 */
export function describeCase(
  one: Case<RecordedExchange>,
  level: Level,
  { insecure, redact }: Omit<Style, 'limits'>,
): Case {
  const { verdict, reason, mismatches, observations, exchanges } = one;
  const isExpected = level === 'must' && verdict === 'pass';
  const style = { insecure, redact, limits: isExpected ? expectedLimits : limits };
  return {
    ...one,
    reason: reason && redact(reason),
    mismatches: redactDeep(mismatches, redact),
    observations: redactDeep(observations, redact),
    exchanges: exchanges.map((exchange, index) => {
      const isEarly = index < exchanges.length - mostWhole && isSafe(exchange.request.method);
      return describeExchange(exchange, isEarly ? { ...style, limits: expectedLimits } : style);
    }),
    durationMs: roundDuration(one.durationMs),
  };
}

/** Scenarios run in a random order; reports have theirs. */
export function byPlace(a: Case, b: Case): number {
  if (a.feature !== b.feature) return a.feature < b.feature ? -1 : 1;
  if (a.line !== b.line) return a.line - b.line;
  return a.server < b.server ? -1 : Number(a.server > b.server);
}
