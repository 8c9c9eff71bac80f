/**
 * The program of the thread that watches a worker. It tells when the main thread is busy for long, so
 * that others are served by another process. SQLite cannot be interrupted from here; but a client whose
 * statement takes too long can be answered, and the process ended.
 */
import { readSync, writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import {
  cell,
  none,
  noRoute,
  reportDescriptor,
  requestRoom,
  routeRoom,
  sqlRoom,
  type ThreadReport,
  taken,
  type WatchOrder,
} from './shared-work.js';

/** How often this thread looks, in milliseconds. */
const lookInterval = 100;

/** When the main thread keeps others waiting, in milliseconds since its loop has turned. */
const busyTime = 300;

/** How much longer than it may a statement takes before it is given up, in milliseconds. */
const grace = 200;

/** How long the first process may take to replace this one, in milliseconds. */
const replacementTime = 5_000;

const { numbers, request, sql, routes, arrivals, answer, busy }: WatchOrder = workerData;
const firstProcess = process.ppid;

/** The statement that was seen at the last look, and for how long it has run since the first. */
let seen: number = none;
let duration = 0;
let lastLook = performance.now();

/** The main thread's last sign, since when there was no other, and whether that has been told. */
let beat = 0;
let stillFor = 0;
let isBusy = false;

function killProcess(): void {
  process.kill(process.pid, 'SIGKILL');
}

function look(): void {
  // A process that is busy does not notice by itself that it is the only one left.
  if (process.ppid !== firstProcess) killProcess();
  const now = performance.now();
  // Time in which this process did not run at all is no time of the statement.
  const passed = Math.min(now - lastLook, 2 * lookInterval);
  lastLook = now;
  lookAtLoop(passed);
  const statement = Atomics.load(numbers, cell.statement);
  const before = statement === seen ? duration : -passed;
  duration = before + passed;
  seen = statement;
  if (statement === none) return;
  if (duration < (numbers[cell.left] ?? 0) + grace) return;
  if (Atomics.compareExchange(numbers, cell.statement, statement, taken) !== statement) return;
  clearInterval(looking);
  answerFor();
}

/** The first sign comes when the worker begins to serve. */
function lookAtLoop(passed: number): void {
  const latest = Atomics.load(numbers, cell.beat);
  stillFor = latest === beat && latest !== 0 ? stillFor + passed : 0;
  beat = latest;
  if (isBusy === stillFor >= busyTime) return;
  isBusy = !isBusy;
  tell(isBusy ? { kind: 'busy', route: readRoute() } : { kind: 'free' });
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

/** The text in a slot. */
function readSlot(texts: Uint8Array, slot: number, room: number): string {
  return toText(texts.subarray(slot * room, (slot + 1) * room)).replace(/\0+$/, '');
}

function readSql(): string {
  return readSlot(sql, numbers[cell.slot] ?? 0, sqlRoom);
}

function readRoute(): string {
  return readSlot(routes, numbers[cell.route] ?? noRoute, routeRoom);
}

/** Writes what can be written; whoever was to read it may be gone. */
function write(descriptor: number, bytes: string): void {
  try {
    writeSync(descriptor, bytes, null, 'latin1');
  } catch {
    // Nothing is left to be done about it.
  }
}

function tell(report: ThreadReport): void {
  write(reportDescriptor, `${JSON.stringify(report)}\n`);
}

/** Whether a client has sent something. It is read: what is not would break its connection. */
function hasSent(descriptor: number): boolean {
  try {
    return readSync(descriptor, Buffer.alloc(requestRoom)) > 0;
  } catch {
    return false;
  }
}

/** Answers for the statement and has this process replaced. */
function answerFor(): void {
  const description = toText(request.subarray(0, numbers[cell.requestLength]));
  const [method = '', path = ''] = description.split('\n', 2);
  const headers = description.slice(method.length + path.length + 2);
  const [head, body] = answer;
  const descriptor = numbers[cell.descriptor] ?? -1;
  const content = method === 'HEAD' ? '\r\n' : body;
  // The answer comes first: as soon as the first process knows, it may end this one.
  if (descriptor >= 0) write(descriptor, head + headers + content);
  for (const arrival of arrivals) if (arrival > 0 && hasSent(arrival)) write(arrival, busy);
  tell({ kind: 'overdue', method, path, sql: readSql() });
  setTimeout(killProcess, replacementTime);
}

const looking = setInterval(look, lookInterval);
