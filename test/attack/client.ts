/** The attacking clients. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AttackClient, Outcome } from './attack.js';

/** End of a connection. */
export interface ConnectionEnd {
  /** The statuses in order, without 1xx; `closed` if there was none. */
  readonly outcomes: readonly Outcome[];
  /** Milliseconds since the connection was started. */
  readonly after: number;
}

/** A line of a JavaScript stack. */
const stackLine = /\bat [^\n]*(?:node:|\.[jt]s:\d)/;

/** Outcomes of the received bytes. An error that the server answers with by itself is JSON. */
export function outcomesOf(received: string): Outcome[] {
  const heads = received.matchAll(/HTTP\/1\.1 ([2-5]\d\d) [\s\S]*?(?:\r\n\r\n|$)/g);
  const statuses: Outcome[] = [];
  for (const [head, status] of heads) {
    statuses.push(Number(status));
    const isError = Number(status) >= 400 && !head.includes('Content-Length: 0\r\n');
    if (isError && !/\r\nContent-Type: application\/json\r\n/i.test(head))
      statuses.push('not JSON');
  }
  if (stackLine.test(received)) statuses.push('disclosed');
  return statuses.length > 0 ? statuses : ['closed'];
}

/** Enough bytes to find the statuses; the rest of a large answer is dropped. */
const keptBytes = 100_000;

const slowInterval = 100;

class AttackConnection {
  readonly ended: Promise<ConnectionEnd>;
  readonly #socket: Socket;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #start = performance.now();
  #received = '';

  constructor(port: number, client: AttackClient, index: number) {
    this.#socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    this.#socket.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      this.#socket.once('close', () => {
        for (const timer of this.#timers) clearInterval(timer);
        resolve({ outcomes: outcomesOf(this.#received), after: performance.now() - this.#start });
      });
    });
    this.#read(client);
    this.#write(client, index);
    if (client.leaves !== undefined) {
      const timer = setTimeout(() => this.#socket.resetAndDestroy(), client.leaves);
      this.#timers.push(timer);
    }
  }

  /** Closes the connection from the client's side. */
  abandon(): void {
    this.#socket.destroy();
  }

  #read({ reading = 'all', trickle }: AttackClient): void {
    if (reading === 'nothing') return;
    const socket = this.#socket;
    socket.on('data', (chunk: Buffer) => {
      if (this.#received.length < keptBytes) this.#received += chunk.toString('latin1');
      if (reading === 'slowly') socket.pause();
    });
    // A trickling client keeps its connection as long as it can.
    if (trickle === undefined) socket.on('end', () => socket.destroy());
    if (reading === 'slowly') this.#timers.push(setInterval(() => socket.resume(), slowInterval));
  }

  #write({ send, trickle, halfCloses = false }: AttackClient, index: number): void {
    const socket = this.#socket;
    socket.write(send(index), 'latin1');
    if (halfCloses) socket.end();
    if (trickle === undefined) return;
    const write = (): unknown => socket.write(trickle.bytes, 'latin1');
    this.#timers.push(setInterval(write, trickle.milliseconds));
  }
}

/**
 * Starts the connections, at the same time or at intervals. Resolves when the server has closed all
 * of them, or after `timeout` milliseconds; connections that are still open then have `open` as
 * their last outcome.
 */
export async function attackWith(
  client: AttackClient,
  url: string,
  timeout: number,
): Promise<ConnectionEnd[]> {
  const port = Number(new URL(url).port);
  const { connections: count = 1, interval = 0 } = client;
  const connections: AttackConnection[] = [];
  for (let index = 0; index < count; index++) {
    if (index > 0 && interval > 0) await sleep(interval);
    connections.push(new AttackConnection(port, client, index));
  }
  let isOver = false;
  const giveUp = setTimeout(() => {
    isOver = true;
    for (const connection of connections) connection.abandon();
  }, timeout);
  const ends = connections.map(async ({ ended }): Promise<ConnectionEnd> => {
    const { outcomes, after } = await ended;
    return { outcomes: isOver ? [...outcomes, 'open'] : outcomes, after };
  });
  const all = await Promise.all(ends);
  clearTimeout(giveUp);
  return all;
}
