import cluster, { type Worker } from 'node:cluster';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { fromBytes } from '../../interpreter/index.js';
import { httpErrors } from '../http/errors.js';
import { stopTimeout } from '../http/service.js';
import { ProjectError } from '../project/errors.js';
import type { SharedLog, WorkerJob, WorkerOrder, WorkerReport } from './messages.js';
import { reportDescriptor, type ThreadReport } from './shared-work.js';

/** A worker that has been told to stop and still runs so much later is killed, in milliseconds. */
const killDelay = stopTimeout + 2_000;

/** What others have to know of a worker. */
export interface WorkerObserver {
  /** The worker serves, has become busy for long, or is free again. */
  onChange(): void;
  /** Routes that the worker is to leave to others. */
  avoidedBy(worker: WorkerProcess): readonly string[];
}

/** A worker as the first process sees it. */
export class WorkerProcess {
  /** Resolves when the worker serves; rejects with a ProjectError when it cannot. */
  readonly serving: Promise<void>;
  /** Resolves to what became of it when the process has ended, or is stuck and has to be. */
  readonly lost: Promise<string>;
  /** Resolves to how the process has ended. */
  readonly ended: Promise<string>;
  readonly #worker: Worker;
  readonly #job: WorkerJob;
  readonly #log: SharedLog;
  readonly #observer: WorkerObserver;
  #isReady = false;
  #isServing = false;
  #busyWith: string | undefined;
  #avoided = '';
  #watchdog: NodeJS.Timeout | undefined;
  #onSilence: () => void = () => undefined;

  constructor(job: WorkerJob, log: SharedLog, observer: WorkerObserver) {
    this.#observer = observer;
    this.#job = job;
    this.#log = log;
    const worker = cluster.fork();
    this.#worker = worker;
    worker.process.stderr?.on('data', (chunk: Buffer) => log.forward(chunk.toString()));
    // A worker that has just died cannot be told anything; its end is what counts.
    worker.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      worker.once('exit', (code, signal) => {
        resolve(signal ? `ended by ${signal}` : `ended with code ${code}`);
      });
    });
    this.serving = this.#untilServing();
    this.lost = Promise.race([this.ended, this.#untilStuck()]);
    void this.ended.then(() => clearTimeout(this.#watchdog));
  }

  /** False when it has ended by itself. */
  get isRunning(): boolean {
    const { exitCode, signalCode } = this.#worker.process;
    return exitCode === null && signalCode === null;
  }

  /** Whether it has begun to serve. */
  get isServing(): boolean {
    return this.#isServing;
  }

  /** The path whose scripts keep it from its other requests, if any; undefined when it is free. */
  get busyWith(): string | undefined {
    return this.#busyWith;
  }

  /** Tells the worker of the routes that it is to avoid, unless it knows. */
  updateAvoided(): void {
    const routes = this.#observer.avoidedBy(this);
    if (!this.#isServing || this.#avoided === String(routes)) return;
    this.#avoided = String(routes);
    this.#order({ kind: 'avoid', routes });
  }

  /** Ends a process that is of no use any longer; resolves when it is gone. */
  async end(): Promise<void> {
    this.#kill();
    await this.ended;
  }

  /** Lets the worker finish its requests; resolves when its process has ended. */
  async stop(): Promise<void> {
    clearTimeout(this.#watchdog);
    if (this.#isReady) this.#order({ kind: 'stop' });
    else this.#kill();
    const kill = setTimeout(() => this.#kill(), killDelay);
    await this.ended;
    clearTimeout(kill);
  }

  #untilServing(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#worker.on('message', (report: WorkerReport) => {
        this.#expectSignOfLife();
        if (report.kind === 'ready') this.#begin();
        if (report.kind === 'serving') {
          this.#isServing = true;
          this.#observer.onChange();
          resolve();
        }
        if (report.kind === 'failed') reject(new ProjectError(report.message, report.exitCode));
      });
      void this.ended.then((reason) => {
        reject(new ProjectError(`A worker process ${reason} before it served.`));
      });
    });
  }

  /** Resolves when the process is busy with something that does not end by itself. */
  #untilStuck(): Promise<string> {
    return new Promise((resolve) => {
      this.#onSilence = () => resolve('shows no sign of life');
      this.#onReport((report) => {
        if (report.kind === 'overdue') {
          this.#logOverdue(report);
          resolve('is stuck in an SQL statement');
        } else {
          this.#busyWith = report.kind === 'busy' ? report.route : undefined;
          this.#observer.onChange();
        }
      });
    });
  }

  /** Hears of what the process itself is too busy to tell. */
  #onReport(take: (report: ThreadReport) => void): void {
    const input = this.#worker.process.stdio[reportDescriptor];
    if (!(input instanceof Readable)) return;
    createInterface({ input }).on('line', (line) => take(JSON.parse(line)));
  }

  #logOverdue({ method, path, sql }: ThreadReport & { kind: 'overdue' }): void {
    const { status } = httpErrors.overBudget;
    const trace = `The SQL statement took longer than it may: ${fromBytes(sql).trim()}`;
    this.#log.own.failed({ method, path: fromBytes(path), status, trace });
  }

  #expectSignOfLife(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#onSilence(), this.#job.limits.workerSilence);
  }

  #begin(): void {
    this.#isReady = true;
    const avoided = this.#observer.avoidedBy(this);
    this.#avoided = String(avoided);
    this.#order({ kind: 'serve', job: this.#job, avoided });
  }

  #kill(): void {
    this.#worker.process.kill('SIGKILL');
  }

  #order(order: WorkerOrder): void {
    if (this.#worker.isConnected()) this.#worker.send(order);
  }
}
