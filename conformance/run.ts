/**
 * What the scenarios of one run share. The command sets it up before the scenarios start; steps
 * reach it through `currentRun`.
 */
import type { Exchange, RequestSpecification } from './http/exchange.js';
import type { Recorder } from './verdict/recorder.js';

/** How a target guards its resources; declared by the operator, never guessed. */
export type Profile = 'basic' | 'users-api-key' | 'bearer';

/** A credential for each role that scenarios play; a missing one leaves its checks untested. */
export interface Credentials {
  readonly apiKey?: string | undefined;
  /** A key that exists with `active` ≠ 1. */
  readonly inactiveApiKey?: string | undefined;
  readonly bearerToken?: string | undefined;
  readonly expiredBearerToken?: string | undefined;
}

/** Sends requests to the target. */
export interface Client {
  /**
   * Sends one request and reads the whole answer; every status counts as an answer and no
   * redirect is followed.
   *
   * @throws TargetFailure when there is no answer in time, or none that is HTTP.
   */
  send(request: RequestSpecification): Promise<Exchange>;
}

/** A row that a scenario made in the target. */
export interface CreatedRow {
  readonly resource: 'users' | 'products';
  /** As the target gave it; it goes into `?id=`. */
  readonly id: string;
}

/** Remembers what the run created, so that it deletes that and nothing else. */
export interface Ledger {
  add(row: CreatedRow): void;
  /** To be called when a scenario deleted the row itself. */
  remove(row: CreatedRow): void;
}

/** What a scenario can reach. */
export interface CheckRun {
  readonly profile: Profile;
  readonly credentials: Credentials;
  readonly client: Client;
  readonly ledger: Ledger;
  /** To be told when a scenario begins, what it observes and how it ends. */
  readonly recorder: Recorder;
  /** A text, different in every run, that marks names and e-mail addresses as this run's own. */
  readonly marker: string;
  /** A number that no other call in this run has returned. */
  nextNumber(): number;
}

let active: CheckRun | undefined;

/** Makes a run the one that steps see; `undefined` ends it. */
export function setCurrentRun(run: CheckRun | undefined): void {
  active = run;
}

/**
 * The run that the scenario at hand belongs to.
 *
 * @throws Error when scenarios are started by something other than `touchstone check`.
 */
export function currentRun(): CheckRun {
  if (active === undefined) {
    throw new Error('No run is active: start the scenarios with "touchstone check".');
  }
  return active;
}
