/** Lanes of waiting runs, which decide the next run to start. */
import type { Route } from '../project/route-table.js';

/** A run of scripts, or the rest of one after a suspension. */
export interface Run {
  readonly route: Route;
  /** Whether the request's method is safe (RFC 9110, 9.2.1). */
  readonly isSafe: boolean;
  /** Whether the client has disconnected. */
  readonly isGone: boolean;
  /** @param now time on the clock of `performance.now` */
  start(now: number): void;
  /** Called when the run has to wait before it starts. */
  wait(): void;
  /** Called instead of `start` when the run has waited too long. */
  reject(): void;
}

/** A run in a lane. */
interface WaitingRun {
  readonly run: Run;
  readonly since: number;
  /** The lane's `used` when the run was added. */
  readonly usedBefore: number;
}

/** Waiting runs of one route, either with safe or with unsafe methods. */
interface Lane {
  readonly route: Route;
  /** In order of arrival. */
  readonly waiting: WaitingRun[];
  /** Run time charged to the lane, in milliseconds; at least that of the last lane served. */
  used: number;
}

/** A run whose turn has come. */
export interface Turn {
  readonly run: Run;
  /** Whether the run has waited too long. */
  readonly isOverdue: boolean;
}

/**
 * Fair queue: within a lane, runs start in order of arrival; the lane with the least used time is
 * next. A slow script, or a flood of requests for one, delays requests for other scripts by at most
 * one run. The time of an unknown route is charged in advance, so that known ones go first.
 *
 * A run has waited too long when its lane used `longestWait` since the run was added, or when it
 * waited for `longestWait` and its route is avoided.
 */
export class RunLanes {
  readonly #longestWait: number;
  readonly #advance: number;
  readonly #isKnown: (route: Route) => boolean;
  readonly #safe = new Map<Route, Lane>();
  readonly #unsafe = new Map<Route, Lane>();
  /** Lanes with waiting runs. */
  readonly #busy = new Set<Lane>();
  /** `used` of the last lane served, before its run. */
  #floor = 0;

  /**
   * @param longestWait in milliseconds
   * @param advance time charged in advance to the lane of an unknown route, in milliseconds
   */
  constructor(longestWait: number, advance: number, isKnown: (route: Route) => boolean) {
    this.#longestWait = longestWait;
    this.#advance = advance;
    this.#isKnown = isKnown;
  }

  get isEmpty(): boolean {
    return this.#busy.size === 0;
  }

  /** @param since time of arrival on the clock of `performance.now` */
  add(run: Run, since: number): void {
    const lane = this.#laneOf(run);
    if (lane.waiting.length === 0) {
      const least = this.#floor + (this.#isKnown(lane.route) ? 0 : this.#advance);
      lane.used = Math.max(lane.used, least);
      this.#busy.add(lane);
    }
    lane.waiting.push({ run, since, usedBefore: lane.used });
  }

  /** Charges the time of a run to its lane, in milliseconds. */
  charge(run: Run, time: number): void {
    const lane = this.#laneOf(run);
    this.#floor = lane.used;
    lane.used += time;
  }

  /**
   * Removes the next run; undefined when no run can start now.
   *
   * @param isAvoided whether a route must not run now
   */
  take(now: number, isAvoided: (route: Route) => boolean): Turn | undefined {
    let next: Lane | undefined;
    for (const lane of this.#busy) {
      const isLess = next === undefined || lane.used < next.used;
      if (isLess && (this.#isOverdue(lane, now) || !isAvoided(lane.route))) next = lane;
    }
    const first = next?.waiting.shift();
    if (next === undefined || first === undefined) return undefined;
    if (next.waiting.length === 0) this.#busy.delete(next);
    const { run, since, usedBefore } = first;
    const isOverdue =
      next.used - usedBefore >= this.#longestWait ||
      (now - since >= this.#longestWait && isAvoided(next.route));
    return { run, isOverdue };
  }

  /** Resets the used time of all lanes. */
  clear(): void {
    this.#floor = 0;
    this.#safe.clear();
    this.#unsafe.clear();
  }

  #isOverdue({ waiting: [first] }: Lane, now: number): boolean {
    return first !== undefined && now - first.since >= this.#longestWait;
  }

  #laneOf({ route, isSafe }: Run): Lane {
    const lanes = isSafe ? this.#safe : this.#unsafe;
    let lane = lanes.get(route);
    if (lane === undefined) {
      lane = { route, waiting: [], used: 0 };
      lanes.set(route, lane);
    }
    return lane;
  }
}
