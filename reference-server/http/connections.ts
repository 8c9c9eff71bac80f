/** Connections of the server: their number, the order of their requests, and their end. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ServerLimits } from './limits.js';
import { replaceLastClose, unsentMark } from './node-internals.js';
import { unsentEvent } from './send.js';

/** Interval of checks for stalled connections, in milliseconds. */
const checkInterval = 100;

/**
 * Time for which a connection lingers after its last answer, in milliseconds. The client's system
 * has usually received the answer by then; the socket is closed in any case.
 */
const lingerTime = 700;

/**
 * Interval of interim responses to a client that has half-closed the connection, in milliseconds.
 */
const probeInterval = 300;

/** Connections closed by one search when there are too many, as a share of the limit. */
const closedShare = 0.01;

/** Requests that may wait for earlier ones on their connections, over all connections. */
const mostPipelined = 10_000;

/** Bytes of unsent answers over all connections, as a multiple of `scriptMemory`. */
const unsentShare = 1;

/** Descriptors of a process for anything but connections of clients. */
const otherDescriptors = 64;

/**
 * Greatest number of connections that the system's limit of open files allows. Infinity where Linux's
 * `/proc` is missing.
 */
function mostDescriptors(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const [, open = Infinity] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
    return Math.max(1, Number(open) - otherDescriptors);
  } catch {
    return Infinity;
  }
}

/** Observes connections that have not sent their first request. */
export interface ConnectionWatch {
  arrive(socket: Duplex): void;
  /** Called at the first request and at the end of a connection. */
  leave(socket: Duplex): void;
}

/**
 * Answers a request.
 *
 * @param since time of arrival on the clock of `performance.now`, for a request that waited for
 *   earlier ones on its connection
 */
export type Responder = (
  request: IncomingMessage,
  response: ServerResponse,
  since?: number,
) => void;

/** State of a connection. */
interface Connection {
  readonly socket: Socket;
  /**
   * Position of its last event (opened, or request received) in the order of the events of all
   * connections.
   */
  turn: number;
  /** Response to its last request. */
  response: ServerResponse | undefined;
  /** Requests that wait for the answers to earlier ones. */
  waiting: number;
  /** Value of `unsentMark` at the last check. */
  unsent: number;
  /** Time without progress on the client's side, in milliseconds. */
  stalled: number;
}

/**
 * The pending response to a client that has half-closed the connection and accepts interim
 * responses, which HTTP/1.0 does not have (RFC 9110, 15.2).
 */
function halfClosedResponse(connection: Connection): ServerResponse | undefined {
  const { socket, response, waiting } = connection;
  if (response === undefined || waiting > 0 || !socket.readableEnded) return undefined;
  const isPending = response.req.complete && !response.headersSent && !response.destroyed;
  const acceptsInterim = socket.writable && response.req.httpVersion !== '1.0';
  return isPending && acceptsInterim ? response : undefined;
}

/**
 * Whether a connection is about to end: after its last answer; after an answer to a request whose
 * body is still arriving; or when the client has half-closed the connection, because most such
 * clients have disconnected.
 */
function isLingering({ socket, response }: Connection): boolean {
  const isAnsweredEarly = response?.destroyed === true && !response.req.complete;
  return isAnsweredEarly || socket.writableEnded || socket.readableEnded;
}

/**
 * Sends an interim response at intervals. It distinguishes a client that waits for its answer from
 * one that has disconnected: the system of the latter replies with a reset (RFC 9293, 3.10.7.1),
 * which ends the connection at the next write. Clients ignore a 100 that they have not asked for
 * (RFC 9110, 15.2.1).
 */
function probe(connection: Connection, response: ServerResponse, passed: number): void {
  connection.stalled += passed;
  if (connection.stalled + checkInterval <= probeInterval) return;
  connection.stalled = 0;
  response.writeContinue();
}

/**
 * Tracks all connections. The requests of a connection are handled one at a time, each when the
 * previous answer has been sent (RFC 9112, 9.3.2), so that a client that does not read its answers
 * causes no further work.
 *
 * When there are too many connections, a new one replaces those that have been idle longest, so
 * that idle clients cannot lock out others.
 */
export class Connections {
  readonly #most: number;
  readonly #idleTime: number;
  readonly #mostUnsent: number;
  readonly #connections = new Map<Duplex, Connection>();
  readonly #watch: ConnectionWatch | undefined;
  readonly #checking: NodeJS.Timeout;
  #turn = 0;
  #waiting = 0;
  #lastCheck = 0;

  constructor(limits: ServerLimits, watch?: ConnectionWatch) {
    this.#most = Math.min(limits.connections, mostDescriptors());
    this.#idleTime = limits.idleTime;
    this.#mostUnsent = unsentShare * limits.scriptMemory;
    this.#watch = watch;
    this.#checking = setInterval(() => this.#check(), checkInterval).unref();
  }

  /** Accepts a new connection, closing idle ones if necessary; closes it when none is idle. */
  open(socket: Socket): void {
    if (this.#connections.size >= this.#most) this.#closeIdle();
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
    // While the client is sending, only the direction to the client is closed.
    replaceLastClose(socket, (usual) => {
      if (connection.response?.req.complete === false) socket.end();
      else usual();
    });
    socket.on(unsentEvent, () => this.#limitUnsent(connection));
    // Node resumes a socket to read the rest of an answered request.
    socket.on('resume', () => {
      if (connection.waiting > 0) socket.pause();
    });
    // Node removes its own listener at a CONNECT; an error without one would end the process.
    socket.on('error', () => undefined);
    socket.once('close', () => this.#forget(connection));
  }

  /** Calls `answer` when the request's turn has come, and never if the connection ends before. */
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
    // Requests after a last answer are ignored (RFC 9112, 9.6).
    else if (socket.writable) answer(request, response);
  }

  /** Whether a complete request waits for its answer. */
  isBusy(socket: Duplex): boolean {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return false;
    const { response, waiting } = connection;
    return waiting > 0 || (response?.req.complete === true && !response.destroyed);
  }

  /** Whether a request has been answered while its body is still arriving. */
  isAnsweredEarly(socket: Duplex): boolean {
    const response = this.#connections.get(socket)?.response;
    return response?.headersSent === true && !response.req.complete;
  }

  /** Reads no more from a busy connection, and closes it after the answers to its requests. */
  endAfterAnswers(socket: Duplex): void {
    const connection = this.#connections.get(socket);
    const response = connection?.response;
    if (connection === undefined || response === undefined) return;
    socket.pause();
    if (!response.headersSent) response.shouldKeepAlive = false;
    response.once('close', () => connection.socket.destroySoon());
  }

  /** Ends the checks. */
  stop(): void {
    clearInterval(this.#checking);
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
    // No requests are read beyond those that have already arrived.
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

  /** Closes stalled connections. */
  #check(): void {
    const now = performance.now();
    // While this process was busy, it could not observe its clients.
    const passed = Math.min(now - this.#lastCheck, 2 * checkInterval);
    this.#lastCheck = now;
    for (const connection of this.#connections.values()) {
      const { socket } = connection;
      const unsent = unsentMark(socket);
      const halfClosed = unsent === 0 ? halfClosedResponse(connection) : undefined;
      if (halfClosed !== undefined) {
        probe(connection, halfClosed, passed);
        continue;
      }
      const isStalled = unsent === 0 ? isLingering(connection) : unsent === connection.unsent;
      connection.unsent = unsent;
      connection.stalled = isStalled ? connection.stalled + passed : 0;
      const most = unsent === 0 ? lingerTime : this.#idleTime;
      // The next check would be too late.
      if (connection.stalled + checkInterval > most) socket.destroy();
    }
    this.#limitUnsent();
  }

  /**
   * Bounds the unsent answers over all connections: discards those of the connections that have
   * stalled longest.
   *
   * @param latest connection of an answer that has just been sent, which stays
   */
  #limitUnsent(latest?: Connection): void {
    const unsent = [...this.#connections.values()].filter(
      ({ socket }) => socket.writableLength > 0,
    );
    const total = unsent.reduce((sum, { socket }) => sum + socket.writableLength, 0);
    let left = total - this.#mostUnsent;
    if (left <= 0) return;
    unsent.sort((a, b) => b.stalled - a.stalled || a.turn - b.turn);
    for (const { socket } of unsent) {
      if (left <= 0) return;
      if (socket === latest?.socket) continue;
      left -= socket.writableLength;
      socket.destroy();
    }
  }

  /** Closes several connections after one search, because the search takes time. */
  #closeIdle(): void {
    const idle = [...this.#connections.values()].filter(({ socket, response }) => {
      // A response is destroyed as soon as the client's system has received it.
      const isOver = response === undefined || response.destroyed;
      return isOver || socket.writableLength > 0;
    });
    idle.sort((a, b) => a.turn - b.turn);
    for (const connection of idle.slice(0, Math.ceil(closedShare * this.#most))) {
      this.#forget(connection);
      connection.socket.destroy();
    }
  }
}
