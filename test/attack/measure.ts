/** Attacks a server and measures what that does to it. */
import type { Attack, Outcome } from './attack.js';
import { attackWith } from './client.js';
import { type AttackedServer, startAttackedServer } from './server.js';
import { type Service, Witness } from './witness.js';

/** Milliseconds after which the connections of an attack are given up. */
const patience = 60_000;

/** How long others go on asking a server that does not answer after an attack, in milliseconds. */
const recovery = 15_000;

const memoryInterval = 50;

/** What the machine can spare, in MiB: a server that takes more is ended. */
const mostMemory = 4_096;

export interface Measurement {
  /** How often each outcome came. */
  readonly outcomes: ReadonlyMap<Outcome, number>;
  /** Milliseconds until the last connection was closed. */
  readonly after: number;
  /** How others were served meanwhile, and afterwards. */
  readonly others: Service;
  /** The most MiB that all processes held together; 0 when that cannot be told. */
  readonly memory: number;
  /** Whether all processes live that served before. */
  readonly keptProcesses: boolean;
  /** The end of the server's log. */
  readonly log: string;
}

/** Looks at the memory of a server again and again. */
class MemoryGauge {
  readonly #server: AttackedServer;
  readonly #timer: NodeJS.Timeout;
  #peak = 0;

  constructor(server: AttackedServer) {
    this.#server = server;
    this.#timer = setInterval(() => this.#look(), memoryInterval);
  }

  #look(): void {
    this.#peak = Math.max(this.#peak, this.#server.memory);
    if (this.#peak > mostMemory) void this.#server.stop();
  }

  finish(): number {
    clearInterval(this.#timer);
    this.#look();
    return this.#peak;
  }
}

function sumUp(services: readonly Service[]): Service {
  return {
    served: services.reduce((sum, { served }) => sum + served, 0),
    refused: services.reduce((sum, { refused }) => sum + refused, 0),
    longestWait: Math.max(...services.map((service) => service.longestWait)),
  };
}

/** Attacks a server that runs. */
export async function measureAttack(
  { client, others }: Pick<Attack, 'client' | 'others'>,
  server: AttackedServer,
): Promise<Measurement> {
  const before = server.workers;
  const gauge = new MemoryGauge(server);
  const witnesses = others.map((other) => new Witness(server.url, server.key, other));
  const ends = await attackWith(client, server.url, patience);
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

/** Attacks a server of its own. */
export async function measureAlone(attack: Attack): Promise<Measurement> {
  const server = await startAttackedServer(attack);
  try {
    return await measureAttack(attack, server);
  } finally {
    await server.stop();
  }
}
