/** Runs of scripts that wait, in lanes: which one is next. */
import type { Route } from '../project/route-table.js';

/** A run of scripts, or what is left of one after a wait. */
export interface Run {
  readonly route: Route;
  /** Whether the request's method is a safe one (RFC 9110, 9.2.1). */
  readonly isSafe: boolean;
  /** Whether nobody waits for its answer any longer. */
  readonly isGone: boolean;
  /** @param now as `performance.now` counts */
  start(now: number): void;
  /** Called in place of `start` when it has waited for too long. */
  refuse(): void;
}

/** A run that waits. */
interface Waiting {
  readonly run: Run;
  readonly since: number;
  /** What its lane had used when it came. */
  readonly before: number;
}

/** The runs of one route whose methods are all safe, or all not. */
interface Lane {
  readonly route: Route;
  /** The next one first. */
  readonly waiting: Waiting[];
  /** Milliseconds that its runs have taken, or as many as other lanes had when it came back. */
  used: number;
}

/** What is to be done with a run. */
export interface Turn {
  readonly run: Run;
  /** Whether it has waited for too long. */
  readonly isOver: boolean;
}

/**
 * Runs of one lane are begun in the order in which they came. The lane that has used the least time
 * is next: so a script which takes long, or very many requests for one, keep the requests for
 * others waiting for no more than one run.
 *
 * A run waits for too long when others of its lane took `patience` meanwhile, or when its lane was
 * not to run for so long.
 */
export class RunLanes {
  readonly #patience: number;
  readonly #safe = new Map<Route, Lane>();
  readonly #unsafe = new Map<Route, Lane>();
  /** Those in which runs wait. */
  readonly #busy = new Set<Lane>();
  /** What the lane of the last run had used before it. */
  #floor = 0;

  /** @param patience milliseconds */
  constructor(patience: number) {
    this.#patience = patience;
  }

  /** Whether no run waits. */
  get isEmpty(): boolean {
    return this.#busy.size === 0;
  }

  /** @param since when it came, as `performance.now` counts */
  add(run: Run, since: number): void {
    const lane = this.#laneOf(run);
    if (lane.waiting.length === 0) {
      lane.used = Math.max(lane.used, this.#floor);
      this.#busy.add(lane);
    }
    lane.waiting.push({ run, since, before: lane.used });
  }

  /** Counts the time of a run against its lane. */
  charge(run: Run, time: number): void {
    const lane = this.#laneOf(run);
    this.#floor = lane.used;
    lane.used += time;
  }

  /**
   * Takes out the run whose turn it is; undefined when none is to be begun now.
   *
   * @param isAvoided whether a route is not to run now
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
    const { run, since, before } = first;
    const isOver =
      next.used - before >= this.#patience ||
      (now - since >= this.#patience && isAvoided(next.route));
    return { run, isOver };
  }

  /** Forgets what lanes have used. */
  clear(): void {
    this.#floor = 0;
    this.#safe.clear();
    this.#unsafe.clear();
  }

  #isOverdue({ waiting: [first] }: Lane, now: number): boolean {
    return first !== undefined && now - first.since >= this.#patience;
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
