/** The target cannot be checked at all; one line for the operator, exit code 2. */
export class TargetUnavailable extends Error {}
