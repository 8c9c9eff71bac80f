/**
 * Why a project cannot be made, served or looked into: a sentence for the person who wants to, with
 * the exit code of the command. 2: what was asked for does not exist or cannot be used (folder,
 * script, database, port). 1: it can be, but the project itself fails (a migration), or it has no
 * such key, token or user.
 */
export class ProjectError extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 2) {
    super(message);
    this.name = 'ProjectError';
    this.exitCode = exitCode;
  }
}
