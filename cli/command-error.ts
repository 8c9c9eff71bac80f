/**
 * What the person who gave a command has to mend: a sentence, shown without a stack, and the exit
 * code that the command ends with; 2 is wrong usage.
 */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}
