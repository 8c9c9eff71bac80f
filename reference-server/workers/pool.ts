import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromBytes } from '../../interpreter/index.js';
import { messageOf } from '../../kit/errors.js';
import { packageFile } from '../../kit/package-root.js';
import type { SharedLog, WorkerJob } from './messages.js';
import { type WorkerObserver, WorkerProcess } from './worker-process.js';

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

/**
 * Processes that serve a project at one port. One that ends or is stuck is replaced until all are
 * stopped. When all are busy for long another one is started beside them, up to twice as many as
 * there are to be. The last one that is free leaves alone what keeps the others busy.
 */
export class WorkerPool implements WorkerObserver {
  readonly #job: WorkerJob;
  readonly #log: SharedLog;
  readonly #living = new Set<WorkerProcess>();
  readonly #stopping = new AbortController();
  /** One for each process that is to be replaced when it ends. */
  readonly #places: Promise<void>[] = [];
  #count = 0;

  constructor(job: WorkerJob, log: SharedLog) {
    this.#job = job;
    this.#log = log;
    // Workers take connections themselves: so none waits for a worker that is busy.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({
      exec: packageFile('dist', 'reference-server', 'workers', 'worker.js'),
      args: [],
      execArgv: [...process.execArgv, '--expose-gc'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
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
    this.#count = count;
    for (const worker of workers) this.#places.push(this.#keepFilled(worker));
  }

  /** Finishes the requests in flight; resolves when all processes have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#living].map((worker) => worker.stop()));
    await Promise.all(this.#places);
  }

  #fork(): WorkerProcess {
    const worker = new WorkerProcess(this.#job, this.#log, this);
    this.#living.add(worker);
    void worker.ended.then(() => this.#living.delete(worker));
    // Whoever waits for it to serve learns why it does not; a replacement's failure is logged.
    worker.serving.catch(() => undefined);
    return worker;
  }

  /** A replacement: there is nobody who could be told why it cannot serve. */
  #forkReplacement(): WorkerProcess {
    const worker = this.#fork();
    worker.serving.catch((error: unknown) => this.#log.own.noted(messageOf(error)));
    return worker;
  }

  onChange(): void {
    this.#relieve();
    for (const worker of this.#living) worker.updateAvoided();
  }

  avoidedBy(worker: WorkerProcess): readonly string[] {
    const others = [...this.#living].filter((other) => other !== worker && other.isServing);
    const routes = new Set<string>();
    for (const { busyWith } of others) {
      if (busyWith === undefined) return [];
      routes.add(busyWith);
    }
    return [...routes];
  }

  /** Starts another worker when all are busy. */
  #relieve(): void {
    const workers = [...this.#living];
    if (this.#stopping.signal.aborted || workers.length >= 2 * this.#count) return;
    if (workers.length === 0 || workers.some(({ busyWith }) => busyWith === undefined)) return;
    const routes = workers.map(({ busyWith = '' }) => fromBytes(busyWith)).join(', ');
    this.#log.own.noted(`All workers are busy (${routes}); another one is started beside them.`);
    this.#places.push(this.#keepFilled(this.#forkReplacement()));
  }

  /** Replaces a worker, and the one after it, as long as there are too few. */
  async #keepFilled(first: WorkerProcess): Promise<void> {
    const { signal } = this.#stopping;
    let worker = first;
    let delay = 0;
    for (;;) {
      const since = performance.now();
      const fate = await worker.lost;
      this.#living.delete(worker);
      this.onChange();
      if (signal.aborted) return worker.end();
      this.#log.own.noted(`A worker ${fate}; another one takes its place.`);
      delay = worker.isRunning ? 0 : restartDelay(performance.now() - since, delay);
      await sleep(delay, undefined, { signal }).catch(() => undefined);
      const isMissed = this.#living.size < this.#count && !signal.aborted;
      const next = isMissed ? this.#forkReplacement() : undefined;
      await this.#bury(worker);
      if (next === undefined) return;
      worker = next;
    }
  }

  /** Ends a worker, when another one serves: with the last one, connections that wait would go. */
  async #bury(worker: WorkerProcess): Promise<void> {
    if (worker.isRunning) {
      const others = [...this.#living].map(({ serving }) => serving);
      await Promise.any(others).catch(() => undefined);
    }
    await worker.end();
  }
}
