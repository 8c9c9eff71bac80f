/** Attacks a server and measures the effects. */
import type { Attack, Outcome } from './attack.js';
import { attackWith } from './client.js';
import { type AttackedServer, startAttackedServer } from './server.js';
import { type Service, Witness } from './witness.js';

/** Milliseconds after which the clients of an attack close their connections. */
const attackTimeout = 60_000;

/** How long the witnesses wait for an answer after an attack, in milliseconds. */
const recovery = 15_000;

const memoryInterval = 50;

/** A server that takes more memory, in MiB, is killed to protect the machine. */
const mostMemory = 4_096;

export interface Measurement {
  /** Number of occurrences of each outcome. */
  readonly outcomes: ReadonlyMap<Outcome, number>;
  /** Milliseconds until the last connection was closed. */
  readonly after: number;
  /** Service to other clients during and after the attack. */
  readonly others: Service;
  /** Peak memory of all processes together, in MiB; 0 if it is unknown. */
  readonly memory: number;
  /** Whether all processes of the server are still running. */
  readonly keptProcesses: boolean;
  /** The end of the server's log. */
  readonly log: string;
}

/** Measures the memory of a server at intervals. */
class MemoryGauge {
  readonly #server: AttackedServer;
  readonly #timer: NodeJS.Timeout;
  #peak = 0;

  constructor(server: AttackedServer) {
    this.#server = server;
    this.#timer = setInterval(() => this.#measure(), memoryInterval);
  }

  #measure(): void {
    this.#peak = Math.max(this.#peak, this.#server.memory);
    if (this.#peak > mostMemory) void this.#server.stop();
  }

  finish(): number {
    clearInterval(this.#timer);
    this.#measure();
    return this.#peak;
  }
}

function sumUp(services: readonly Service[]): Service {
  return {
    served: services.reduce((sum, { served }) => sum + served, 0),
    failures: services.flatMap(({ failures }) => failures),
    longestWait: Math.max(...services.map((service) => service.longestWait)),
  };
}

/** Attacks a running server. */
export async function measureAttack(
  { client, others }: Pick<Attack, 'client' | 'others'>,
  server: AttackedServer,
): Promise<Measurement> {
  const before = server.workers;
  const gauge = new MemoryGauge(server);
  const witnesses = others.map((other) => new Witness(server.url, server.key, other));
  const ends = await attackWith(client, server.url, attackTimeout);
  const services = await Promise.all(witnesses.map((witness) => witness.finish(recovery)));
  const outcomes = new Map<Outcome, number>();
  for (const outcome of ends.flatMap((end) => end.outcomes)) {
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  const after = Math.max(...ends.map((end) => end.after));
  const now = server.workers;
  return {
    outcomes,
    after,
    others: sumUp(services),
    memory: gauge.finish(),
    keptProcesses: server.isRunning && before.every((pid) => now.includes(pid)),
    log: server.log,
  };
}

/**
 * Starts a server for the attack alone and stops it afterwards.
 *
 * @param address of PostgreSQL. Default: the server uses SQLite
 */
export async function measureAlone(attack: Attack, address?: string): Promise<Measurement> {
  const server = await startAttackedServer(attack, address);
  try {
    return await measureAttack(attack, server);
  } finally {
    await server.stop();
  }
}
