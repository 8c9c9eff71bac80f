import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromBytes } from '../../interpreter/index.js';
import { messageOf } from '../../kit/errors.js';
import { packageFile } from '../../kit/package-root.js';
import type { OtherWorkers, SharedLog, WorkerJob } from './messages.js';
import { type WorkerObserver, WorkerProcess } from './worker-process.js';

/** Lifetime after which a lost worker is replaced immediately, in milliseconds. */
const soundLifetime = 5_000;

/** Shortest and longest delay before a short-lived worker is replaced, in milliseconds. */
const shortestDelay = 100;
const longestDelay = 5_000;

/**
 * Delay before a lost worker is replaced, in milliseconds: none after a sound lifetime, otherwise
 * twice the previous delay, so that a defect in the project wastes little time.
 *
 * @param previous delay before the lost worker was started
 */
export function restartDelay(lifetime: number, previous: number): number {
  if (lifetime >= soundLifetime) return 0;
  return Math.min(Math.max(2 * previous, shortestDelay), longestDelay);
}

/**
 * Worker processes that serve a project at one port. A worker that ends or is stuck is replaced.
 * When all workers are busy for long, another one is started, up to twice the requested number. The
 * last free worker avoids the routes that block the others.
 */
export class WorkerPool implements WorkerObserver {
  /** The job of each worker but the first, which applies the migrations. */
  #job: WorkerJob;
  readonly #log: SharedLog;
  readonly #living = new Set<WorkerProcess>();
  readonly #stopping = new AbortController();
  /** Supervision of each initial and additional worker; resolves when its place is given up. */
  readonly #places: Promise<void>[] = [];
  /** Routes that have run, and whose last statement was within its limits. */
  readonly #known = new Set<string>();
  #count = 0;
  #stopped: Promise<void> | undefined;

  constructor(job: WorkerJob, log: SharedLog) {
    this.#job = job;
    this.#log = log;
    // Workers accept connections themselves: no connection waits for a busy worker.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({
      exec: packageFile('dist', 'reference-server', 'workers', 'worker.js'),
      args: [],
      execArgv: [...process.execArgv, '--expose-gc'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
    });
  }

  /**
   * Starts workers, of which the first applies the migrations; resolves when all of them serve.
   *
   * @throws ProjectError when a worker cannot serve, or the pool is stopped; all are stopped then
   */
  async start(count: number): Promise<void> {
    const first = this.#fork({ ...this.#job, isMigrated: false });
    const workers = [first];
    try {
      await first.prepared;
      this.#job = { ...this.#job, newerMigrations: first.newerMigrations };
      while (workers.length < count) workers.push(this.#fork());
      await Promise.all(workers.map((worker) => worker.serving));
    } catch (error) {
      await this.stop();
      throw error;
    }
    this.#count = count;
    for (const worker of workers) this.#places.push(this.#keepFilled(worker));
  }

  /**
   * Finishes pending requests, also while some workers have not begun to serve; resolves when all
   * worker processes have ended.
   */
  stop(): Promise<void> {
    // A second order would end workers in the middle of their last answers.
    this.#stopped ??= this.#stopAll();
    return this.#stopped;
  }

  async #stopAll(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#living].map((worker) => worker.stop()));
    await Promise.all(this.#places);
  }

  #fork(job = this.#job): WorkerProcess {
    const worker = new WorkerProcess(job, this.#log, this);
    this.#living.add(worker);
    void worker.ended.then(() => this.#living.delete(worker));
    // Callers handle the rejection of `serving`; this prevents an unhandled one.
    worker.prepared.catch(() => undefined);
    worker.serving.catch(() => undefined);
    return worker;
  }

  /** Forks a replacement and logs why it cannot serve, because no caller waits for it. */
  #forkReplacement(): WorkerProcess {
    const worker = this.#fork();
    worker.serving.catch((error: unknown) => this.#log.own.noted(messageOf(error)));
    return worker;
  }

  onChange(): void {
    this.#addWorker();
    for (const worker of this.#living) worker.updateAvoided();
  }

  onRan(route: string): void {
    this.#known.add(route);
  }

  onOver(route: string): void {
    this.#known.delete(route);
  }

  othersOf(worker: WorkerProcess): OtherWorkers {
    return { avoided: this.avoidedBy(worker), known: [...this.#known] };
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

  /** Starts an additional worker when all are busy. */
  #addWorker(): void {
    const workers = [...this.#living];
    if (this.#stopping.signal.aborted || workers.length >= 2 * this.#count) return;
    const routes = workers.flatMap(({ busyWith }) => busyWith ?? []);
    if (routes.length === 0 || routes.length < workers.length) return;
    const names = routes.map(fromBytes).join(', ');
    this.#log.own.noted(`All workers are busy (${names}); an additional one is started.`);
    this.#places.push(this.#keepFilled(this.#forkReplacement()));
  }

  /** Replaces a lost worker, and its replacements, while there are too few. */
  async #keepFilled(first: WorkerProcess): Promise<void> {
    const { signal } = this.#stopping;
    let worker = first;
    let delay = 0;
    for (;;) {
      const since = performance.now();
      const reason = await worker.lost;
      this.#living.delete(worker);
      this.onChange();
      if (signal.aborted) return worker.end();
      this.#log.own.noted(`A worker ${reason}; it is replaced.`);
      delay = worker.isRunning ? 0 : restartDelay(performance.now() - since, delay);
      await sleep(delay, undefined, { signal }).catch(() => undefined);
      const isMissed = this.#living.size < this.#count && !signal.aborted;
      const next = isMissed ? this.#forkReplacement() : undefined;
      await this.#retire(worker);
      if (next === undefined) return;
      worker = next;
    }
  }

  /** Ends a worker once another one serves: the last one holds the connections that wait. */
  async #retire(worker: WorkerProcess): Promise<void> {
    if (worker.isRunning) {
      const others = [...this.#living].map(({ serving }) => serving);
      await Promise.any(others).catch(() => undefined);
    }
    await worker.end();
  }
}
