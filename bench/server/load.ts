/**
 * The load generator, which runs in its own process: it reads a plan as JSON from standard input,
 * keeps each of its connections busy with one request, and prints its figures as JSON.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { percentile } from '../statistics.js';
import { AnswerReader } from './answer-reader.js';

export interface LoadPlan {
  readonly port: number;
  readonly connections: number;
  /** Sent in rotation. */
  readonly requests: readonly string[];
  /** The status that every answer must have. */
  readonly status: number;
  /** Seconds of warm-up. */
  readonly warmUp: number;
  /** Seconds of measurement. */
  readonly amount: { readonly seconds: number } | { readonly requests: number };
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  /** 99th percentile of the latency, in milliseconds. */
  readonly p99: number;
  /** The generator's own share of one core. */
  readonly generatorShare: number;
  /** All answered requests, including warm-up. */
  readonly answered: number;
}

class Load {
  readonly #plan: LoadPlan;
  readonly #requests: readonly Buffer[];
  #sent = 0;
  #answered = 0;
  #latencies: number[] = [];
  #start = performance.now();
  #startOfCpu = process.cpuUsage();
  #phase: 'warm-up' | 'measurement' | 'over' = 'warm-up';

  constructor(plan: LoadPlan) {
    this.#plan = plan;
    this.#requests = plan.requests.map((request) => Buffer.from(request));
  }

  /** Keeps one connection busy until the measurement is over. */
  async keepBusy(): Promise<void> {
    const socket = connect(this.#plan.port, '127.0.0.1').setNoDelay();
    const reader = new AnswerReader();
    await once(socket, 'connect');
    let sentAt = this.#send(socket);
    socket.on('data', (chunk: Buffer) => {
      const answer = reader.read(chunk);
      if (answer === undefined) return;
      this.#count(answer.status, performance.now() - sentAt);
      if (this.#phase === 'over') socket.end();
      else sentAt = this.#send(socket);
    });
    await once(socket, 'close');
    if (this.#phase !== 'over') throw new Error('The server closed a connection.');
  }

  finish(): LoadResult {
    const elapsed = performance.now() - this.#start;
    const { user, system } = process.cpuUsage(this.#startOfCpu);
    return {
      requestsPerSecond: (this.#latencies.length / elapsed) * 1000,
      p99: percentile(this.#latencies, 0.99),
      generatorShare: (user + system) / 1000 / elapsed,
      answered: this.#answered,
    };
  }

  #send(socket: Socket): number {
    const request = this.#requests[this.#sent % this.#requests.length];
    if (request === undefined) throw new Error('The plan has no requests.');
    this.#sent++;
    socket.write(request);
    return performance.now();
  }

  #count(status: number, latency: number): void {
    if (status !== this.#plan.status) {
      throw new Error(`A request was answered with ${status}, expected ${this.#plan.status}.`);
    }
    this.#answered++;
    const elapsed = (performance.now() - this.#start) / 1000;
    if (this.#phase === 'warm-up' && elapsed >= this.#plan.warmUp) this.#begin();
    else if (this.#phase === 'measurement') {
      this.#latencies.push(latency);
      if (this.#isEnough(elapsed)) this.#phase = 'over';
    }
  }

  #begin(): void {
    this.#phase = 'measurement';
    this.#start = performance.now();
    this.#startOfCpu = process.cpuUsage();
  }

  #isEnough(elapsed: number): boolean {
    const { amount } = this.#plan;
    if ('seconds' in amount) return elapsed >= amount.seconds;
    return this.#latencies.length >= amount.requests;
  }
}

const plan = (await json(process.stdin)) as LoadPlan;
const load = new Load(plan);
await Promise.all(Array.from({ length: plan.connections }, () => load.keepBusy()));
process.stdout.write(JSON.stringify(load.finish()));
