/** What a check is told: the operator's request, and the plan that follows from it. */
import type { Environment } from '../../kit/environment.js';
import type { Secret } from '../http/secrets/secrets.js';
import type { Target } from '../servers/target.js';
import type { Session } from '../sessions/session-input.js';
import type { Thread } from '../sessions/thread.js';
import type { Catalogue, Requirement, Selection } from '../suite/requirements.js';
import type { Suite } from '../suite/suite.js';
import type { CheckOptions } from './check-options.js';
import type { Expectations } from './expectations.js';

/** The operator's request to check something. */
export interface CheckRequest {
  readonly suite: Suite;
  readonly options: CheckOptions;
  /** Secrets to redact. */
  readonly secrets: readonly Secret[];
}

/** What is checked: the requirements and the targets. */
export interface Scope {
  readonly selection: Selection;
  /** The profiles of the servers whose class has profiles. */
  readonly profiles: readonly string[];
  /** The scope in words: `class api, profile plain`. */
  readonly scope: string;
  /** The servers, in the order of reports. */
  readonly targets: readonly Target[];
  /** The selected requirements that apply to one of the servers. */
  readonly requirements: readonly Requirement[];
}

/** One run over a scope, with its sessions. */
export interface Plan extends Scope {
  readonly seed: number;
  /** A text in each row that the run creates; it differs in every run. */
  readonly marker: string;
  /** One session for each target and repetition; every repetition has its own order. */
  readonly sessions: readonly Session[];
}

/** The input of a run. */
export interface CheckInput extends CheckRequest {
  readonly plan: Plan;
  readonly catalogue: Catalogue;
  /** Known failures. */
  readonly expectations: Expectations;
  /**
   * Threads for sessions with our own servers; without threads, these sessions run in this thread.
   */
  readonly threads: readonly Thread[];
  readonly environment: Environment;
  /** Ends the scenarios. */
  readonly signal: AbortSignal;
  /** Ends the clean-up as well. */
  readonly givingUp?: AbortSignal | undefined;
}
