/** A server under attack: separate processes that serve a temporary project folder. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packageFile } from '../../kit/package-root.js';
import { shippedProject } from '../../reference-server/index.js';
import type { Attack } from './attack.js';
import { childrenOf, peakMemory } from './memory.js';

/** Number of characters kept from the end of the log. */
const keptLog = 2_000;

export class AttackedServer {
  readonly url: string;
  /** An API key, if the project is a shipped one. */
  readonly key: string | undefined;
  readonly #child: ChildProcess;
  readonly #folder: string;
  #log = '';

  constructor(child: ChildProcess, folder: string, url: string, key: string | undefined) {
    this.#child = child;
    this.#folder = folder;
    this.url = url;
    this.key = key;
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#log = (this.#log + chunk.toString()).slice(-keptLog);
    });
  }

  /** The end of the log. */
  get log(): string {
    return this.#log;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** The process ids of the workers. */
  get workers(): number[] {
    return childrenOf(this.#child.pid ?? 0);
  }

  /** Sum of the peak memory of the present processes, in MiB. */
  get memory(): number {
    return peakMemory(this.#child.pid ?? 0);
  }

  /** Kills the processes and removes the temporary files. */
  async stop(): Promise<void> {
    if (this.isRunning) {
      const exited = once(this.#child, 'exit');
      const pids = this.workers;
      this.#child.kill('SIGKILL');
      for (const pid of pids) kill(pid);
      await exited;
    }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The worker has ended with the first process.
  }
}

function writeProject(project: Attack['project'], folder: string): string {
  if (typeof project === 'string') return shippedProject(project);
  for (const [path, text] of Object.entries(project)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

async function readLine(child: ChildProcess): Promise<string> {
  let printed = '';
  const ended = once(child, 'exit').then(() => {
    throw new Error('The attacked server exited before it listened.');
  });
  while (!printed.includes('\n')) {
    const [chunk] = await Promise.race([once(child.stdout ?? child, 'data'), ended]);
    printed += chunk;
  }
  ended.catch(() => undefined);
  return printed.trim();
}

function createKey(project: string, database: string): string {
  const program = packageFile('bin', 'touchstone.js');
  const command = [program, 'key', 'create', '--project', project, '--db', database];
  return execFileSync(process.execPath, command, { encoding: 'utf8' }).trim();
}

/** @throws Error if the server exits before it listens */
export async function startAttackedServer(
  attack: Pick<Attack, 'project' | 'limits' | 'workers'>,
): Promise<AttackedServer> {
  const { limits, workers } = attack;
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-attack-'));
  const project = writeProject(attack.project, folder);
  const database = join(folder, 'attacked.sqlite3');
  const options = { project, database, port: 0, limits, workers, logFormat: 'json' };
  const program = packageFile('dist', 'test', 'attack', 'serve.js');
  const child = spawn(process.execPath, [program, JSON.stringify(options)]);
  const url = await readLine(child);
  const key = typeof attack.project === 'string' ? createKey(project, database) : undefined;
  return new AttackedServer(child, folder, url, key);
}
