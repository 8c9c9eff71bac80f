/**
 * The result of a run, complete and without secrets; all reports are made from it alone. It is
 * JSON, and its form is published as `reports/report.schema.json`: what changes here changes there.
 */
import type { DescribedExchange } from '../http/described-exchange.js';
import type { Mismatch, Verdict } from '../outcomes.js';
import type { ServerLeftover } from '../sessions/run-sessions.js';
import type { Level } from '../suite/requirements.js';
import type { SectionTitles } from '../suite/suite.js';
import type { Answer, ExitCode } from '../verdict/conclusion.js';
import type { Coverage, Deviation } from '../verdict/openapi-check.js';

/** Changes when a reader of older reports could no longer understand a new one. */
export const schemaVersion = 2;

/** The result of one run. */
export interface Report {
  readonly schemaVersion: typeof schemaVersion;
  /** Touchstone itself. */
  readonly harness: { readonly version: string };
  readonly suite: SuiteResult;
  readonly target: {
    /** What reports call it: its URL, or a name of the servers that the suite started. */
    readonly title: string;
    /** As it was given; `null` when the suite started its own servers. */
    readonly url: string | null;
    readonly profiles: readonly string[];
    readonly servers: readonly ServerResult[];
  };
  /** What was checked, in words. */
  readonly scope: string;
  readonly selection: {
    readonly classes: readonly string[];
    readonly only: readonly string[];
  };
  readonly seed: number;
  /** Stands in a text of each row that the run created. */
  readonly marker: string;
  /** In UTC, ISO 8601. */
  readonly startedAt: string;
  readonly endedAt: string;
  readonly traffic: TrafficResult;
  /** False when the run did not reach its end; the rows are there nevertheless. */
  readonly complete: boolean;
  /** When the target stopped answering for good; `null` when it answered to the end. */
  readonly outage: OutageResult | null;
  readonly conclusion: {
    readonly answer: Answer;
    readonly sentence: string;
    readonly exitCode: ExitCode;
  };
  /** Of the requirements that were selected. */
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Every requirement of the catalogue, in its order. */
  readonly requirements: readonly RequirementResult[];
  /** How much of the OpenAPI description the run exercised. */
  readonly coverage: Coverage;
  /** Answers that the OpenAPI description does not allow: for information, not a verdict. */
  readonly deviations: readonly Deviation[];
  /** Rows that the run may have created and did not delete. */
  readonly leftovers: readonly ServerLeftover[];
  /** What went wrong in the harness itself. */
  readonly faults: readonly string[];
}

/** The suite that the run took its requirements from. */
export interface SuiteResult {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly specification: {
    readonly title: string;
    readonly url: string | null;
    /** The address of a section, with `${section}` in the place of its number. */
    readonly anchor: string | null;
    /** SHA-256 of the text that the requirements were drawn from; empty when unknown. */
    readonly hash: string;
  };
  /** Titles by number. */
  readonly sections: SectionTitles;
}

/** What the scenarios of a run have sent, clean-up aside. */
export interface TrafficResult {
  /** Each as often as it was sent: one that several cases share stands in all of them, and was one. */
  readonly requests: number;
  /** How long an answer took; `null` when there was none. */
  readonly medianMs: number | null;
  /** The highest number of requests that were under way at a time. */
  readonly mostAtATime: number;
  /** How many were allowed at most. */
  readonly bound: number;
}

/** How a run lost its target. */
export interface OutageResult {
  /** The server's name. */
  readonly server: string;
  /** In UTC, ISO 8601, and in milliseconds since the run began. */
  readonly at: string;
  readonly sinceStartMs: number;
  /** The first one that had no answer. */
  readonly request: { readonly method: string; readonly url: string };
  readonly reason: string;
  /** The scenario that sent it; `null` for one that was none's. */
  readonly scenario: {
    readonly requirement: string;
    readonly feature: string;
    readonly line: number;
  } | null;
  /** How many of the selected requirements could not be judged. */
  readonly notJudged: number;
}

/** One of the servers that were checked. */
export interface ServerResult {
  /** By which cases name it. */
  readonly name: string;
  readonly class: string;
  /** `null` where its class has no profiles. */
  readonly profile: string | null;
  /** `null` for one that the suite started. */
  readonly url: string | null;
}

/** One requirement with its verdict and everything behind it. */
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
  /** The server that the verdict comes from, the worst of those that were checked. */
  readonly server: string | null;
  readonly reason: string | null;
  /** For `blocked`: the failure that explains it; `null` when its cause is outside the run. */
  readonly blockedBy: string | null;
  /** For `not tested`: the option that would help. */
  readonly option: string | null;
  /** Why it is known to fail, as the operator wrote it; `null` when it is expected to pass. */
  readonly expected: string | null;
  /** What the target does where the specification leaves it open: sorted, without repetitions. */
  readonly observations: readonly string[];
  readonly cases: readonly CaseResult[];
}

/** One scenario, or one row of an outline. */
export interface CaseResult {
  /** The name of the server that it ran against. */
  readonly server: string;
  readonly scenario: string;
  /** The cells of an outline's row. */
  readonly row: string | null;
  readonly feature: string;
  readonly line: number;
  readonly verdict: 'pass' | 'fail' | 'blocked' | 'not tested' | 'error';
  readonly reason: string | null;
  readonly mismatches: readonly Mismatch[];
  /** What this case observed. */
  readonly observations: readonly string[];
  /** In milliseconds since the run began. */
  readonly startedMs: number;
  readonly durationMs: number;
  readonly exchanges: readonly DescribedExchange[];
  /** How many more there were, between these or in their place. */
  readonly omittedExchanges: number;
}

/** In the order in which they are listed for people. */
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

/** What the verdicts mean, for those who read a report without having read anything else. */
export const verdictMeanings: Readonly<Record<Verdict, string>> = {
  fail: 'the server contradicts the statement',
  unstable: 'repetitions came out differently',
  error: 'no usable answer: says nothing about conformance',
  blocked: 'another failure explains it',
  'not tested': 'it was not looked at',
  pass: 'every case holds',
  observed: 'left open by the specification: recorded, not judged',
  'not applicable': 'excluded by the declared profile',
};
