import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { packageFile } from '../../../cli/package-root.js';

/** `touchstone serve` in a process of its own. */
export class ServerProcess {
  readonly url: string;
  readonly #child: ChildProcess;
  #logged = '';

  constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#logged += chunk.toString();
    });
  }

  /** What has been written to stderr so far. */
  get logged(): string {
    return this.#logged;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Sends a signal and resolves when the process has ended. */
  async kill(signal: NodeJS.Signals): Promise<void> {
    if (!this.isRunning) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill(signal);
    await exited;
  }
}

function readUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const url = /at (http:\S+)\n/.exec(printed)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', () => reject(new Error(`The server ended before it listened: ${printed}`)));
  });
}

/** Starts a server on a free port; it is killed when the test has ended. */
export async function startServerProcess(...argv: string[]): Promise<ServerProcess> {
  const program = packageFile('bin', 'touchstone.js');
  const child = spawn(process.execPath, [program, 'serve', ...argv, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
  });
  return new ServerProcess(child, await readUrl(child));
}
