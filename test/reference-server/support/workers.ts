import cluster from 'node:cluster';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { temporaryFolder } from './temporary.js';

/** Ids of the worker processes of this process. */
export function workerPids(): number[] {
  return Object.values(cluster.workers ?? {}).flatMap((worker) => worker?.process.pid ?? []);
}

/** Kills a worker and resolves when its replacement serves. */
export async function killWorker(pid: number): Promise<void> {
  const replaced = once(cluster, 'listening');
  process.kill(pid, 'SIGKILL');
  await replaced;
}

/** Runs statements in each worker that the current test starts, when it is told to serve `job`. */
function beforeServing(statements: string): void {
  const code = `process.prependListener("message", ({ kind, job }) => {
    if (kind !== "serve") return;
    ${statements}
  });`;
  vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,${encodeURIComponent(code)}`);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
}

/** Blocks each worker that the current test starts from now on, as compiling does. */
export function delayServing(milliseconds: number): void {
  beforeServing(`
    const cell = new Int32Array(new SharedArrayBuffer(4));
    Atomics.wait(cell, 0, 0, ${milliseconds});
  `);
}

/** Blocks each worker but the first that the current test starts from now on, for ever. */
export function blockLaterWorkers(): void {
  const file = join(temporaryFolder(), 'first');
  beforeServing(`
    const { writeFileSync } = process.getBuiltinModule("node:fs");
    const file = ${JSON.stringify(file)};
    try {
      writeFileSync(file, "", { flag: "wx" });
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    }
  `);
}

/**
 * Takes the port of the first worker that the current test starts from now on, until that worker
 * ends.
 *
 * @returns the port that was taken; NaN when none was taken
 */
export function takeFirstPort(): () => number {
  const file = join(temporaryFolder(), 'port');
  beforeServing(`
    const { existsSync, writeFileSync } = process.getBuiltinModule("node:fs");
    const file = ${JSON.stringify(file)};
    if (existsSync(file)) return;
    writeFileSync(file, String(job.port));
    const { host, port } = job;
    process.getBuiltinModule("node:net").createServer().listen({ host, port, exclusive: true });
  `);
  return () => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : Number.NaN);
}
