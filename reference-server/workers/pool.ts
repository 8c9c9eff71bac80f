import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageFile } from '../../cli/package-root.js';
import { messageOf } from '../message-of.js';
import type { SharedLog, WorkerJob } from './messages.js';
import { WorkerProcess } from './worker-process.js';

/** A worker that lived for so long was sound: the next one takes its place at once. In ms. */
const soundLifetime = 5_000;

/** The first and the longest wait before one takes the place of a worker that did not last. */
const shortestDelay = 100;
const longestDelay = 5_000;

/**
 * How long to wait before a worker's place is filled again, in milliseconds: not at all after one
 * that lasted, else twice as long each time, so that a fault in the project costs little.
 *
 * @param previous the wait before that worker was started
 */
export function restartDelay(lifetime: number, previous: number): number {
  if (lifetime >= soundLifetime) return 0;
  return Math.min(Math.max(2 * previous, shortestDelay), longestDelay);
}

/** Processes that serve a project at one port: one that ends is replaced until all are stopped. */
export class WorkerPool {
  readonly #job: WorkerJob;
  readonly #log: SharedLog;
  readonly #living = new Set<WorkerProcess>();
  readonly #stopping = new AbortController();
  #places: Promise<void>[] = [];

  constructor(job: WorkerJob, log: SharedLog) {
    this.#job = job;
    this.#log = log;
    cluster.setupPrimary({
      exec: packageFile('dist', 'reference-server', 'workers', 'worker.js'),
      args: [],
      silent: true,
    });
  }

  /**
   * Starts so many workers; resolves when all of them serve.
   *
   * @throws ProjectError when one cannot; none runs then
   */
  async start(count: number): Promise<void> {
    const workers = Array.from({ length: count }, () => this.#fork());
    try {
      await Promise.all(workers.map((worker) => worker.serving));
    } catch (error) {
      await this.stop();
      throw error;
    }
    this.#places = workers.map((worker) => this.#keepFilled(worker));
  }

  /** Finishes the requests in flight; resolves when all processes have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#living].map((worker) => worker.stop()));
    await Promise.all(this.#places);
  }

  #fork(): WorkerProcess {
    const worker = new WorkerProcess(this.#job, this.#log);
    this.#living.add(worker);
    void worker.ended.then(() => this.#living.delete(worker));
    // Whoever waits for it to serve learns why it does not; a replacement's failure is logged.
    worker.serving.catch(() => undefined);
    return worker;
  }

  /** Replaces a worker, and the one after it, until the pool is stopped. */
  async #keepFilled(first: WorkerProcess): Promise<void> {
    const { signal } = this.#stopping;
    let worker = first;
    let delay = 0;
    for (;;) {
      const since = performance.now();
      const reason = await worker.ended;
      if (signal.aborted) return;
      this.#log.own.noted(`A worker ended ${reason}; another one takes its place.`);
      delay = restartDelay(performance.now() - since, delay);
      await sleep(delay, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      worker = this.#fork();
      worker.serving.catch((error: unknown) => this.#log.own.noted(messageOf(error)));
    }
  }
}
