/**
 * Program of the watching thread of a worker. It reports when the main thread is busy for long, so
 * that another process serves new connections. It cannot interrupt SQLite, but it can answer the
 * client of a statement over its limits and have the process killed. Because the driver of SQLite
 * does not count its memory, the growth of the process is measured.
 */

import { workerData } from 'node:worker_threads';
import { cut } from '../../kit/words.js';
import { drainDescriptor, writeToDescriptor } from '../http/node-internals.js';
import {
  cell,
  none,
  reportDescriptor,
  requestRoom,
  routeRoom,
  sqlRoom,
  type ThreadReport,
  taken,
  type WatchOrder,
} from './shared-work.js';

/** Interval of the checks, in milliseconds. A statement may take 2 GB of memory in a second. */
const checkInterval = 50;

/** Time without a turn of the event loop after which the main thread is busy, in milliseconds. */
const busyTime = 300;

/** Time beyond its limit after which a statement is overdue, in milliseconds. */
const grace = 200;

const order: WatchOrder = workerData;
const { numbers, request, sql, routes, waiting, answer, busy, mostGrowth, firstProcess } = order;

/**
 * Statement at the last check, its observed duration in milliseconds, and the size of the process
 * when it was first observed, in bytes.
 */
let seen: number = none;
let duration = 0;
let firstSize = 0;
let lastCheck = performance.now();

/** Last beat of the main thread, time since it changed, and whether `busy` has been reported. */
let beat = 0;
let stillFor = 0;
let isBusy = false;

function check(): void {
  // A busy process does not notice the end of the first process by itself.
  if (process.ppid !== firstProcess) process.kill(process.pid, 'SIGKILL');
  const now = performance.now();
  // Time in which this process was not scheduled does not count.
  const passed = Math.min(now - lastCheck, 2 * checkInterval);
  lastCheck = now;
  checkBeat(passed);
  const statement = Atomics.load(numbers, cell.statement);
  const isNew = statement !== seen;
  duration = isNew ? 0 : duration + passed;
  seen = statement;
  if (statement === none || statement === taken) return;
  const limit = exceededLimit(isNew);
  if (limit === undefined) return;
  if (Atomics.compareExchange(numbers, cell.statement, statement, taken) !== statement) return;
  endStatement(limit);
}

/** The limit that the running statement exceeds; undefined for none. */
function exceededLimit(isNew: boolean): 'time' | 'memory' | undefined {
  const size = process.memoryUsage.rss();
  if (isNew) firstSize = size;
  if (size - firstSize > mostGrowth) return 'memory';
  return duration < Atomics.load(numbers, cell.left) + grace ? undefined : 'time';
}

/** Reports changes between busy and free. The first beat comes when the worker begins to serve. */
function checkBeat(passed: number): void {
  const latest = Atomics.load(numbers, cell.beat);
  stillFor = latest === beat && latest !== 0 ? stillFor + passed : 0;
  beat = latest;
  if (isBusy === stillFor >= busyTime) return;
  isBusy = !isBusy;
  send(isBusy ? { kind: 'busy', route: readRoute() } : { kind: 'free' });
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

function readSlot(texts: Uint8Array, slot: number, room: number): string {
  return toText(texts.subarray(slot * room, (slot + 1) * room)).replace(/\0+$/, '');
}

function readSql(): string {
  return readSlot(sql, Atomics.load(numbers, cell.slot), sqlRoom);
}

function readRoute(): string {
  return readSlot(routes, Atomics.load(numbers, cell.route), routeRoom);
}

/** Sends a report in UTF-8, in which its byte strings arrive unchanged. */
function send(report: ThreadReport): void {
  writeToDescriptor(reportDescriptor, `${JSON.stringify(report)}\n`, 'utf8');
}

/** Whether a connection of `waiting` has a request, which is not the one of the statement. */
function isUnanswered(other: number): boolean {
  if (other < 0) return -other !== numbers[cell.descriptor];
  return other > 0 && drainDescriptor(other, requestRoom);
}

/** Answers the client of the statement and reports it, so that this process is replaced. */
function endStatement(limit: 'time' | 'memory'): void {
  const description = toText(request.subarray(0, numbers[cell.requestLength]));
  const [method, rest] = cut(description, '\n');
  const [path, headers] = cut(rest, '\n');
  const [head, body] = answer;
  const descriptor = Atomics.load(numbers, cell.descriptor);
  const content = method === 'HEAD' ? '\r\n' : body;
  // Answer before reporting: the first process kills this one after the report.
  if (descriptor >= 0) writeToDescriptor(descriptor, head + headers + content, 'latin1');
  for (const other of waiting)
    if (isUnanswered(other)) writeToDescriptor(Math.abs(other), busy, 'latin1');
  send({ kind: 'over', limit, method, path, route: readRoute(), sql: readSql() });
}

setInterval(check, checkInterval);
