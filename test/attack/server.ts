/** A server under attack: separate processes that serve a temporary project folder. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packageFile } from '../../kit/package-root.js';
import { createScratchSchema, shippedProject } from '../../reference-server/index.js';
import type { Attack } from './attack.js';
import { childrenOf, peakMemory } from './memory.js';

/** Number of characters kept from the end of the log. */
const keptLog = 2_000;

/** Where a server keeps its project and its data. */
interface Place {
  readonly folder: string;
  /** File, or address of PostgreSQL. */
  readonly database: string;
  remove(): Promise<void>;
}

async function createPlace(address: string | undefined): Promise<Place> {
  const schema = address === undefined ? undefined : await createScratchSchema(address);
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-attack-'));
  return {
    folder,
    database: schema?.address ?? join(folder, 'attacked.sqlite3'),
    remove: async () => {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      await schema?.drop();
    },
  };
}

export class AttackedServer {
  readonly url: string;
  /** An API key, if the project is a shipped one. */
  readonly key: string | undefined;
  readonly #child: ChildProcess;
  readonly #place: Place;
  #log = '';

  constructor(child: ChildProcess, place: Place, url: string, key: string | undefined) {
    this.#child = child;
    this.#place = place;
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

  /** Sum of the peak memory of the current processes, in MiB. */
  get memory(): number {
    return peakMemory(this.#child.pid ?? 0);
  }

  /** Kills the processes and removes the temporary files and tables. */
  async stop(): Promise<void> {
    if (this.isRunning) {
      const exited = once(this.#child, 'exit');
      const pids = this.workers;
      this.#child.kill('SIGKILL');
      for (const pid of pids) kill(pid);
      await exited;
    }
    await this.#place.remove();
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

/** The server exited before it listened. */
export class StartError extends Error {}

async function readLine(child: ChildProcess): Promise<string> {
  let printed = '';
  let reason = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    reason = (reason + chunk.toString()).slice(-keptLog);
  });
  const ended = once(child, 'close').then(() => {
    throw new StartError(`The attacked server exited before it listened: ${reason}`);
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

/**
 * @param address of PostgreSQL. Default: the server uses SQLite
 * @throws StartError if the server exits before it listens
 */
export async function startAttackedServer(
  attack: Pick<Attack, 'project' | 'limits' | 'workers'>,
  address?: string,
): Promise<AttackedServer> {
  const { limits, workers } = attack;
  const place = await createPlace(address);
  const { folder, database } = place;
  const project = writeProject(attack.project, folder);
  const options = { project, database, port: 0, limits, workers, logFormat: 'json' };
  const program = packageFile('dist', 'test', 'attack', 'serve.js');
  const child = spawn(process.execPath, [program, JSON.stringify(options)]);
  const url = await readLine(child).catch(async (error: unknown) => {
    await place.remove();
    throw error;
  });
  const key = typeof attack.project === 'string' ? createKey(project, database) : undefined;
  return new AttackedServer(child, place, url, key);
}
