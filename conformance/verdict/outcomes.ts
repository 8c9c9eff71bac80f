/**
 * Verdicts, and the errors by which steps and clients report outcomes. The verdict of a requirement
 * follows from the outcomes of its cases (tally.ts).
 */
import type { Exchange } from '../http/exchange.js';
import { TargetFailure } from '../http/target-failure.js';
import { fromText, type Mismatch, type TextMismatch } from '../mismatches/mismatch.js';
import { describeText, textOf } from '../mismatches/mismatch-text.js';

/** The verdict on one requirement. */
export type Verdict =
  /** Every case ran and passed. */
  | 'pass'
  /** The target contradicted the statement. */
  | 'fail'
  /** Another requirement failed, and its failure explains this mismatch. */
  | 'blocked'
  /** The operator did not supply an option that the check needs. */
  | 'not tested'
  /** The declared profile, or a condition of its scenario, excludes it. */
  | 'not applicable'
  /** No answer, or an unusable one: no statement on conformance. */
  | 'error'
  /** Repetitions of the same case have different results. */
  | 'unstable'
  /** The specification leaves it open: the behaviour is recorded, never judged. */
  | 'observed';

const describeMismatches = (all: readonly Mismatch[]): string =>
  all.map((one) => describeText(textOf(one, (named) => named))).join('; ');

/** Thrown by a step: the target contradicts the requirement, by the listed mismatches. */
export class Violation extends Error {
  /** At least one; all of them appear in the report. */
  readonly mismatches: readonly Mismatch[];
  /** The exchange that the mismatches are about. Default: the last one of the scenario. */
  readonly exchange: Exchange | undefined;

  /** @param mismatches those of texts explain nothing but themselves */
  constructor(mismatches: readonly (Mismatch | TextMismatch)[], exchange?: Exchange) {
    const all = mismatches.map(fromText);
    super(describeMismatches(all));
    this.name = 'Violation';
    this.mismatches = all;
    this.exchange = exchange;
  }
}

/**
 * Thrown by a step that prepares: the target does not meet another requirement, so that this one
 * cannot be judged.
 */
export class Blocked extends Error {
  /**
   * Ids of requirements of which at least one is broken, the likeliest first; empty when the reason
   * is not a requirement.
   */
  readonly prerequisites: readonly string[];
  /** The exchange that shows it. Default: the last one of the scenario. */
  readonly exchange: Exchange | undefined;
  /** The mismatches that the preparation met; verdicts depend on these, not on the message. */
  readonly mismatches: readonly Mismatch[];

  constructor(
    prerequisites: string | readonly string[],
    message: string,
    exchange?: Exchange,
    mismatches: readonly Mismatch[] = [],
  ) {
    super(message);
    this.name = 'Blocked';
    this.prerequisites = [prerequisites].flat();
    this.exchange = exchange;
    this.mismatches = mismatches;
  }
}

/** The prerequisite that a failed preparation shows broken when all of them passed. */
export type Suspect =
  /** The first one: the step names them by their likelihood. */
  | 'the first'
  /** One whose cases sent the request that failed: the order of needs means nothing. */
  | 'the sender'
  /** None: the harness did not send a request. */
  | 'none';

/** Thrown by a ready-made sentence, which knows only what the requirement needs. */
export class BlockedByNeeds extends Blocked {
  readonly suspect: Suspect;

  /** @param reason in words, or the violation that the preparation met */
  constructor(
    needs: readonly string[],
    reason: string | Violation,
    suspect: Suspect = 'the sender',
  ) {
    if (typeof reason === 'string') super(needs, reason);
    else super(needs, reason.message, reason.exchange, reason.mismatches);
    this.suspect = suspect;
  }
}

/** Thrown when the operator did not supply an option that a step needs, or forbade the step. */
export class NotTested extends Error {
  /** The missing option, such as `--token`. */
  readonly option: string | undefined;

  constructor(option: string | undefined, message = `needs ${option}`) {
    super(message);
    this.name = 'NotTested';
    this.option = option;
  }
}

/** Thrown by a step: the requirement states nothing about this target, such as one without an optional feature. */
export class NotApplicable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotApplicable';
  }
}

/**
 * Thrown by a step with a mistake, such as a name under which no value is remembered, or an invalid
 * JSONPath. It is not a statement on the target.
 */
export class SuiteMistake extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SuiteMistake';
  }
}

const outcomes = [
  Violation,
  Blocked,
  NotApplicable,
  NotTested,
  SuiteMistake,
  TargetFailure,
] as const;

/** An error that is an outcome, and not a fault of the harness or of a step. */
export type Outcome = InstanceType<(typeof outcomes)[number]>;

/** Whether an error is one of the outcomes above. */
export function isOutcome(error: unknown): error is Outcome {
  return outcomes.some((kind) => error instanceof kind);
}

/**
 * Awaits work that belongs to no scenario, where nothing judges an outcome: the caller receives it
 * as a value and decides what follows.
 */
export async function outcomeOr<T>(work: Promise<T>): Promise<T | Outcome> {
  try {
    return await work;
  } catch (error) {
    if (isOutcome(error)) return error;
    throw error;
  }
}
