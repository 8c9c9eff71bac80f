/**
 * The result of a run, complete and without secrets; the source of all reports. It is JSON, and
 * `reports/report.schema.json` publishes its form: change both together.
 */

import type { ServerLeftover } from '../creations/owned-resources.js';
import type { DescribedExchange } from '../http/described-exchange.js';
import type { MismatchKind, Place, TextMismatch } from '../mismatches/mismatch.js';
import type { Level } from '../suite/requirements.js';
import type { SectionTitles } from '../suite/suite.js';
import type { RejectedCredential } from '../verdict/common-answer.js';
import type { ConformanceAnswer, ExitCode } from '../verdict/conclusion.js';
import type { Coverage, Deviation } from '../verdict/openapi-check.js';
import type { Verdict } from '../verdict/outcomes.js';

/** Incremented when readers of older reports cannot understand a new one. */
export const schemaVersion = 2;

/** The result of one run. */
export interface Report {
  readonly schemaVersion: typeof schemaVersion;
  /** Touchstone itself. */
  readonly harness: { readonly version: string };
  readonly suite: SuiteResult;
  readonly target: {
    /** The target's name in reports: its URL, or the name of the servers that the suite started. */
    readonly title: string;
    /** As the operator gave it; `null` when the suite started its own servers. */
    readonly url: string | null;
    readonly profiles: readonly string[];
    readonly servers: readonly ServerResult[];
    /** What the operator says of the implementation; absent when nothing is said. */
    readonly implementation?: ImplementationResult;
  };
  /** The checked classes and profiles, in words. */
  readonly scope: string;
  readonly selection: {
    readonly classes: readonly string[];
    readonly only: readonly string[];
  };
  readonly seed: number;
  /** Part of a text in each row that the run created. */
  readonly marker: string;
  /** In UTC, ISO 8601. */
  readonly startedAt: string;
  readonly endedAt: string;
  readonly traffic: TrafficResult;
  /** False when the run was stopped; `requirements` still lists all of them. */
  readonly complete: boolean;
  /** When and how the target stopped answering; `null` when it answered to the end. */
  readonly outage: OutageResult | null;
  readonly conclusion: {
    readonly answer: ConformanceAnswer;
    readonly sentence: string;
    readonly exitCode: ExitCode;
  };
  /** What all failures have in common when every answer is alike, such as 404. */
  readonly probableCause?: string;
  /** Absent when there is a probable cause. */
  readonly rejectedCredential?: RejectedCredential;
  /** Counts of the selected requirements. */
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Every requirement of the catalogue, in its order. */
  readonly requirements: readonly RequirementResult[];
  /** The part of the OpenAPI description that the run exercised. */
  readonly coverage: Coverage;
  /** Answers that the OpenAPI description forbids: for information, not a verdict. */
  readonly deviations: readonly Deviation[];
  /** Rows that the run may have created and did not delete. */
  readonly leftovers: readonly ServerLeftover[];
  /** Faults of the harness itself. */
  readonly faults: readonly string[];
}

/** The suite that the run checked. */
export interface SuiteResult {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly specification: {
    readonly title: string;
    readonly url: string | null;
    /** The address of a section; `${section}` stands for its number. */
    readonly anchor: string | null;
    /** SHA-256 of the text that the requirements come from; empty when unknown. */
    readonly hash: string;
  };
  /** Titles of sections by number. */
  readonly sections: SectionTitles;
}

/**
 * The implementation that a target runs, as the operator describes it; `null` for missing parts.
 */
export interface ImplementationResult {
  readonly name: string | null;
  /** A version or a commit. */
  readonly version: string | null;
  /** For readers: where they find it. Requests go to the URL of the target. */
  readonly url: string | null;
}

/** The requests of a run's scenarios, without the clean-up. */
export interface TrafficResult {
  /** Requests sent. A request that several cases share counts once, although each case lists it. */
  readonly requests: number;
  /** Median time of an answer; `null` without any. */
  readonly medianMs: number | null;
  /** The highest number of concurrent requests. */
  readonly mostAtATime: number;
  /** The limit of concurrent requests. */
  readonly bound: number;
  /** Ids of requirements with a scenario that failed while others ran, and passed alone. */
  readonly passedAlone: readonly string[];
  /** The sum of the waits that the target asked for with 429, in milliseconds. */
  readonly throttledMs: number;
}

/** The loss of the target during a run. */
export interface OutageResult {
  /** Name of the server. */
  readonly server: string;
  /** In UTC, ISO 8601, and in milliseconds since the start of the run. */
  readonly at: string;
  readonly sinceStartMs: number;
  /** The first request without an answer. */
  readonly request: { readonly method: string; readonly url: string };
  readonly reason: string;
  /** The scenario that sent the request; `null` when no scenario did. */
  readonly scenario: {
    readonly requirement: string;
    readonly feature: string;
    readonly line: number;
  } | null;
  /** The number of selected requirements that could not be judged. */
  readonly notJudged: number;
}

/** A server that was checked. */
export interface ServerResult {
  /** Its name in cases. */
  readonly name: string;
  readonly class: string;
  /** `null` when its class has no profiles. */
  readonly profile: string | null;
  /** `null` for a server that the suite started. */
  readonly url: string | null;
}

/** One requirement with its verdict and the evidence. */
export interface RequirementResult {
  readonly id: string;
  readonly section: string;
  readonly class: string;
  readonly profiles: readonly string[];
  readonly level: Level;
  readonly needs: readonly string[];
  readonly statement: string;
  /** False when the operator left it out. */
  readonly selected: boolean;
  readonly verdict: Verdict;
  /** The server with the worst verdict, which counts. */
  readonly server: string | null;
  readonly reason: string | null;
  /** For `blocked`: the failure that explains it; `null` when the cause is outside the run. */
  readonly blockedBy: string | null;
  /** For `not tested`: the missing option. */
  readonly option: string | null;
  /** The operator's note on a known failure; `null` when the requirement is expected to pass. */
  readonly expected: string | null;
  /** The target's behaviour where the specification leaves it open: sorted, without repetitions. */
  readonly observations: readonly string[];
  readonly cases: readonly CaseResult[];
}

/** One scenario, or one row of a scenario outline. */
export interface CaseResult {
  /** Name of the server. */
  readonly server: string;
  readonly scenario: string;
  /** The cells of the outline's row. */
  readonly row: string | null;
  readonly feature: string;
  readonly line: number;
  readonly verdict: 'pass' | 'fail' | 'blocked' | 'not tested' | 'not applicable' | 'error';
  readonly reason: string | null;
  readonly mismatches: readonly MismatchResult[];
  /** The observations of this case. */
  readonly observations: readonly string[];
  /** In milliseconds since the start of the run. */
  readonly startedMs: number;
  readonly durationMs: number;
  readonly exchanges: readonly DescribedExchange[];
  /** The index of the exchange that the verdict is about. Default: the last one. */
  readonly decisive?: number;
  /** The number of exchanges that were left out. */
  readonly omittedExchanges: number;
}

/** A mismatch: its texts, and the data of which they are made, which older results lack. */
export interface MismatchResult extends TextMismatch {
  readonly kind?: MismatchKind;
  readonly place?: {
    readonly part: Place['part'];
    /** The name of a header in lower case, or a name in words. */
    readonly name?: string;
    /** In the JSON document (RFC 6901); empty for the whole. */
    readonly pointer: string;
  };
  /** Absent for conditions, and when nothing is expected. */
  readonly expectedValue?: unknown;
  /** Absent when nothing was observed, and for words. */
  readonly observedValue?: unknown;
  /** The index of the exchange that shows it. Default: the one that the verdict is about. */
  readonly exchange?: number;
  /** The index of the change whose effect was looked at. */
  readonly after?: number;
}

/** The order of lists for people. */
export const verdictOrder: readonly Verdict[] = [
  'fail',
  'unstable',
  'error',
  'blocked',
  'not tested',
  'pass',
  'observed',
  'not applicable',
];

/** Meanings of the verdicts, for readers of a report who have read nothing else. */
export const verdictMeanings: Readonly<Record<Verdict, string>> = {
  fail: 'the server contradicts the statement',
  unstable: 'repetitions had different verdicts',
  error: 'no usable answer: says nothing about conformance',
  blocked: 'another failure explains it',
  'not tested': 'not judged in this run',
  pass: 'every case passes',
  observed: 'left open by the specification: recorded, not judged',
  'not applicable': 'excluded by the declared profile or by a condition',
};
