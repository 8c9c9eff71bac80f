/**
 * Releases requests together: each waits until all have a connection. Otherwise, on a busy machine
 * or with a far target, the first would be answered while others still connect, and they would not
 * overlap.
 */
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/**
 * Longest time for which a connected request waits for others, in milliseconds. After some seconds,
 * targets close connections without a request.
 */
const longestWait = 1_000;

/** A request of Node's client. Step files get the declarations of this file without types of Node.js. */
interface Departure {
  once(event: 'close' | 'socket', listener: (...given: never[]) => void): unknown;
}

/** A gate for the requests that begin in one turn of the event loop. It can be used again. */
export class StartGate {
  readonly #connecting = new Set<Departure>();
  readonly #ready = new Map<Departure, () => void>();
  #deadline: NodeJS.Timeout | undefined;

  /**
   * Sends a request as soon as all requests at the gate have a connection.
   *
   * @param send called once, unless the request fails before
   */
  enter(request: Departure, send: () => void): void {
    this.#connecting.add(request);
    request.once('close', () => this.#leave(request));
    request.once('socket', (socket: Socket) => {
      whenConnected(socket, () => this.#arrive(request, send));
    });
  }

  #arrive(request: Departure, send: () => void): void {
    if (!this.#connecting.delete(request)) return;
    this.#ready.set(request, send);
    this.#deadline ??= setTimeout(() => this.#open(), longestWait);
    // Others may still enter in this turn.
    setImmediate(() => this.#openIfComplete());
  }

  #leave(request: Departure): void {
    this.#ready.delete(request);
    if (this.#connecting.delete(request)) this.#openIfComplete();
  }

  #openIfComplete(): void {
    if (this.#connecting.size === 0) this.#open();
  }

  #open(): void {
    clearTimeout(this.#deadline);
    this.#deadline = undefined;
    const sends = [...this.#ready.values()];
    this.#ready.clear();
    for (const send of sends) send();
  }
}

function whenConnected(socket: Socket, act: () => void): void {
  const isTls = socket instanceof TLSSocket;
  const isShaken = !isTls || socket.getFinished() !== undefined;
  if (!socket.connecting && isShaken) act();
  else socket.once(isTls ? 'secureConnect' : 'connect', act);
}
