/** Cases: what is recorded of a scenario, from its beginning to the row of a report. */
import {
  type BodyLimits,
  type DescribedExchange,
  describeExchange,
  type KeptExchange,
  keepForDescription,
  roundDuration,
  type Style,
} from '../http/described-exchange.js';
import {
  type Exchange,
  type ExchangeListener,
  isSafe,
  type RecordedExchange,
  type SentRequest,
} from '../http/exchange.js';
import type { Loss } from '../http/reachability.js';
import { redactDeep } from '../http/secrets/redact.js';
import { TargetFailure, TargetGone } from '../http/target-failure.js';
import type { RecordedMismatch } from '../mismatches/mismatch.js';
import { recordMismatch, redactMismatch } from '../mismatches/recorded-mismatch.js';
import type { Level } from '../suite/requirements.js';
import {
  Blocked,
  BlockedByNeeds,
  NotApplicable,
  NotTested,
  SuiteMistake,
  type Suspect,
  Violation,
} from './outcomes.js';

/** The scenario of a case, and its requirement. */
export interface CaseStart {
  /** The id of the requirement, without the tag's prefix. */
  readonly requirement: string;
  readonly scenario: string;
  /** The path of the feature in reports, and the line in it. */
  readonly feature: string;
  readonly line: number;
  /** The cells of an outline's row, ready to print; absent for other scenarios. */
  readonly row?: string;
}

/** The ending of a case. */
export interface Ending {
  readonly verdict: 'pass' | 'fail' | 'blocked' | 'not tested' | 'not applicable' | 'error';
  /** In words; `null` when the verdict or the mismatches are enough. */
  readonly reason: string | null;
  /** For `fail`: the differences. For `blocked`: those that the preparation met. */
  readonly mismatches: readonly RecordedMismatch[];
  /** For `blocked`: ids of requirements of which at least one is broken, the likeliest first. */
  readonly prerequisites: readonly string[];
  readonly suspect: Suspect;
  /** For `not tested`: the missing option. */
  readonly option: string | null;
  /** For `error`: the side that caused it; `target` without a usable answer. */
  readonly origin: 'target' | 'suite' | 'harness' | null;
}

/**
 * The record of one scenario, or one row of an outline, that ended.
 *
 * @typeParam Kept the form of each request with its answer
 */
export interface Case<Kept = DescribedExchange> extends CaseStart, Ending {
  /** The name of the server. */
  readonly server: string;
  /** In the order of the requests. */
  readonly exchanges: readonly Kept[];
  /** The index of the exchange that the ending is about. Default: the last one. */
  readonly decisive?: number;
  /** Behaviour of the target where the specification leaves it open. */
  readonly observations: readonly string[];
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** The case of a scenario that runs. */
export class OpenCase implements ExchangeListener {
  readonly #start: CaseStart;
  readonly #server: string;
  readonly #exchanges: RecordedExchange[] = [];
  readonly #observations: string[] = [];
  readonly #startedAt = Date.now();
  readonly #startedMs = performance.now();

  /** @param server the name of the server in reports */
  constructor(start: CaseStart, server: string) {
    this.#start = start;
    this.#server = server;
  }

  /** Records a request and its answer. */
  exchange(exchange: Exchange): void {
    this.#exchanges.push(exchange);
  }

  /** Records a request without a usable answer. */
  unanswered(request: SentRequest, reason: string): void {
    this.#exchanges.push({ request, reason });
  }

  /** Records behaviour that the specification leaves open: `409 json-error`. */
  observe(answer: string): void {
    this.#observations.push(answer);
  }

  /**
   * Ends the case.
   *
   * @param result an error is the original one of a step, not a rendering of it
   */
  end(result: 'passed' | Error): Case<RecordedExchange> {
    return {
      ...this.#start,
      ...(result === 'passed' ? passed : endingOf(result)),
      ...this.#mismatchesOf(result),
      ...this.#decisiveFor(result),
      server: this.#server,
      exchanges: this.#exchanges,
      observations: this.#observations,
      startedAt: this.#startedAt,
      durationMs: performance.now() - this.#startedMs,
    };
  }

  #mismatchesOf(result: 'passed' | Error): Pick<Ending, 'mismatches'> {
    const hasSome = result instanceof Violation || result instanceof Blocked;
    const mismatches = hasSome ? result.mismatches : [];
    return { mismatches: mismatches.map((one) => recordMismatch(one, this.#exchanges)) };
  }

  #decisiveFor(result: 'passed' | Error): { decisive?: number } {
    const isAboutOne = result instanceof Violation || result instanceof Blocked;
    const exchange = isAboutOne ? result.exchange : undefined;
    const decisive = exchange === undefined ? -1 : this.#exchanges.lastIndexOf(exchange);
    return decisive === -1 ? {} : { decisive };
  }
}

/** The exchanges of a case: the one that its ending is about, and those around it. */
export interface SplitExchanges<Kept = DescribedExchange> {
  readonly before: readonly Kept[];
  readonly decisive: Kept | undefined;
  readonly after: readonly Kept[];
}

/** Splits the exchanges of a case at the decisive one. */
export function splitExchanges<Kept = DescribedExchange>({
  exchanges,
  decisive = exchanges.length - 1,
}: Pick<Case<Kept>, 'exchanges' | 'decisive'>): SplitExchanges<Kept> {
  return {
    before: exchanges.slice(0, Math.max(decisive, 0)),
    decisive: exchanges[decisive],
    after: exchanges.slice(decisive + 1),
  };
}

const passed: Ending = {
  verdict: 'pass',
  reason: null,
  mismatches: [],
  prerequisites: [],
  suspect: 'the first',
  option: null,
  origin: null,
};

function endingOf(error: Error): Ending {
  if (error instanceof Violation) return { ...passed, verdict: 'fail' };
  const { message: reason } = error;
  if (error instanceof Blocked) {
    const suspect = error instanceof BlockedByNeeds ? error.suspect : passed.suspect;
    const { prerequisites } = error;
    return { ...passed, verdict: 'blocked', reason, prerequisites, suspect };
  }
  if (error instanceof NotApplicable) return { ...passed, verdict: 'not applicable', reason };
  if (error instanceof NotTested) {
    return { ...passed, verdict: 'not tested', reason, option: error.option ?? null };
  }
  if (error instanceof TargetGone) return { ...passed, verdict: 'not tested', reason };
  const broken = { ...passed, verdict: 'error', reason } as const;
  if (error instanceof TargetFailure) return { ...broken, origin: 'target' };
  if (error instanceof SuiteMistake) return { ...broken, origin: 'suite' };
  return { ...broken, origin: 'harness', reason: error.stack ?? reason };
}

/** The time and the request at which a target stopped answering; structured cloning keeps it. */
export interface Outage {
  /** The name of the server in reports. */
  readonly server: string;
  /** In UTC, ISO 8601. */
  readonly at: string;
  readonly request: {
    readonly method: string;
    /** Absolute. */
    readonly url: string;
  };
  /** The reason for the missing answer. */
  readonly reason: string;
  /** The scenario that sent the request; undefined when no case has the request. */
  readonly scenario: Pick<CaseStart, 'requirement' | 'feature' | 'line'> | undefined;
}

/** @param scenario the scenario that sent the first lost request */
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

/** A request to repeat must be complete, as far as a shell takes it: up to 128 KiB on Linux. */
const limits: BodyLimits = { request: 120 * 1024, answer: 8 * 1024 };

/**
 * The number of last exchanges that are kept in full. The answers of safe requests before them are
 * cut, since a case that walks through a long list sends hundreds of requests.
 */
const mostWhole = 20;

/** The limits for passing cases, which are rarely looked at and make up most of a report. */
const expectedLimits: BodyLimits = { request: 8 * 1024, answer: 512 };

/**
 * Keeps of a case what its description needs, until all secrets are known.
 *
 * @param level the level of the requirement
 * @param reach the length up to which secrets are searched behind the shown part of a body
 */
export function keepCase(
  { exchanges, ...one }: Case<RecordedExchange>,
  level: Level,
  reach: number,
): Case<KeptExchange> {
  const isExpected = level === 'must' && one.verdict === 'pass';
  return {
    ...one,
    exchanges: exchanges.map((exchange, index) => {
      const isEarly = index < exchanges.length - mostWhole && isSafe(exchange.request.method);
      return keepForDescription(exchange, isExpected || isEarly ? expectedLimits : limits, reach);
    }),
  };
}

/**
 * Describes a case for reports: every text of the target or the operator is redacted, once, since a
 * second search would find secrets in what the first one wrote. Texts of our own, such as ids and
 * verdicts, are not redacted: a key like `test` would match in them.
 */
export function describeCase(one: Case<KeptExchange>, style: Style): Case {
  const { reason, mismatches, observations, exchanges } = one;
  const { redact } = style;
  return {
    ...one,
    reason: reason && redact(reason),
    mismatches: mismatches.map((one) => redactMismatch(one, redact)),
    observations: redactDeep(observations, redact),
    exchanges: exchanges.map((exchange) => describeExchange(exchange, style)),
    durationMs: roundDuration(one.durationMs),
  };
}

type PlacedCase = Pick<Case, 'feature' | 'line' | 'server'>;

/** Compares cases by their place in the features, the order of reports. */
export function byPlace(a: PlacedCase, b: PlacedCase): number {
  if (a.feature !== b.feature) return a.feature < b.feature ? -1 : 1;
  if (a.line !== b.line) return a.line - b.line;
  return a.server < b.server ? -1 : Number(a.server > b.server);
}
