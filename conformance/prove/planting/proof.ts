/** What a proof is asked for, what it finds, and how it tells of its progress. */
import type { CheckRequest, Plan } from '../../check/check-input.js';
import type { ServerLeftover } from '../../creations/owned-resources.js';
import type { Secret } from '../../http/secrets/secrets.js';
import type { Requirement } from '../../suite/requirements.js';
import type { Fault } from '../faults/fault.js';
import type { FaultResult } from './judge-faults.js';
import type { LeftOut, RecordedScenario } from './recording.js';

/** The options of a proof, besides those that it shares with a check. */
export interface ProveOptions {
  /** Runs every requirement with every fault, and not only those that could notice it. */
  readonly whole: boolean;
  /** The most faults to plant; undefined for all. */
  readonly maxFaults: number | undefined;
  /** Names of the faults to plant, on each server; undefined for all. */
  readonly chosen?: ReadonlySet<string> | undefined;
}

/** The operator's request to prove a suite. */
export interface ProveRequest extends CheckRequest {
  readonly prove: ProveOptions;
}

/** What a proof found on one target. */
export interface TargetProof {
  /** The name of the target. */
  readonly server: string;
  readonly scenarios: readonly RecordedScenario[];
  readonly leftOut: readonly LeftOut[];
  /** In the order of the table of kinds. */
  readonly results: readonly FaultResult[];
  /** Faults that change no exchange. */
  readonly equivalents: readonly Fault[];
  /** The number of faults beyond the budget, or that a stopped run has not planted. */
  readonly unplanted: number;
}

/** What a proof found. */
export interface Proof {
  readonly plan: Plan;
  /** The requirements whose scenarios could notice faults. */
  readonly requirements: readonly Requirement[];
  readonly targets: readonly TargetProof[];
  readonly leftovers: readonly ServerLeftover[];
  /** The credentials in use, and those that the targets issued. */
  readonly secrets: readonly Secret[];
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** Whether it was not stopped. */
  readonly isComplete: boolean;
}

/** Receives the progress of a proof. */
export interface ProofListener {
  /** @param all the number of scenarios to run for the recording, each of them twice */
  record(done: number, all: number): void;
  /**
   * @param all the number of faults to plant
   * @param unnoticed the number of those that no requirement has noticed so far
   */
  plant(done: number, all: number, unnoticed: number): void;
  /** @param all the number of survivors for which a scenario is looked for */
  suggest(done: number, all: number): void;
}
