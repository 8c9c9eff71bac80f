import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import type { CommandMain } from '../../../kit/environment.js';
import { temporaryFolder } from './temporary.js';

/** A stream that collects its input. */
class Collected extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    this.emit('collected');
    done();
  }
}

/** A command running in this process. */
export class RunningCommand {
  readonly stdout = new Collected();
  readonly stderr = new Collected();
  readonly code: Promise<number>;
  readonly #abort = new AbortController();

  constructor(main: CommandMain, argv: readonly string[], cwd: string) {
    const { stdout, stderr } = this;
    const { signal } = this.#abort;
    this.code = main({ argv, env: {}, cwd, stdin: Readable.from([]), stdout, stderr, signal });
  }

  /** Resolves when the output matches; rejects when the command ends before. */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    const ended = this.code.then((code) => {
      throw new Error(`The command ended with ${code}: ${this.stderr.text}`);
    });
    for (;;) {
      const match = pattern.exec(this.stdout.text);
      if (match !== null) return match;
      await Promise.race([once(this.stdout, 'collected'), ended]);
    }
  }

  /** Asks the command to end, like SIGTERM, and resolves with its exit code. */
  stop(): Promise<number> {
    this.#abort.abort();
    return this.code;
  }
}

/** Starts a command in a folder. Default: an empty one. */
export function startCommand(
  main: CommandMain,
  argv: readonly string[],
  cwd = temporaryFolder(),
): RunningCommand {
  return new RunningCommand(main, argv, cwd);
}

/** Runs a command until it ends. */
export async function runCommand(
  main: CommandMain,
  argv: readonly string[],
  cwd?: string,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const command = startCommand(main, argv, cwd);
  const code = await command.code;
  return { code, stdout: command.stdout.text, stderr: command.stderr.text };
}
