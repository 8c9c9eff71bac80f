/**
 * Why a project cannot be served: a sentence for the person who started it, with the exit code of
 * the command. 2: what was asked for does not exist or cannot be used (folder, script, database
 * file, port). 1: the project itself failed while it was brought up (a migration).
 */
export class StartError extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 2) {
    super(message);
    this.name = 'StartError';
    this.exitCode = exitCode;
  }
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
