import cluster, { type Worker } from 'node:cluster';
import { stopTimeout } from '../config.js';
import { ProjectError } from '../project-error.js';
import type { SharedLog, WorkerJob, WorkerOrder, WorkerReport } from './messages.js';

/** A worker that has been told to stop and still runs so much later is killed, in milliseconds. */
const killDelay = stopTimeout + 2_000;

/** A worker as the first process sees it. */
export class WorkerProcess {
  /** Resolves when the worker serves; rejects with a ProjectError when it cannot. */
  readonly serving: Promise<void>;
  /** Resolves to the reason when the process has ended. */
  readonly ended: Promise<string>;
  readonly #worker: Worker;
  readonly #job: WorkerJob;
  readonly #log: SharedLog;
  #isReady = false;
  #watchdog: NodeJS.Timeout | undefined;

  constructor(job: WorkerJob, log: SharedLog) {
    this.#job = job;
    this.#log = log;
    const worker = cluster.fork();
    this.#worker = worker;
    worker.process.stderr?.on('data', (chunk: Buffer) => log.forward(chunk.toString()));
    // A worker that has just died cannot be told anything; its end is what counts.
    worker.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      worker.once('exit', (code, signal) => resolve(signal ? `by ${signal}` : `with code ${code}`));
    });
    this.serving = this.#untilServing();
    void this.ended.then(() => clearTimeout(this.#watchdog));
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
        if (report.kind === 'serving') resolve();
        if (report.kind === 'failed') reject(new ProjectError(report.message, report.exitCode));
      });
      void this.ended.then((reason) => {
        reject(new ProjectError(`A worker process ended ${reason} before it served.`));
      });
    });
  }

  /**
   * Scripts end by their budget, but an SQL statement without end blocks its process for ever:
   * only another process can end that.
   */
  #expectSignOfLife(): void {
    clearTimeout(this.#watchdog);
    const { workerSilence } = this.#job.limits;
    this.#watchdog = setTimeout(() => {
      this.#log.own.noted(
        `The worker ${this.#worker.process.pid} has been stuck for ${workerSilence} ms.`,
      );
      this.#worker.process.kill('SIGKILL');
    }, workerSilence);
  }

  #begin(): void {
    this.#isReady = true;
    this.#order({ kind: 'serve', job: this.#job });
  }

  #kill(): void {
    this.#worker.process.kill('SIGKILL');
  }

  #order(order: WorkerOrder): void {
    if (this.#worker.isConnected()) this.#worker.send(order);
  }
}
