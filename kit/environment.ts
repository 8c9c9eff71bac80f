import type { Readable, Writable } from 'node:stream';

/** All that a command knows of the process it runs in, so that tests can run it in-process. */
export interface Environment {
  /** The arguments, without the interpreter's and the program's path. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that relative paths on the command line start from. */
  readonly cwd: string;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Aborted by a caller in the same process, such as a test, to make the command stop. */
  readonly signal?: AbortSignal | undefined;
  /** Aborted by such a caller to end also what the command does before it stops. */
  readonly givingUp?: AbortSignal | undefined;
}

/** A command's entry point; `argv` of the environment holds what follows the command's name. */
export type CommandMain = (environment: Environment) => Promise<number>;

/**
 * A reader may have seen enough, as `head` has after its lines: what a command does besides
 * printing, such as deleting the rows that it made, is no less due.
 */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** What the program was started with. */
export function processEnvironment(): Environment {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe);
  return {
    argv: process.argv.slice(2),
    env: process.env,
    cwd: process.cwd(),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
  };
}
