/** The main thread's side of the watching thread (`watchdog-thread.ts`). */
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { toBytes } from '../../interpreter/index.js';
import type { DatabaseClient, DatabaseUser, StatementWatch } from '../database/database.js';
import type { ConnectionWatch } from '../http/connections.js';
import { errorAnswer, type HttpError, httpErrors } from '../http/errors.js';
import type { ServerLimits } from '../http/limits.js';
import { descriptorOf } from '../http/node-internals.js';
import type { RunWatch } from '../http/run-queue.js';
import { formatLastHead, headerLines } from '../http/send.js';
import type { Route } from '../project/route-table.js';
import {
  cell,
  createSharedWork,
  none,
  noRoute,
  requestRoom,
  routeRoom,
  routeSlots,
  type SharedWork,
  slots,
  sqlRoom,
  taken,
  type WatchOrder,
  waitingRoom,
} from './shared-work.js';

const largestNumber = 2 ** 31 - 1;

/** Interval in which the main thread increments its beat, in milliseconds. */
const beatInterval = 50;

/** A path as a byte string, cut to the size of its slot. */
function cutPath(path: string): string {
  return toBytes(path).slice(0, routeRoom);
}

/** An answer that ends its connection, before and after further headers. */
function lastAnswer(error: HttpError): readonly [head: string, body: string] {
  const answer = errorAnswer(error);
  return [formatLastHead(answer), `\r\n${answer.body}`];
}

/**
 * Publishes the work of the main thread. To save time in each request, SQL texts are written once,
 * and so is the description of a request that equals the last one.
 */
export class ThreadWatch implements StatementWatch, ConnectionWatch, RunWatch {
  readonly #numbers: Int32Array;
  readonly #request: Buffer;
  readonly #sql: Buffer;
  readonly #slotOf = new Map<string, number>();
  #number: number = none;
  #method = '';
  #path = '';
  #headers: readonly string[] = [];
  readonly #waiting: Int32Array;
  readonly #freePlaces = Array.from({ length: waitingRoom }, (_, place) => place);
  readonly #placeOf = new Map<Duplex, number>();
  readonly #routes: Buffer;
  readonly #slotOfRoute = new Map<string, number>();
  #avoided: ReadonlySet<string> = new Set();
  /** Routes that have run in other processes. */
  readonly #known: ReadonlySet<string>;
  readonly #onRoute: (path: string) => void;
  /** Path of a route during its first run. */
  #newRoute: string | undefined;

  /**
   * @param known paths of routes that have run in other processes; byte strings
   * @param onRoute called with the path of a route after its first run or its first suspension
   */
  constructor(
    { numbers, request, sql, waiting, routes }: SharedWork,
    known: readonly string[],
    onRoute: (path: string) => void,
  ) {
    this.#known = new Set(known);
    this.#onRoute = onRoute;
    this.#waiting = waiting;
    this.#routes = Buffer.from(routes.buffer);
    this.#numbers = numbers;
    this.#request = Buffer.from(request.buffer);
    this.#sql = Buffer.from(sql.buffer);
  }

  begin(sql: string, { client }: DatabaseUser, left: number): void {
    if (client === undefined) return;
    const numbers = this.#numbers;
    this.#describe(client);
    numbers[cell.left] = Math.max(0, left);
    numbers[cell.descriptor] = client.descriptor ?? -1;
    numbers[cell.slot] = this.#slotOf.get(sql) ?? this.#addSlot(sql);
    this.#number = (this.#number % largestNumber) + 1;
    Atomics.store(numbers, cell.statement, this.#number);
  }

  end(): void {
    const state = Atomics.compareExchange(this.#numbers, cell.statement, this.#number, none);
    // The client has been answered; this process is about to be killed.
    if (state === taken) Atomics.wait(this.#numbers, cell.statement, taken);
  }

  beginRun(route: Route): void {
    this.#numbers[cell.route] = this.#slotOfRoute.get(route.path) ?? this.#addRoute(route.path);
  }

  endRun(): void {
    this.#numbers[cell.route] = noRoute;
    if (this.#newRoute === undefined) return;
    this.#onRoute(this.#newRoute);
    this.#newRoute = undefined;
  }

  isKnown({ path }: Route): boolean {
    return this.#slotOfRoute.has(path) || this.#known.has(cutPath(path));
  }

  isAvoided({ path }: Route): boolean {
    return this.#avoided.size > 0 && this.#avoided.has(cutPath(path));
  }

  /** @param paths of routes that block other processes; byte strings */
  avoid(paths: readonly string[]): void {
    this.#avoided = new Set(paths);
  }

  /** Begins to increment the beat at a regular interval. */
  startBeat(): void {
    const beat = (): unknown => Atomics.add(this.#numbers, cell.beat, 1);
    beat();
    setInterval(beat, beatInterval).unref();
  }

  arrive(socket: Duplex): void {
    this.#track(socket, 1);
  }

  wait(socket: Duplex): void {
    this.#track(socket, -1);
  }

  leave(socket: Duplex): void {
    const place = this.#placeOf.get(socket);
    if (place === undefined) return;
    this.#placeOf.delete(socket);
    this.#waiting[place] = 0;
    this.#freePlaces.push(place);
  }

  #track(socket: Duplex, sign: 1 | -1): void {
    const descriptor = socket instanceof Socket ? descriptorOf(socket) : undefined;
    const place = descriptor === undefined ? undefined : this.#freePlaces.pop();
    if (place === undefined || descriptor === undefined) return;
    this.#placeOf.set(socket, place);
    this.#waiting[place] = sign * descriptor;
  }

  #describe({ method, path, headers }: DatabaseClient): void {
    const isSame = path === this.#path && method === this.#method && headers === this.#headers;
    if (isSame) return;
    this.#method = method;
    this.#path = path;
    this.#headers = headers;
    const line = `${method}\n${path}\n`;
    const description = line + headerLines(headers);
    // Cut headers would end in the middle of a line.
    const fitting = description.length > requestRoom ? line : description;
    this.#numbers[cell.requestLength] = this.#request.write(fitting, 'latin1');
  }

  #addRoute(path: string): number {
    const slot = this.#slotOfRoute.size + 1;
    if (slot >= routeSlots) return noRoute;
    const cut = cutPath(path);
    this.#slotOfRoute.set(path, slot);
    this.#routes.write(cut, slot * routeRoom, 'latin1');
    this.#newRoute = cut;
    return slot;
  }

  #addSlot(sql: string): number {
    if (this.#slotOf.size === slots) this.#slotOf.clear();
    const isKept = sql.length <= sqlRoom;
    const slot = isKept ? this.#slotOf.size : slots;
    if (isKept) this.#slotOf.set(sql, slot);
    const start = slot * sqlRoom;
    this.#sql.fill(0, start, start + sqlRoom);
    this.#sql.write(sql, start, sqlRoom, 'latin1');
    return slot;
  }
}

/** Growth of a process during a statement, as a multiple of `scriptMemory`. */
const growthFactor = 3;

/** Bytes by which a process may grow in addition, by garbage of the script. */
const otherGrowth = 64 * 2 ** 20;

/**
 * Starts the watching thread, which ends with the process.
 *
 * @param known paths of routes that have run in other processes; byte strings
 * @param onRoute called with the path of a route after its first run or its first suspension
 */
export function startThreadWatch(
  { scriptMemory }: ServerLimits,
  known: readonly string[],
  onRoute: (path: string) => void,
): ThreadWatch {
  const shared = createSharedWork();
  const workerData: WatchOrder = {
    ...shared,
    answer: lastAnswer(httpErrors.overBudget),
    busy: lastAnswer(httpErrors.busy).join(''),
    mostGrowth: growthFactor * scriptMemory + otherGrowth,
    firstProcess: process.ppid,
  };
  const thread = new Worker(new URL('./watchdog-thread.js', import.meta.url), { workerData });
  thread.unref();
  return new ThreadWatch(shared, known, onRoute);
}
