import cluster from 'node:cluster';
import { once } from 'node:events';
import { onTestFinished, vi } from 'vitest';

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

/** Blocks each worker that the current test starts from now on, as compiling does. */
export function delayServing(milliseconds: number): void {
  const code = `process.prependListener("message", ({ kind }) => {
    const cell = new Int32Array(new SharedArrayBuffer(4));
    if (kind === "serve") Atomics.wait(cell, 0, 0, ${milliseconds});
  });`;
  vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,${encodeURIComponent(code)}`);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
}
