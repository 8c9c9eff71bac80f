import cluster from 'node:cluster';
import { once } from 'node:events';

/** The ids of the worker processes that this process has started. */
export function workerPids(): number[] {
  return Object.values(cluster.workers ?? {}).flatMap((worker) => worker?.process.pid ?? []);
}

/** Kills a worker and resolves when another one serves in its place. */
export async function killWorker(pid: number): Promise<void> {
  const replaced = once(cluster, 'listening');
  process.kill(pid, 'SIGKILL');
  await replaced;
}
