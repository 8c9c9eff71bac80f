import type { Readable, Writable } from 'node:stream';
import { findCall, type ProgramCall } from './program.js';

/** The process as a command sees it; tests pass their own and run commands in-process. */
export interface Environment {
  /** The arguments after the paths of Node and the program. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Base folder of relative paths on the command line. */
  readonly cwd: string;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** How the user called the program. Default: `npx touchstone`. */
  readonly call?: ProgramCall | undefined;
  /** Stops the command, as SIGINT does; for callers in the same process, such as tests. */
  readonly signal?: AbortSignal | undefined;
  /** Cancels the command's clean-up as well, as a second SIGINT does. */
  readonly givingUp?: AbortSignal | undefined;
}

/** Entry point of a command; `argv` contains the arguments after the command's name. */
export type CommandMain = (environment: Environment) => Promise<number>;

/** A closed pipe (`| head`) must not keep a command from its work, such as its clean-up. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** The environment of the current process. */
export function processEnvironment(): Environment {
  process.stdout.on('error', ignoreClosedPipe);
  // A message that cannot be written, as on a full disk, must not end a server.
  process.stderr.on('error', () => undefined);
  return {
    argv: process.argv.slice(2),
    env: process.env,
    cwd: process.cwd(),
    call: findCall(process.argv[1] ?? '', process.env, process.cwd()),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
  };
}

/** Whether a stream is a terminal. */
export function isTerminal(stream: Readable | Writable): boolean {
  return 'isTTY' in stream && stream.isTTY === true;
}
