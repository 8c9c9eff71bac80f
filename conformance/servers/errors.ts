/** The target cannot be checked at all; one line for the operator. */
export class TargetUnavailable extends Error {
  /** Of the command. */
  readonly exitCode = 2;
}
