import { Readable, Writable } from 'node:stream';
import type { CommandMain } from '../../../cli/environment.js';
import { temporaryFolder } from './temporary.js';

/** A stream that keeps what is written, and tells of it. */
class Collected extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    this.emit('collected');
    done();
  }

  /** Resolves to the match when the text written so far matches. */
  until(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve) => {
      const look = (): void => {
        const match = pattern.exec(this.text);
        if (match === null) return;
        this.off('collected', look);
        resolve(match);
      };
      this.on('collected', look);
      look();
    });
  }
}

/** A command that runs in this process. */
export interface RunningCommand {
  readonly code: Promise<number>;
  readonly stdout: Collected;
  readonly stderr: Collected;
  /** Asks the command to end, as SIGTERM does. */
  stop(): void;
}

/** Starts a command in a folder, an empty one unless given. */
export function startCommand(
  main: CommandMain,
  argv: readonly string[],
  cwd = temporaryFolder(),
): RunningCommand {
  const [stdout, stderr] = [new Collected(), new Collected()];
  const abort = new AbortController();
  const stdin = Readable.from([]);
  const code = main({ argv, env: {}, cwd, stdin, stdout, stderr, signal: abort.signal });
  return { code, stdout, stderr, stop: () => abort.abort() };
}

/** Runs a command to its end. */
export async function runCommand(
  main: CommandMain,
  argv: readonly string[],
  cwd?: string,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const command = startCommand(main, argv, cwd);
  const code = await command.code;
  return { code, stdout: command.stdout.text, stderr: command.stderr.text };
}
