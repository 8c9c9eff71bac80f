/** The connections of a server: how many there may be, and how those end that are over. */
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * How long a client may take to read the last answer of its connection, in milliseconds. Its system
 * has nearly always taken the answer by then; a client that does not read must not keep the socket.
 */
const lingerTime = 1_000;

/** Ends a connection with its last bytes, and soon after in any case. What still comes is dropped. */
export function endWith(socket: Duplex, bytes: string): void {
  socket.end(bytes, 'latin1');
  const timer = setTimeout(() => socket.destroy(), lingerTime);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}

/**
 * Lets the answer of a connection that is closed after it go without a client that does not take
 * it. Larger answers may take longer as long as they get on.
 */
export function limitLastAnswer(response: ServerResponse): void {
  if (response.shouldKeepAlive) return;
  response.once('prefinish', () => response.socket?.setTimeout(lingerTime));
}

/** How many connections are closed at a time when there are too many, as a share of all. */
const closedShare = 0.01;

/** Is told which connections have not sent a request that this thread has seen. */
export interface ConnectionWatch {
  arrive(socket: Duplex): void;
  /** Has seen its first request, or its end. May be called more than once. */
  leave(socket: Duplex): void;
}

/** A connection as the server sees it. */
interface Connection {
  /** Which of all beginnings of connections and requests was its last one. */
  turn: number;
  /** To its last request. */
  response: ServerResponse | undefined;
}

/**
 * Knows which connections wait for their client: to send a request, or to take an answer. When there
 * are too many connections, a new one takes the place of the one that has waited for longest, so
 * that clients that open connections and do nothing keep no others out.
 */
export class Connections {
  readonly #most: number;
  readonly #connections = new Map<Duplex, Connection>();
  readonly #watch: ConnectionWatch | undefined;
  #turn = 0;

  /** @param most how many there may be */
  constructor(most: number, watch?: ConnectionWatch) {
    this.#most = most;
    this.#watch = watch;
  }

  /** Takes a new connection in, which may cost others their places, or closes it. */
  open(socket: Duplex): void {
    if (this.#connections.size >= this.#most) this.#closeSilent();
    if (this.#connections.size >= this.#most) {
      socket.destroy();
      return;
    }
    this.#turn++;
    this.#connections.set(socket, { turn: this.#turn, response: undefined });
    this.#watch?.arrive(socket);
    socket.once('close', () => {
      this.#connections.delete(socket);
      this.#watch?.leave(socket);
    });
  }

  /** Notes that a request has come. */
  begin(socket: Duplex, response: ServerResponse): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    if (connection.response === undefined) this.#watch?.leave(socket);
    this.#turn++;
    connection.turn = this.#turn;
    connection.response = response;
  }

  /** Whether the answer to a request that has come whole is still to be sent. */
  isBusy(socket: Duplex): boolean {
    const response = this.#connections.get(socket)?.response;
    return response?.req.complete === true && !response.destroyed;
  }

  /** Several at a time: to look for them takes its time. */
  #closeSilent(): void {
    const silent = [...this.#connections].filter(([socket, { response }]) => {
      // A response is destroyed as soon as the client's system has taken it.
      const isOver = response === undefined || response.destroyed;
      return isOver || socket.writableLength > 0;
    });
    silent.sort(([, a], [, b]) => a.turn - b.turn);
    for (const [socket] of silent.slice(0, Math.ceil(closedShare * this.#most))) {
      this.#connections.delete(socket);
      socket.destroy();
    }
  }
}
