/** The use of kept connections: whether it pays, and which connections may be kept. */
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { upperMedianOf } from '../../kit/collections.js';

/**
 * A noticeable delay beyond the time on a new connection, in milliseconds; delayed acknowledgments
 * take 40.
 */
const noticeable = 25;
/** The number of slow answers among the latest ones from which kept connections are not used. */
const [enough, ofLatest] = [5, 10];
/** The number of answers on new connections in a pause: the lowest, and its growth. */
const [shortestPause, pauseGrowth] = [10, 4];
/** The number of answers on kept connections from which unsafe requests use them, too. */
const reliableFrom = 20;

/**
 * Decides whether to reuse connections. Three causes make kept connections slow or unusable: a
 * target that writes head and body separately under Nagle's algorithm waits for our acknowledgment,
 * which is delayed except on new connections; other targets keep a connection open and stop
 * answering on it; and on a busy machine, all answers are slow. Slow answers on kept connections
 * therefore lead to a pause, in which answers on new connections show the usual time, and then to a
 * trial.
 */
export class Reuse {
  /** The times of the latest answers on kept connections and on new ones, in milliseconds. */
  #onKept: number[] = [];
  readonly #onNew: number[] = [];
  /**
   * The usual time of an answer: the shortest so far until the first pause, afterwards the median
   * on new connections.
   */
  #usual = Number.POSITIVE_INFINITY;
  /** The number of answers until the pause ends; undefined while there is none. */
  #left: number | undefined;
  #pauseLength = shortestPause;
  #hasPaused = false;
  #hasFailed = false;
  #reuses = 0;
  #hasClosed = false;
  #hasSurplus = false;
  /** Connections that were kept after an answer of status 204. */
  readonly #afterEmpty = new WeakSet<Duplex>();

  /** Records a request on a kept connection without a usable answer. */
  recordFailure(): void {
    this.#hasFailed = true;
  }

  /** Records that the target closed a kept connection just before a request. */
  recordClosed(): void {
    this.#hasClosed = true;
  }

  /** Records bytes after a complete answer. */
  recordSurplus(): void {
    this.#hasSurplus = true;
  }

  /** Whether to keep the connection of an answer without a body. */
  keepsAfter(response: IncomingMessage): boolean {
    const { statusCode, socket } = response;
    if (statusCode !== 204 || this.#hasSurplus || announcesBody(response)) return false;
    this.#afterEmpty.add(socket);
    return true;
  }

  /** Whether a request uses a connection that was kept after an answer of status 204. */
  followsEmpty({ reusedSocket, socket }: ClientRequest): boolean {
    return reusedSocket && socket !== null && this.#afterEmpty.has(socket);
  }

  /** Records the time of an answer, with the time to connect. */
  record(isReused: boolean, durationMs: number): void {
    if (!this.#hasPaused) this.#usual = Math.min(this.#usual, durationMs);
    if (isReused) this.#recordKept(durationMs);
    else this.#recordNew(durationMs);
  }

  /** Begins a pause when kept connections are slow: a longer one when they were just tried again. */
  #recordKept(durationMs: number): void {
    this.#reuses += 1;
    addLatest(this.#onKept, durationMs);
    const slow = this.#onKept.filter((one) => one > this.#usual + noticeable);
    if (slow.length < enough || this.#left !== undefined) return;
    const isSoon = this.#onKept.length < ofLatest;
    this.#pauseLength = isSoon ? pauseGrowth * this.#pauseLength : shortestPause;
    this.#left = this.#pauseLength;
    this.#hasPaused = true;
  }

  #recordNew(durationMs: number): void {
    addLatest(this.#onNew, durationMs);
    if (this.#hasPaused) this.#usual = upperMedianOf(this.#onNew) ?? this.#usual;
    if (this.#left === undefined) return;
    this.#left -= 1;
    if (this.#left > 0) return;
    this.#left = undefined;
    this.#onKept = [];
  }

  /** Stays false after a failure. */
  get pays(): boolean {
    return !this.#hasFailed && this.#left === undefined;
  }

  /** Whether a request that cannot be repeated may use a kept connection. */
  get isReliable(): boolean {
    return this.pays && !this.#hasClosed && this.#reuses >= reliableFrom;
  }
}

/** Whether the head of an answer without a body announces one nevertheless. */
function announcesBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || Number(length) !== 0;
}

function addLatest(durations: number[], durationMs: number): void {
  durations.push(durationMs);
  if (durations.length > ofLatest) durations.shift();
}
