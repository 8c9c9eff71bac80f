import { CommandError } from '../cli/command-error.js';

/**
 * Why a project cannot be served: a sentence for the person who started it, with the exit code of
 * the command. 2: what was asked for does not exist or cannot be used (folder, script, database
 * file, port). 1: the project itself failed while it was brought up (a migration).
 */
export class StartError extends CommandError {
  declare readonly exitCode: 1 | 2;
  override name = 'StartError';

  constructor(message: string, exitCode: 1 | 2 = 2) {
    super(message, exitCode);
  }
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
