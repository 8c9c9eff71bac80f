/** The errors of a client whose request has no answer that can be judged. */

/** Thrown by the client: no answer that can be judged (time-out, reset, not HTTP, too long). */
export class TargetFailure extends Error {
  /** Whether the target may have received the request. */
  readonly isSent: boolean;

  constructor(message: string, { isSent = true, ...options }: TargetFailureOptions = {}) {
    super(message, options);
    this.name = 'TargetFailure';
    this.isSent = isSent;
  }

  /** Whether the target may still be processing the request. */
  get isUnderWay(): boolean {
    return false;
  }
}

interface TargetFailureOptions extends ErrorOptions {
  /** Default: true. */
  readonly isSent?: boolean;
}

/** The reason for a missing or incomplete answer. */
export type Silence =
  /** The connection was refused or closed. */
  | 'closed'
  /** A kept connection was closed, probably before the target received the request. */
  | 'stale'
  /** No answer came in time. */
  | 'timeout'
  /** The body did not end in time. */
  | 'endless'
  /** The target kept asking for fewer requests (429). */
  | 'throttled';

/** Thrown by the client: no answer, or an incomplete one. */
export class NoAnswer extends TargetFailure {
  readonly silence: Silence;

  constructor(silence: Silence, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NoAnswer';
    this.silence = silence;
  }

  override get isUnderWay(): boolean {
    return this.silence === 'timeout';
  }
}

/** Thrown by the client instead of awaiting an answer: it closed the connection as specified. */
export class BrokenOff extends TargetFailure {
  constructor(message: string) {
    super(message);
    this.name = 'BrokenOff';
  }
}

/** Thrown by the client: the target's certificate is not valid, or it demands one of the client. */
export class CertificateFailure extends TargetFailure {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CertificateFailure';
  }
}

/** Thrown by the client: the body is too large or too deeply nested. */
export class UnreadableBody extends TargetFailure {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableBody';
  }
}

/** Thrown by the client instead of sending a request, or waiting on: the target is gone. */
export class TargetGone extends TargetFailure {
  constructor(message: string, options?: TargetFailureOptions) {
    super(message, options);
    this.name = 'TargetGone';
  }
}
