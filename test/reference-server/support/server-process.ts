import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { packageFile } from '../../../kit/package-root.js';

/** `touchstone serve` in a separate process. */
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

  /** Output on stderr so far. */
  get logged(): string {
    return this.#logged;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Sends a signal to the first process and resolves when it has ended. */
  async kill(signal: NodeJS.Signals): Promise<void> {
    await this.#end(() => this.#child.kill(signal));
  }

  /** Kills all processes of the server at the same time. */
  async killAll(): Promise<void> {
    await this.#end(() => killGroup(this.#child));
  }

  async #end(send: () => void): Promise<void> {
    if (!this.isRunning) return;
    const exited = once(this.#child, 'exit');
    send();
    await exited;
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}

function readUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const url = /at (http:\S+)\n/.exec(printed)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    // After `close`, unlike after `exit`, all of the output has been read.
    child.once('close', (code, signal) => {
      const end = `${signal ?? `exit code ${code}`}`;
      reject(new Error(`The server ended (${end}) before it listened: ${printed}`));
    });
  });
}

/** Starts a server on a free port; it is killed when the test ends. */
export function startServerProcess(...argv: string[]): Promise<ServerProcess> {
  return startCommand(process.execPath, serveArguments(argv));
}

/** Starts a server like `startServerProcess`, with a limit on the open files of each process. */
export function startLimitedServerProcess(
  files: number,
  ...argv: string[]
): Promise<ServerProcess> {
  const shell = `ulimit -n ${files}; exec "$0" "$@"`;
  return startCommand('bash', ['-c', shell, process.execPath, ...serveArguments(argv)]);
}

function serveArguments(argv: readonly string[]): string[] {
  return [packageFile('bin', 'touchstone.js'), 'serve', ...argv, '--port', '0'];
}

async function startCommand(command: string, argv: readonly string[]): Promise<ServerProcess> {
  const child = spawn(command, argv, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, which includes the workers.
    detached: true,
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) killGroup(child);
  });
  return new ServerProcess(child, await readUrl(child));
}
