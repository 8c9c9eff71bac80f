/**
 * The words of a judgement. A scenario is one case of one requirement and has one outcome; the
 * verdict of a requirement follows from the outcomes of all its cases (see tally.ts).
 */

/** What a run says about one requirement. */
export type Verdict =
  /** Every case ran and held. */
  | 'pass'
  /** The target contradicted the statement. */
  | 'fail'
  /** A requirement that this one builds on failed, so nothing can be said. */
  | 'blocked'
  /** The operator did not supply what the check needs. */
  | 'not tested'
  /** The declared profile excludes it. */
  | 'not applicable'
  /** No answer, or a broken one: says nothing about conformance. */
  | 'error'
  /** Repetitions of the same case came out differently. */
  | 'unstable'
  /** The specification leaves it open: what the target does is recorded, never judged. */
  | 'observed';

/** One difference between what a requirement asks for and what the target did. */
export interface Mismatch {
  /** Where: `status`, `header access-control-allow-origin`, `body.pagination.total`. */
  readonly path: string;
  /** In words or as JSON, ready to print. */
  readonly expected: string;
  readonly observed: string;
}

/** A difference in one line, without the cuts that a narrow place may need. */
export function describeMismatch({ path, expected, observed }: Mismatch): string {
  return `${path}: expected ${expected}, observed ${observed}`;
}

/** Thrown by a step: the target contradicts the requirement, in all the ways that are listed. */
export class Violation extends Error {
  readonly mismatches: readonly Mismatch[];

  constructor(mismatches: readonly Mismatch[]) {
    super(mismatches.map(describeMismatch).join('; '));
    this.name = 'Violation';
    this.mismatches = mismatches;
  }
}

/**
 * Thrown by a step that only prepares: the target did not do what another requirement asks for,
 * so this one cannot be judged.
 */
export class Blocked extends Error {
  /** Ids of the requirements of which one at least is broken, the likeliest first. */
  readonly prerequisites: readonly string[];

  constructor(prerequisites: string | readonly string[], message: string) {
    super(message);
    this.name = 'Blocked';
    this.prerequisites = [prerequisites].flat();
  }
}

/** Thrown where the operator did not supply what a step needs, or forbade it. */
export class NotTested extends Error {
  /** The option that would supply it, such as `--token`, if there is one. */
  readonly option: string | undefined;

  constructor(option: string | undefined, message = `needs ${option}`) {
    super(message);
    this.name = 'NotTested';
    this.option = option;
  }
}

/**
 * Thrown by a step that cannot be done as it is written: a value that nothing is remembered as, a
 * JSONPath that cannot be read. The suite is at fault, and nothing is said of the target.
 */
export class SuiteMistake extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SuiteMistake';
  }
}

/** Thrown by the client: no answer that could be judged (time-out, reset, not HTTP, too long). */
export class TargetFailure extends Error {
  /** Whether the target can have got the request. */
  readonly isSent: boolean;

  constructor(message: string, { isSent = true, ...options }: TargetFailureOptions = {}) {
    super(message, options);
    this.name = 'TargetFailure';
    this.isSent = isSent;
  }
}

interface TargetFailureOptions extends ErrorOptions {
  /** Default: true. */
  readonly isSent?: boolean;
}

/**
 * Why a request has no whole answer: there was no connection or it was closed, nothing came in time,
 * the body did not end in time, or the target asked for fewer requests each time (429).
 */
export type Silence = 'closed' | 'timeout' | 'endless' | 'throttled';

/** Thrown by the client: the target gave no whole answer. */
export class NoAnswer extends TargetFailure {
  readonly silence: Silence;

  constructor(silence: Silence, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NoAnswer';
    this.silence = silence;
  }
}

/** Thrown by the client: an answer came whose body is too much to work with. */
export class UnreadableBody extends TargetFailure {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableBody';
  }
}

/** Thrown by the client in place of sending a request, or of waiting on: the target is gone. */
export class TargetGone extends TargetFailure {
  constructor(message: string, options?: TargetFailureOptions) {
    super(message, options);
    this.name = 'TargetGone';
  }
}

/** Whether an error is one of those above, which say what has come of a step. */
export function isOutcome(error: Error): boolean {
  const kinds = [Violation, Blocked, NotTested, SuiteMistake, TargetFailure];
  return kinds.some((kind) => error instanceof kind);
}
