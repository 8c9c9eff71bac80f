/** What a session is given, and what it tells: its input, its callbacks, its cases, its result. */

import type { Leftover, ResourceChange } from '../creations/owned-resources.js';
import type { Traffic } from '../http/client.js';
import type { Concurrency } from '../http/concurrency-limit.js';
import type { Connection } from '../http/connection-options.js';
import type { RecordedExchange } from '../http/exchange.js';
import type { Secret } from '../http/secrets/secrets.js';
import type { ScenarioCounts } from '../scenarios/run-scenarios.js';
import type { Target } from '../servers/target.js';
import type { Requirement } from '../suite/requirements.js';
import type { Suite } from '../suite/suite.js';
import type { Case, Outage } from '../verdict/case.js';
import type { IssuedValue } from './issued-secrets.js';

/** The input of a session; structured cloning keeps it. */
export interface Session {
  readonly target: Target;
  readonly suite: Suite;
  /** Values of the suite's parameters. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The requirements to judge. */
  readonly requirements: readonly Pick<Requirement, 'id' | 'needs' | 'level'>[];
  readonly seed: number;
  /** A text in each row that the session creates. */
  readonly marker: string;
  /** Precedes the first number for scenarios; the sessions of a run have different numbers. */
  readonly numbersFrom: number;
  readonly concurrency: Concurrency;
  readonly timeoutMs: number;
  readonly connection: Connection;
  /** Whether to send only requests that change nothing; default: false. */
  readonly readOnly?: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Secrets to redact in reports. */
  readonly secrets: readonly Secret[];
}

/** A case with complete requests and answers, secrets included. */
export type RecordedCase = Case<RecordedExchange>;

/** Callbacks and cancellation of a session. */
export interface SessionControl {
  /** Receives the number of scenarios of each requirement, before the first scenario begins. */
  readonly onBegin?: ((scenarios: ScenarioCounts) => void) | undefined;
  /**
   * Receives every case that counts, and the number of requests that the session sent since the
   * case before.
   */
  readonly onCase: (one: RecordedCase, requests: number) => void;
  /**
   * Receives secrets that the target issued: the credentials of logins before the first scenario
   * begins, and the tokens of a scenario before its case.
   */
  readonly onIssued?: ((values: readonly IssuedValue[]) => void) | undefined;
  /** Receives each change of the record of rows that the session may have created. */
  readonly onResourceChange?: ((change: ResourceChange) => void) | undefined;
  /** Stops the scenarios; requests under way are answered, and the clean-up follows. */
  readonly signal?: AbortSignal | undefined;
  /** Ends the clean-up as well, and every request under way. */
  readonly givingUp?: AbortSignal | undefined;
}

/** The result of a session besides its cases; structured cloning keeps it. */
export interface SessionResult {
  /** The requests of the scenarios. */
  readonly traffic: Traffic;
  /** Rows that could not be deleted. */
  readonly leftovers: readonly Leftover[];
  /** Undefined when the target answered to the end. */
  readonly outage: Outage | undefined;
  /** The highest number of requests that were under way at a time. */
  readonly mostAtATime: number;
  /** Ids of requirements with a scenario that failed at first and passed when it ran again alone. */
  readonly passedAlone: readonly string[];
}
