import type { Duplex } from 'node:stream';
import { allowedGrowth, memoryInUse } from '../../interpreter/index.js';
import type { Route } from '../project/route-table.js';
import type { ServerLimits } from './limits.js';
import { type Run, RunLanes } from './run-lanes.js';

/** Time for which scripts may block the event loop, in milliseconds. */
const slice = 20;

/**
 * Turns of the event loop without new arrivals before scripts continue: the first may finish the
 * turn of a long run, the others accept a connection and read its request.
 */
const quietTurns = 3;

/**
 * Longest pause of scripts for turns of the event loop, in milliseconds. A pause is also no longer
 * than the time for which scripts blocked the loop.
 */
const longestPause = 250;

/** Interval of checks whether avoided routes may run again, in milliseconds. */
const avoidedInterval = 50;

/** Watches the runs of scripts from outside of the main thread, which they block. */
export interface RunWatch {
  beginRun(route: Route): void;
  endRun(): void;
  /** Called when a complete request waits for its run, or while its run is suspended. */
  wait(socket: Duplex): void;
  /** Called when that request has been answered. */
  leave(socket: Duplex): void;
  /** Whether a route should wait because it blocks all other processes. */
  isAvoided(route: Route): boolean;
  /** Whether a route has run before, in any process, without exceeding a limit of statements. */
  isKnown(route: Route): boolean;
}

const noWatch: RunWatch = {
  beginRun: () => undefined,
  endRun: () => undefined,
  wait: () => undefined,
  leave: () => undefined,
  isAvoided: () => false,
  isKnown: () => true,
};

/** Memory at which garbage is collected next, as a multiple of the memory in use. */
const memoryGrowth = 2;

/**
 * Collects garbage between runs. V8 delays collection while memory is free, and consecutive scripts
 * would together take several times the limit of one script. Needs `--expose-gc`, which workers
 * have.
 */
class GarbageCollector {
  readonly #least: number;
  #limit: number;

  /** @param least bytes below which nothing is collected */
  constructor(least: number) {
    this.#least = least;
    this.#limit = least;
  }

  collect(): void {
    if (globalThis.gc === undefined || memoryInUse() <= this.#limit) return;
    globalThis.gc();
    this.#limit = Math.max(this.#least, memoryGrowth * memoryInUse());
  }
}

/**
 * Schedules runs. A run starts immediately while scripts leave the event loop enough time. A script
 * blocks the event loop until it ends or suspends. After long runs, new runs therefore wait in
 * lanes until the loop has turned, so that the server reads all pending requests and answers those
 * without scripts.
 */
export class RunQueue {
  /** Size of the heap beyond which runs end that have grown it, in bytes. */
  readonly heapBytes: number;
  readonly watch: RunWatch;
  readonly #lanes: RunLanes;
  readonly #garbage: GarbageCollector;
  /** Whether new runs must wait. */
  #isHeld = false;
  /** The long run that began the hold; charged after the arrivals of its turn. */
  #longRun: { readonly run: Run; readonly time: number } | undefined;
  /** Turns of the event loop before the next run, and the latest end of this pause. */
  #turnsLeft = 0;
  #pauseEnd = 0;
  #mayCollect = false;
  /** Time at which scripts continued after the last pause. */
  #sliceStart = 0;
  /** Whether a connection was accepted so recently that its request may not have been read. */
  #isRequestNear = false;
  readonly #mayBlock: boolean;
  /** Last observed turn of the event loop, and whether the next one is being observed. */
  #turnStart = 0;
  #isTurnAwaited = false;

  /** @param mayBlock whether a statement of a run may block the process */
  constructor(
    { scriptTime, scriptMemory }: ServerLimits,
    watch: RunWatch = noWatch,
    mayBlock = true,
  ) {
    this.heapBytes = memoryInUse() + allowedGrowth(scriptMemory);
    this.#mayBlock = mayBlock;
    this.#lanes = new RunLanes(scriptTime, slice, (route) => watch.isKnown(route));
    this.#garbage = new GarbageCollector(scriptMemory);
    this.watch = watch;
  }

  /**
   * Reads the requests that have waited for a replacement process before the first run, which may
   * block the process.
   */
  begin(): void {
    if (this.watch !== noWatch) this.#hold(longestPause);
  }

  /** Starts a run, now or later. */
  submit(run: Run): void {
    const now = performance.now();
    if (!this.#isHeld && this.#hasTime(now) && !this.watch.isAvoided(run.route)) {
      const time = this.#start(run, now);
      if (time <= slice) return;
      this.#longRun = { run, time };
      this.#hold(time);
    } else {
      if (!this.#isHeld) this.#hold(slice);
      this.#recordArrival();
      run.wait();
      this.#lanes.add(run, now);
    }
  }

  /**
   * Resumes a suspended run in its turn, and settles as `code` does. If the run may block the
   * process, requests on new connections are read first, because they would have to wait for the
   * run.
   */
  resume<Result>({ route, isSafe }: Run, code: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      const start = (): void => {
        try {
          resolve(code());
        } catch (error) {
          reject(error);
        }
      };
      if (this.#isRequestNear && !this.#isHeld) this.#hold(slice);
      // An overdue run has also exceeded its time limit, which ends it as soon as it resumes.
      this.submit({ route, isSafe, isGone: false, start, wait: () => undefined, reject: start });
    });
  }

  /** Announces a new connection, whose request is about to arrive. */
  expectRequest(): void {
    if (this.#isHeld) this.#recordArrival();
    if (this.#isRequestNear || !this.#mayBlock) return;
    this.#isRequestNear = true;
    const forget = (): void => {
      this.#isRequestNear = false;
    };
    // The request is read in the next turn at the earliest.
    setImmediate(() => setImmediate(forget));
  }

  /** @returns the time of the run, in milliseconds */
  #start(run: Run, now: number): number {
    this.watch.beginRun(run.route);
    run.start(now);
    this.watch.endRun();
    return performance.now() - now;
  }

  /** Whether the event loop has turned within the last slice; observed once per slice. */
  #hasTime(now: number): boolean {
    if (now - this.#turnStart <= slice) return true;
    if (this.#isTurnAwaited) return false;
    this.#turnStart = now;
    this.#isTurnAwaited = true;
    setImmediate(() => {
      this.#isTurnAwaited = false;
    });
    return true;
  }

  #hold(time: number): void {
    this.#isHeld = true;
    this.#pause(time);
    setImmediate(this.#step);
  }

  /** Lets the event loop turn before the next run. */
  #pause(time: number): void {
    this.#mayCollect = true;
    this.#turnsLeft = quietTurns;
    this.#pauseEnd = performance.now() + Math.min(time, longestPause);
  }

  /** Prolongs a pause while requests arrive: the system hands over one connection at a time. */
  #recordArrival(): void {
    if (this.#turnsLeft > 0) this.#turnsLeft = quietTurns;
  }

  /** Starts at most one run per turn: its deferred work is done before the next run. */
  readonly #step = (): void => {
    if (this.#longRun !== undefined) this.#lanes.charge(this.#longRun.run, this.#longRun.time);
    this.#longRun = undefined;
    if (this.#mayCollect) this.#garbage.collect();
    this.#mayCollect = false;
    if (this.#turnsLeft > 0) this.#turn();
    else if (!this.#runNext()) {
      this.#release();
      return;
    }
    setImmediate(this.#step);
  };

  #turn(): void {
    this.#turnsLeft--;
    this.#sliceStart = performance.now();
    if (this.#sliceStart > this.#pauseEnd) this.#turnsLeft = 0;
  }

  /** @returns false when no run can start */
  #runNext(): boolean {
    const now = performance.now();
    const turn = this.#lanes.take(now, (route) => this.watch.isAvoided(route));
    if (turn === undefined) return false;
    const { run, isOverdue } = turn;
    if (isOverdue) run.reject();
    else if (!run.isGone) this.#lanes.charge(run, this.#start(run, now));
    const time = performance.now() - this.#sliceStart;
    if (time > slice) this.#pause(time);
    return true;
  }

  #release(): void {
    this.#isHeld = false;
    if (this.#lanes.isEmpty) this.#lanes.clear();
    else setTimeout(() => this.#retry(), avoidedInterval);
  }

  /** Checks whether waiting runs are still avoided. */
  #retry(): void {
    if (!this.#isHeld) this.#hold(0);
  }
}
