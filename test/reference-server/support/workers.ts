import cluster from 'node:cluster';
import { once } from 'node:events';

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
