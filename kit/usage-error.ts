/** The operator's mistake, to be shown without a stack. */
export class UsageError extends Error {
  /** Of the command. */
  readonly exitCode = 2;
}
