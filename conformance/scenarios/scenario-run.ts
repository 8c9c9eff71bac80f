/** What scenarios share with the command that runs them: it opens a run for each of them. */
import type { Credentials } from '../credentials.js';
import type { Client } from '../http/exchange.js';
import type { Profile } from '../requirements.js';
import type { CaseStart, OpenCase } from '../verdict/recorder.js';

/** A row that a scenario made in the target, or a list of entries that probes added to. */
export interface CreatedRow {
  readonly resource: 'users' | 'products' | 'lists';
  /** As the target gave it; it goes into `?id=`. */
  readonly id: string;
}

/** Remembers what the run created, so that it deletes that and nothing else. */
export interface Ledger {
  add(row: CreatedRow): void;
  /** To be called when a scenario deleted the row itself. */
  remove(row: CreatedRow): void;
  /** What is still there, the newest first. */
  readonly rows: readonly CreatedRow[];
}

/** What a scenario can reach. */
export interface CheckRun {
  readonly profile: Profile;
  readonly credentials: Credentials;
  readonly client: Client;
  readonly ledger: Ledger;
  /** To be told what the scenario observes. */
  readonly recorder: OpenCase;
  /** Whether nothing may be changed, so that scenarios work on rows which are there already. */
  readonly readOnly: boolean;
  /** A text, different in every run, that marks names and e-mail addresses as this run's own. */
  readonly marker: string;
  /** Determines whatever is left to chance, so that a run can be repeated. */
  readonly seed: number;
  /** A number that no other call in this run has returned. */
  nextNumber(): number;
}

/** A scenario that has begun. */
export interface OpenScenario {
  readonly run: CheckRun;
  /** Resolves when so much time has gone by and it may go on; meanwhile others take its place. */
  pause(milliseconds: number): Promise<void>;
  /** To be called once; an error is the one that a step threw. */
  end(result: 'passed' | Error): void;
}

/** Lets scenarios begin. */
export interface Gate {
  /**
   * Resolves when the scenario may start; one that has to be alone waits for all others. To
   * undefined when none may any more.
   */
  begin(start: CaseStart, alone: boolean): Promise<OpenScenario | undefined>;
}

/** What the steps of one scenario share. */
export interface World {
  /** To be called before the first step. */
  begin(scenario: OpenScenario): void;
  /** What a step has thrown, with all that can be said of it; `step` is its text. */
  explain(error: Error, step: string): Error;
}
