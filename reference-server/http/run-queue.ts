import { getHeapStatistics } from 'node:v8';
import type { Route } from '../project/route-table.js';
import { type Run, RunLanes } from './run-lanes.js';
import type { ServerLimits } from './service.js';

/** When scripts run. */

/** How long scripts may keep the process from all else that it has to do, in milliseconds. */
const slice = 20;

/**
 * How often the event loop turns, with nobody new coming, before scripts go on: the first may be the
 * end of the turn in which a run took long, the others accept a connection and read its request.
 */
const quietTurns = 3;

/**
 * How long the loop turns at most before scripts go on, in milliseconds; not longer than scripts have
 * kept it.
 */
const longestPause = 250;

/** How often to look whether routes that are avoided may run again, in milliseconds. */
const avoidedInterval = 50;

/** Watches the runs of scripts from outside of the thread that they keep busy. */
export interface RunWatch {
  beginRun(route: Route): void;
  endRun(): void;
  /** Whether a route had better wait, because it keeps all other processes busy. */
  isAvoided(route: Route): boolean;
}

const noWatch: RunWatch = {
  beginRun: () => undefined,
  endRun: () => undefined,
  isAvoided: () => false,
};

/**
 * Decides when scripts run: at once, as long as that takes little time. A script runs to its end
 * before anything else is looked at. So after runs that took long, those that come wait in lanes,
 * and are begun when the event loop has turned: when all that clients have sent meanwhile has been
 * read, and what needs no script has been answered.
 */
export class RunQueue {
  readonly #lanes: RunLanes;
  readonly #watch: RunWatch;
  readonly #garbage: GarbageCollector;
  /** Whether runs that come have to wait. */
  #isHeld = false;
  /** The long run because of which they have to; what comes in the same turn has come before it. */
  #longRun: { readonly run: Run; readonly time: number } | undefined;
  /** How often the loop is to turn before the next run, and until when at most. */
  #turnsLeft = 0;
  #pauseEnd = 0;
  #mayCollect = false;
  /** When scripts went on after the last pause. */
  #sliceStart = 0;
  /** When the loop was last seen to turn, or asked to tell when it does. */
  #turnStart = 0;
  #isTurnAwaited = false;

  constructor({ scriptTime, scriptMemory }: ServerLimits, watch: RunWatch = noWatch) {
    this.#lanes = new RunLanes(scriptTime);
    this.#garbage = new GarbageCollector(scriptMemory);
    this.#watch = watch;
  }

  /** Starts a run, now or when its turn has come. */
  submit(run: Run): void {
    const now = performance.now();
    if (!this.#isHeld && this.#hasTime(now) && !this.#watch.isAvoided(run.route)) {
      const time = this.#start(run, now);
      if (time <= slice) return;
      this.#longRun = { run, time };
      this.#hold(time);
    } else {
      if (!this.#isHeld) this.#hold(slice);
      this.#noteArrival();
      this.#lanes.add(run, now);
    }
  }

  /** Runs what is left of a run after a wait; settles as the code does. */
  goOn<Result>({ route, isSafe }: Run, code: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      const start = (): void => {
        try {
          resolve(code());
        } catch (error) {
          reject(error);
        }
      };
      // One that has waited too long is over anyway, which it finds out as soon as it goes on.
      this.submit({ route, isSafe, isGone: false, start, refuse: start });
    });
  }

  /** Told of each new connection: its request is about to come. */
  expectRequest(): void {
    if (this.#isHeld) this.#noteArrival();
  }

  /** @returns the milliseconds that it took */
  #start(run: Run, now: number): number {
    this.#watch.beginRun(run.route);
    run.start(now);
    this.#watch.endRun();
    return performance.now() - now;
  }

  /** Whether the loop has turned lately. It is asked to tell only once in a while. */
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

  /** Lets the loop turn before the next run. */
  #pause(time: number): void {
    this.#mayCollect = true;
    this.#turnsLeft = quietTurns;
    this.#pauseEnd = performance.now() + Math.min(time, longestPause);
  }

  /** Has the loop turn on while others come: the system hands over one connection at a time. */
  #noteArrival(): void {
    if (this.#turnsLeft > 0) this.#turnsLeft = quietTurns;
  }

  /** One run at most in a turn: what it leaves for the end of its turn is done before the next. */
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

  /** @returns false when none can be begun */
  #runNext(): boolean {
    const now = performance.now();
    const turn = this.#lanes.take(now, (route) => this.#watch.isAvoided(route));
    if (turn === undefined) return false;
    const { run, isOver } = turn;
    if (isOver) run.refuse();
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

  /** Looks whether routes are still avoided for which runs wait. */
  #retry(): void {
    if (!this.#isHeld) this.#hold(0);
  }
}

/** Takes back the memory that scripts have left behind. */

function memoryInUse(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

/** How far memory grows until it is looked through again, as a multiple of what was in use. */
const growth = 2;

/**
 * V8 puts off collecting while it has room: several times what a script may take would come together
 * of scripts that run one after the other. Only processes that run with `--expose-gc`, as workers do,
 * can ask it to.
 */
export class GarbageCollector {
  readonly #least: number;
  #limit: number;

  /** @param least bytes that are never too much */
  constructor(least: number) {
    this.#least = least;
    this.#limit = least;
  }

  /** Collects what is no longer used when much memory is in use. */
  collect(): void {
    if (globalThis.gc === undefined || memoryInUse() <= this.#limit) return;
    globalThis.gc();
    this.#limit = Math.max(this.#least, growth * memoryInUse());
  }
}
