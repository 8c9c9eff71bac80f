import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ServerLimits } from './service.js';

/** The connections of a server: how many there may be, whose turn it is, and when they end. */

/** How often connections are looked at whose client keeps the server waiting, in milliseconds. */
const lookInterval = 100;

/**
 * How long a connection lasts that is about to end, in milliseconds. The client's system has nearly
 * always taken the last answer by then; whatever its client does, it must not keep the socket.
 */
const lingerTime = 700;

/** How many connections are closed at a time when there are too many, as a share of all. */
const closedShare = 0.01;

/** Requests of all connections together that may wait behind another one of their connection. */
const mostPipelined = 10_000;

/** Bytes of answers that may wait for their clients to take them, as a multiple of `scriptMemory`. */
const unsentShare = 2;

/** Is told which connections have not sent a request that this thread has seen. */
export interface ConnectionWatch {
  arrive(socket: Duplex): void;
  /** Has seen its first request, or its end. May be called more than once. */
  leave(socket: Duplex): void;
}

/**
 * Answers a request.
 *
 * @param since when it came, as `performance.now` counts, if it had to wait for others of its
 *   connection
 */
export type Responder = (
  request: IncomingMessage,
  response: ServerResponse,
  since?: number,
) => void;

/** A connection as the server sees it. */
interface Connection {
  readonly socket: Socket;
  /** Which of all beginnings of connections and requests was its last one. */
  turn: number;
  /** To its last request. */
  response: ServerResponse | undefined;
  /** Requests that wait until those before them are answered. */
  waiting: number;
  /** What `unsentMark` was at the last look. */
  unsent: number;
  /** Milliseconds for which its client has kept the server waiting. */
  stalled: number;
}

/**
 * Whether a connection is about to end: after its last answer, or one whose request still comes; or
 * when its client has closed its direction, after which most clients are gone.
 */
function isLingering({ socket, response }: Connection): boolean {
  const isAnsweredEarly = response?.destroyed === true && !response.req.complete;
  return isAnsweredEarly || socket.writableEnded || socket.readableEnded;
}

/**
 * Closes a connection after its last answer. While bytes of the client are on their way its system
 * would drop the answer, were the connection closed in both directions.
 */
function close({ socket, response }: Connection): void {
  if (response?.req.complete === false) socket.end();
  else Socket.prototype.destroySoon.call(socket);
}

/**
 * Knows what connections do. The requests of a connection are begun one after the other, each when the
 * answer before it has been sent: so they are carried out in their order (RFC 9112, 9.3.2), and a
 * client that does not read its answers has no more of them made.
 *
 * When there are too many connections, a new one takes the place of the one that has waited for
 * its client for longest, so that clients that open connections and do nothing keep no others out.
 */
export class Connections {
  readonly #most: number;
  readonly #idleTime: number;
  readonly #mostUnsent: number;
  readonly #connections = new Map<Duplex, Connection>();
  readonly #watch: ConnectionWatch | undefined;
  readonly #looking: NodeJS.Timeout;
  #turn = 0;
  #waiting = 0;
  #lastLook = 0;

  constructor(limits: ServerLimits, watch?: ConnectionWatch) {
    this.#most = limits.connections;
    this.#idleTime = limits.idleTime;
    this.#mostUnsent = unsentShare * limits.scriptMemory;
    this.#watch = watch;
    this.#looking = setInterval(() => this.#look(), lookInterval).unref();
  }

  /** Takes a new connection in, which may cost others their places, or closes it. */
  open(socket: Socket): void {
    if (this.#connections.size >= this.#most) this.#closeSilent();
    if (this.#connections.size >= this.#most) {
      socket.destroy();
      return;
    }
    this.#turn++;
    const connection: Connection = {
      socket,
      turn: this.#turn,
      response: undefined,
      waiting: 0,
      unsent: 0,
      stalled: 0,
    };
    this.#connections.set(socket, connection);
    this.#watch?.arrive(socket);
    socket.destroySoon = () => close(connection);
    // Node resumes a socket to read the rest of a request that was answered.
    socket.on('resume', () => {
      if (connection.waiting > 0) socket.pause();
    });
    socket.once('close', () => this.#forget(connection));
  }

  /** Has a request answered when its turn has come; never, when the connection ends before that. */
  begin(request: IncomingMessage, response: ServerResponse, answer: Responder): void {
    const { socket } = request;
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    const { response: previous } = connection;
    if (previous === undefined) this.#watch?.leave(socket);
    this.#turn++;
    connection.turn = this.#turn;
    connection.response = response;
    const isFirst = response.socket !== null || previous === undefined;
    if (!isFirst) this.#defer(connection, previous, (since) => answer(request, response, since));
    // What follows a last answer is not carried out (RFC 9112, 9.6).
    else if (socket.writable) answer(request, response);
  }

  /** Whether the answer to a request that has come whole is still to be sent. */
  isBusy(socket: Duplex): boolean {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return false;
    const { response, waiting } = connection;
    return waiting > 0 || (response?.req.complete === true && !response.destroyed);
  }

  /** Looks at them no longer. */
  stop(): void {
    clearInterval(this.#looking);
  }

  #defer(connection: Connection, previous: ServerResponse, begin: (since: number) => void): void {
    const { socket } = connection;
    const since = performance.now();
    connection.waiting++;
    this.#waiting++;
    if (this.#waiting > mostPipelined) {
      socket.destroy();
      return;
    }
    // More requests than those that have come already are not read.
    socket.pause();
    previous.once('close', () => {
      if (socket.destroyed) return;
      connection.waiting--;
      this.#waiting--;
      if (connection.waiting === 0) socket.resume();
      if (socket.writable) begin(since);
    });
  }

  #forget(connection: Connection): void {
    const { socket, waiting } = connection;
    this.#waiting -= waiting;
    connection.waiting = 0;
    this.#connections.delete(socket);
    this.#watch?.leave(socket);
  }

  /** Ends the connections whose clients have kept the server waiting for too long. */
  #look(): void {
    const now = performance.now();
    // While this process was busy, no client could be seen to read.
    const passed = Math.min(now - this.#lastLook, 2 * lookInterval);
    this.#lastLook = now;
    let allUnsent = 0;
    for (const connection of this.#connections.values()) {
      const { socket } = connection;
      const unsent = unsentMark(socket);
      const isStalled = unsent === 0 ? isLingering(connection) : unsent === connection.unsent;
      connection.unsent = unsent;
      allUnsent += socket.writableLength;
      connection.stalled = isStalled ? connection.stalled + passed : 0;
      const most = unsent === 0 ? lingerTime : this.#idleTime;
      // It would be too late at the next look.
      if (connection.stalled + lookInterval > most) socket.destroy();
    }
    if (allUnsent > this.#mostUnsent) this.#closeUnread(allUnsent - this.#mostUnsent);
  }

  /** Gives up so many bytes of answers, first those of which nothing has been taken for longest. */
  #closeUnread(bytes: number): void {
    const unread = [...this.#connections.values()].filter(({ unsent }) => unsent > 0);
    unread.sort((a, b) => b.stalled - a.stalled || b.unsent - a.unsent);
    let left = bytes;
    for (const { socket } of unread) {
      if (left <= 0) return;
      left -= socket.writableLength;
      socket.destroy();
    }
  }

  /** Several at a time: to look for them takes its time. */
  #closeSilent(): void {
    const silent = [...this.#connections.values()].filter(({ socket, response }) => {
      // A response is destroyed as soon as the client's system has taken it.
      const isOver = response === undefined || response.destroyed;
      return isOver || socket.writableLength > 0;
    });
    silent.sort((a, b) => a.turn - b.turn);
    for (const connection of silent.slice(0, Math.ceil(closedShare * this.#most))) {
      this.#forget(connection);
      connection.socket.destroy();
    }
  }
}

/** What Node keeps in a socket's handle. There is no public way to it. */

function readNumber(socket: Socket, name: string): number | undefined {
  const handle: unknown = Reflect.get(socket, '_handle');
  const isOpen = typeof handle === 'object' && handle !== null;
  const value: unknown = isOpen ? Reflect.get(handle, name) : undefined;
  return typeof value === 'number' ? value : undefined;
}

/** Found once for each connection: each request asks. */
const descriptors = new WeakMap<Socket, number>();

/**
 * The descriptor of a connection, for one who has to write to it from another thread. Undefined
 * where the system has none, or when something that was written before is still on its way.
 */
export function descriptorOf(socket: Socket): number | undefined {
  let descriptor = descriptors.get(socket);
  if (descriptor === undefined) {
    descriptor = readNumber(socket, 'fd') ?? -1;
    descriptors.set(socket, descriptor);
  }
  return descriptor < 0 || socket.writableLength > 0 ? undefined : descriptor;
}

/**
 * A number that changes whenever the system has taken some of what was written to a connection; 0
 * when it has taken all. The stream itself counts a text only when all of it is gone.
 */
export function unsentMark(socket: Socket): number {
  const { writableLength } = socket;
  return writableLength === 0 ? 0 : writableLength + (readNumber(socket, 'writeQueueSize') ?? 0);
}
