/** The compared servers, each in its own process with its own database. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { packageFile } from '../../kit/package-root.js';
import { readProcessorTime } from './processor-time.js';

export const targetNames = ['Touchstone', 'Express', 'node:http'] as const;
export type TargetName = (typeof targetNames)[number];

/** A listening server. */
export interface Target {
  readonly name: TargetName;
  readonly port: number;
  /** Resident memory of the process in MiB (Linux). */
  measureMemory(): number;
  /** Processor time of its processes so far, in milliseconds (Linux). */
  measureProcessorTime(): number;
  stop(): Promise<void>;
}

function argumentsOf(name: TargetName, database: string, workers: number): string[] {
  if (name === 'Express') return [packageFile('dist', 'bench', 'server', 'express.js'), database];
  if (name === 'node:http') return [packageFile('dist', 'bench', 'server', 'bare.js'), database];
  const serve = [packageFile('bin', 'touchstone.js'), 'serve', '--port', '0', '--db', database];
  return workers === 1 ? serve : [...serve, '--workers', String(workers)];
}

/** @throws Error when the server ends before it listens */
export async function startTarget(
  name: TargetName,
  database: string,
  workers = 1,
): Promise<Target> {
  const child = spawn(process.execPath, argumentsOf(name, database, workers), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await readPort(name, child);
  return {
    name,
    port,
    measureMemory: () => residentMebibytes(child.pid),
    measureProcessorTime: () => readProcessorTime(child.pid ?? Number.NaN),
    stop: async () => {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

function readPort(name: TargetName, child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk;
      const [, port] = /http:\/\/127\.0\.0\.1:(\d+)\s/.exec(printed) ?? [];
      if (port !== undefined) resolve(Number(port));
    });
    child.once('exit', () => reject(new Error(`${name} ended before it listened.`)));
  });
}

function residentMebibytes(pid: number | undefined): number {
  const [, kibibytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}
