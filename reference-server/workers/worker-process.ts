import cluster, { type Worker } from 'node:cluster';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { fromBytes } from '../../interpreter/index.js';
import { httpErrors } from '../http/errors.js';
import { PortInUseError, ProjectError } from '../project/errors.js';
import { stopTimeout } from '../serving/serve.js';
import { freeze } from './freeze.js';
import type { OtherWorkers, SharedLog, WorkerJob, WorkerOrder, WorkerReport } from './messages.js';
import { reportDescriptor, type ThreadReport } from './shared-work.js';

/** Delay after which a worker that was told to stop is killed, in milliseconds. */
const killDelay = stopTimeout + 2_000;

/** Interval of the checks for signs of life, in milliseconds. */
const checkInterval = 250;

/** Coordinates a worker with the other workers. */
export interface WorkerObserver {
  /** Called when a worker begins to serve, becomes busy, or becomes free. */
  onChange(): void;
  /** Called when a worker has run a route for the first time. */
  onRan(route: string): void;
  /** Called when a statement of a route was over its limits. */
  onOver(route: string): void;
  /** Routes that the worker must leave to others. */
  avoidedBy(worker: WorkerProcess): readonly string[];
  /** What a worker that begins to serve has to know. */
  othersOf(worker: WorkerProcess): OtherWorkers;
}

/** A worker, seen from the first process. */
export class WorkerProcess {
  /** Resolves when the worker has compiled the project and applied the migrations, as `serving`. */
  readonly prepared: Promise<void>;
  /** Resolves when the worker serves; rejects with a ProjectError when it cannot. */
  readonly serving: Promise<void>;
  /** Resolves with a description when the process has ended or is stuck and must be killed. */
  readonly lost: Promise<string>;
  /** Resolves with a description of the end when the process has ended. */
  readonly ended: Promise<string>;
  /** What it has found when it applied the migrations. */
  newerMigrations: readonly string[] = [];
  readonly #worker: Worker;
  readonly #job: WorkerJob;
  readonly #log: SharedLog;
  readonly #observer: WorkerObserver;
  /** Whether it has been told to listen, so that it may have requests to finish. */
  #mayListen = false;
  #isServing = false;
  #busyWith: string | undefined;
  #avoided = '';
  /** Checks for signs of life; undefined before the first one. */
  #checking: NodeJS.Timeout | undefined;
  /** Observed time since the last sign of life, and the time of the last check. */
  #silentFor = 0;
  #lastCheck = 0;
  #onSilence: () => void = () => undefined;

  constructor(job: WorkerJob, log: SharedLog, observer: WorkerObserver) {
    this.#observer = observer;
    this.#job = job;
    this.#log = log;
    const worker = cluster.fork();
    this.#worker = worker;
    worker.process.stderr?.on('data', (chunk: Buffer) => log.forward(chunk.toString()));
    // Sending to a worker that has just died fails; its exit is handled below.
    worker.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      worker.once('exit', (code, signal) => {
        resolve(signal ? `ended by ${signal}` : `ended with code ${code}`);
      });
    });
    this.serving = this.#untilServing();
    this.prepared = Promise.race([this.#untilPrepared(), this.serving]);
    this.lost = Promise.race([this.ended, this.#untilStuck()]);
    void this.ended.then(() => clearInterval(this.#checking));
  }

  /** Whether the process has not ended. */
  get isRunning(): boolean {
    const { exitCode, signalCode } = this.#worker.process;
    return exitCode === null && signalCode === null;
  }

  /** Whether the worker has begun to serve. */
  get isServing(): boolean {
    return this.#isServing;
  }

  /** Path whose scripts block the worker ("" if unknown); undefined when it is free. */
  get busyWith(): string | undefined {
    return this.#busyWith;
  }

  /** Sends the avoided routes to the worker if they have changed. */
  updateAvoided(): void {
    const routes = this.#observer.avoidedBy(this);
    if (!this.#isServing || this.#avoided === String(routes)) return;
    this.#avoided = String(routes);
    this.#order({ kind: 'avoid', routes });
  }

  /** Kills the process; resolves when it has ended. */
  async end(): Promise<void> {
    this.#kill();
    await this.ended;
  }

  /**
   * Lets the worker finish pending requests, or kills it before it listens, because migrations and
   * compiling cannot be interrupted otherwise. Resolves when its process has ended.
   */
  async stop(): Promise<void> {
    clearInterval(this.#checking);
    if (!this.#mayListen) return await this.end();
    this.#order({ kind: 'stop' });
    const kill = setTimeout(() => this.#kill(), killDelay);
    await this.ended;
    clearTimeout(kill);
  }

  #untilPrepared(): Promise<void> {
    return new Promise((resolve) => {
      this.#worker.on('message', (report: WorkerReport) => {
        if (report.kind !== 'prepared') return;
        this.newerMigrations = report.newerMigrations;
        this.#mayListen = true;
        this.#order({ kind: 'listen' });
        resolve();
      });
    });
  }

  #untilServing(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#worker.on('message', (report: WorkerReport) => {
        // Compiling a large project takes long, but it ends.
        if (report.kind === 'ready') this.#begin();
        else if (report.kind !== 'prepared') this.#expectSignOfLife();
        if (report.kind === 'ran') this.#observer.onRan(report.route);
        if (report.kind === 'serving') {
          this.#isServing = true;
          this.#observer.onChange();
          resolve();
        }
        if (report.kind === 'failed') {
          const { message, exitCode, isPortInUse } = report;
          const Failure = isPortInUse ? PortInUseError : ProjectError;
          reject(new Failure(message, exitCode));
        }
      });
      void this.ended.then((reason) => {
        reject(new ProjectError(`A worker process ${reason} before it served.`));
      });
    });
  }

  /** Resolves with a description when the process is silent or in a statement over its limits. */
  #untilStuck(): Promise<string> {
    return new Promise((resolve) => {
      this.#onSilence = () => resolve('shows no sign of life');
      this.#onReport((report) => {
        if (report.kind === 'over') {
          // The statement would go on to take memory until a replacement serves.
          if (this.#worker.process.pid !== undefined) freeze(this.#worker.process.pid, this.ended);
          this.#logStatement(report);
          this.#observer.onOver(report.route);
          resolve('is stuck in an SQL statement');
        } else {
          this.#busyWith = report.kind === 'busy' ? report.route : undefined;
          this.#observer.onChange();
        }
      });
    });
  }

  /** Receives reports of the watching thread, which come while the main thread is blocked. */
  #onReport(take: (report: ThreadReport) => void): void {
    const input = this.#worker.process.stdio[reportDescriptor];
    if (!(input instanceof Readable)) return;
    createInterface({ input }).on('line', (line) => take(JSON.parse(line)));
  }

  #logStatement({ limit, method, path, sql }: ThreadReport & { kind: 'over' }): void {
    const { status } = httpErrors.overBudget;
    const trace = `The SQL statement exceeded the script's ${limit} limit: ${fromBytes(sql).trim()}`;
    this.#log.own.failed({ method, path: fromBytes(path), status, trace });
  }

  #expectSignOfLife(): void {
    this.#silentFor = 0;
    if (this.#checking !== undefined) return;
    this.#lastCheck = performance.now();
    this.#checking = setInterval(() => this.#checkSilence(), checkInterval);
  }

  #checkSilence(): void {
    const now = performance.now();
    // Time in which this process was stopped does not count: the worker was probably stopped too.
    this.#silentFor += Math.min(now - this.#lastCheck, 2 * checkInterval);
    this.#lastCheck = now;
    if (this.#silentFor >= this.#job.limits.workerSilence) this.#onSilence();
  }

  #begin(): void {
    const others = this.#observer.othersOf(this);
    this.#avoided = String(others.avoided);
    this.#order({ kind: 'serve', job: this.#job, others });
  }

  #kill(): void {
    this.#worker.process.kill('SIGKILL');
  }

  #order(order: WorkerOrder): void {
    if (this.#worker.isConnected()) this.#worker.send(order);
  }
}
