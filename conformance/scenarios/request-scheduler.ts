/**
 * Decides when each scenario may send a request. The limit applies to the requests of all scenarios
 * together. While a scenario holds the target, no other scenario sends requests; while it holds a
 * part of the target, no other scenario sends requests that may change that part. Scenarios that
 * wait for the same part hold it one after the other, so that all other scenarios stop only once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ActiveRequest,
  type AnswerListener,
  type ConcurrencyLimit,
  isOverload,
} from '../http/concurrency-limit.js';
import {
  type Exchange,
  isSafe,
  type RequestSpecification,
  withoutQuery,
} from '../http/exchange.js';
import { StartGate } from '../http/start-gate.js';
import { NoAnswer, TargetFailure } from '../http/target-failure.js';

/** The influence of other scenarios on one scenario, known at its end. */
export interface Interference {
  /** Whether others had requests under way since the scenario began. */
  readonly wasPossible: boolean;
  /**
   * Whether one of the scenario's requests may have been rejected only because of others under way.
   */
  readonly mayBeOverload: boolean;
  /** Whether one of the scenario's requests was answered with 429 or 503. */
  readonly wasUnavailable: boolean;
}

/** Sends a request, through a gate if there is one, and tells the listener of every answer. */
type Send = (onAnswer: AnswerListener, gate?: StartGate) => Promise<Exchange>;

/** The method and the path of a request, by which it has to wait for holders. */
type Outgoing = Pick<RequestSpecification, 'method' | 'path'>;

/** The access of one scenario to the target, from its beginning to its end. */
export interface TargetAccess {
  /**
   * Sends a request as soon as it may go out.
   *
   * @param request default: one that may change the whole target
   */
  admit(send: Send, request?: Outgoing): Promise<Exchange>;
  /**
   * Holds the target. The limit does not apply to the requests of `act`; requests that begin at the
   * same time are sent together, so that they overlap.
   */
  atOnce<T>(act: () => Promise<T>): Promise<T>;
  /**
   * Holds a part of the target until it is released, or the access is closed. Resolves when no
   * request under way may change the part.
   *
   * @param part default: the part in the isolation
   * @returns a function that releases the target, unless the scenario held it already
   */
  hold(part?: string): Promise<() => void>;
  /** Ends the latest hold. @returns whether the target was held */
  release(): boolean;
  /** Whether the scenario holds the target. */
  readonly isHolder: boolean;
  /** Waits, while others may send; a target that was held before is held again afterwards. */
  pause(milliseconds: number): Promise<void>;
  /** Ends the access; requests that still wait, or come later, are not sent. Call it once. */
  close(): Interference;
}

/** The extent to which a scenario excludes others. */
export interface Isolation {
  /** Whether the scenario holds the target all the time, and sends one request at a time. */
  readonly isSolitary?: boolean;
  /** Whether others may send while a solitary scenario pauses. Default: false. */
  readonly yieldsInPauses?: boolean;
  /**
   * The part of the target that the scenario holds by default; undefined for the whole target. The
   * name of a part is a segment of its paths: `baskets` of `/shop/baskets/7`. Different parts can
   * be held at the same time.
   */
  readonly part?: string | undefined;
}

/** A scenario with access. */
interface ScenarioState {
  readonly isSolitary: boolean;
  readonly yieldsInPauses: boolean;
  part: string | undefined;
  /** Whether its access has ended. */
  isClosed: boolean;
  /** The number of acts under way to which the limit does not apply. */
  actsAtOnce: number;
  /** Through which the requests of these acts leave. */
  readonly gate: StartGate;
  /** The number of requests, of any scenario, that had ended when this one began. */
  endedBefore: number;
  ownRequests: number;
  mayBeOverload: boolean;
  wasUnavailable: boolean;
}

/** A request that waits, or that is under way. */
interface Request {
  readonly scenario: ScenarioState;
  /** The part of the target that the request concerns; undefined when it may concern any part. */
  readonly part: string | undefined;
  /**
   * Whether the method is safe (RFC 9110 §9.2.1), so that the request disturbs no holder of a part.
   */
  readonly isSafe: boolean;
}

interface WaitingRequest {
  readonly request: Request;
  readonly go: (active: ActiveRequest) => void;
  readonly giveUp: (reason: Error) => void;
}

interface WaitingHolder {
  readonly scenario: ScenarioState;
  readonly grant: () => void;
  readonly giveUp: (reason: Error) => void;
}

/** Whether two parts have nothing in common. */
function areApart(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

/** Whether a request may disturb the holder of a part. */
function disturbs(request: Request, part: string | undefined): boolean {
  return part === undefined || (!request.isSafe && !areApart(request.part, part));
}

/** The error of a request that comes, or still waits, when its scenario has ended. */
function endedBefore(): TargetFailure {
  return new TargetFailure('not sent: its scenario has ended', { isSent: false });
}

/** The scheduler of one target. */
export class RequestScheduler {
  readonly #limit: ConcurrencyLimit;
  #requests: readonly WaitingRequest[] = [];
  #waitingHolders: readonly WaitingHolder[] = [];
  readonly #holders = new Set<ScenarioState>();
  readonly #underWay = new Set<Request>();
  /** The parts that scenarios named so far. */
  readonly #parts = new Set<string>();
  /** The parts whose holders have their turn; undefined is the whole target. */
  readonly #turns = new Set<string | undefined>();
  /** The number of scenarios with access that do not pause. */
  #running = 0;
  /** The number of requests that all scenarios sent. */
  #sent = 0;

  /** @param limit may have further schedulers, such as that of the clean-up */
  constructor(limit: ConcurrencyLimit) {
    this.#limit = limit;
    limit.onEnd(() => this.#advance());
  }

  async open({
    isSolitary = false,
    yieldsInPauses = !isSolitary,
    part,
  }: Isolation = {}): Promise<TargetAccess> {
    this.#running += 1;
    this.#notePart(part);
    const scenario: ScenarioState = {
      ...{ isSolitary, yieldsInPauses, isClosed: false, part: isSolitary ? undefined : part },
      ...{ actsAtOnce: 0, ownRequests: 0, mayBeOverload: false, wasUnavailable: false },
      endedBefore: this.#sent - this.#limit.underWay,
      gate: new StartGate(),
    };
    if (isSolitary) {
      await this.#hold(scenario);
      scenario.endedBefore = this.#sent;
    }
    const isHolder = () => this.#holders.has(scenario);
    let endHold: (() => void) | undefined;
    return {
      admit: (send, request) => this.#admit(this.#describe(scenario, request), send),
      atOnce: (act) => this.#atOnce(scenario, act),
      hold: async (heldPart = scenario.part) => {
        this.#notePart(heldPart);
        if (!isSolitary && !isHolder()) scenario.part = heldPart;
        const letGo = await this.#hold(scenario);
        const end = () => {
          letGo();
          if (endHold === end) endHold = undefined;
        };
        endHold = end;
        return end;
      },
      release: () => {
        const isHeld = endHold !== undefined;
        endHold?.();
        return isHeld;
      },
      get isHolder() {
        return isHolder();
      },
      pause: (milliseconds) => this.#pause(scenario, milliseconds),
      close: () => this.#close(scenario),
    };
  }

  #notePart(part: string | undefined): void {
    if (part !== undefined) this.#parts.add(part);
  }

  /** A request whose path names no part, or several parts, may concern any part. */
  #describe(
    scenario: ScenarioState,
    { method, path }: Outgoing = { method: '', path: '' },
  ): Request {
    const named = new Set(
      withoutQuery(path)
        .split('/')
        .filter((segment) => this.#parts.has(segment)),
    );
    const part = named.size === 1 ? [...named][0] : undefined;
    return { scenario, part, isSafe: isSafe(method) };
  }

  async #admit(request: Request, send: Send): Promise<Exchange> {
    const { scenario } = request;
    // A step may have gone on, or not have awaited a request, when its scenario has ended.
    if (scenario.isClosed) throw endedBefore();
    const active = await new Promise<ActiveRequest>((go, giveUp) => {
      this.#requests = [...this.#requests, { request, go, giveUp }];
      this.#advance();
    });
    const recordRejection = (isRejected: boolean) => {
      scenario.mayBeOverload ||= isRejected && active.overlapsOthers;
    };
    try {
      const gate = scenario.actsAtOnce > 0 ? scenario.gate : undefined;
      const exchange = await send(active.record, gate);
      const isUnavailable = isOverload(exchange.response);
      scenario.wasUnavailable ||= isUnavailable;
      recordRejection(isUnavailable);
      return exchange;
    } catch (error) {
      recordRejection(error instanceof NoAnswer && isOverload(error));
      throw error;
    } finally {
      this.#underWay.delete(request);
      active.end();
    }
  }

  async #hold(scenario: ScenarioState): Promise<() => void> {
    if (this.#holders.has(scenario)) return () => {};
    if (scenario.isClosed) throw endedBefore();
    await new Promise<void>((grant, giveUp) => {
      this.#waitingHolders = [...this.#waitingHolders, { scenario, grant, giveUp }];
      this.#advance();
    });
    return () => this.#release(scenario);
  }

  async #atOnce<T>(scenario: ScenarioState, act: () => Promise<T>): Promise<T> {
    const release = await this.#hold(scenario);
    scenario.actsAtOnce += 1;
    try {
      return await act();
    } finally {
      scenario.actsAtOnce -= 1;
      release();
    }
  }

  #release(scenario: ScenarioState): void {
    if (this.#holders.delete(scenario)) this.#advance();
  }

  async #pause(scenario: ScenarioState, milliseconds: number): Promise<void> {
    if (!scenario.yieldsInPauses) return void (await sleep(milliseconds));
    const isHolder = this.#holders.has(scenario);
    this.#running -= 1;
    this.#release(scenario);
    this.#advance();
    await sleep(milliseconds);
    this.#running += 1;
    if (isHolder) await this.#hold(scenario);
  }

  #close(scenario: ScenarioState): Interference {
    scenario.isClosed = true;
    const requests = this.#requests.filter(({ request }) => request.scenario === scenario);
    const holders = this.#waitingHolders.filter((one) => one.scenario === scenario);
    this.#requests = this.#requests.filter(({ request }) => request.scenario !== scenario);
    this.#waitingHolders = this.#waitingHolders.filter((one) => one.scenario !== scenario);
    for (const { giveUp } of [...requests, ...holders]) giveUp(endedBefore());
    const wasPossible = this.#sent - scenario.endedBefore > scenario.ownRequests;
    this.#running -= 1;
    this.#release(scenario);
    this.#advance();
    const { mayBeOverload, wasUnavailable } = scenario;
    return { wasPossible, mayBeOverload, wasUnavailable };
  }

  /** Admits the holders and the requests that may go now. */
  #advance(): void {
    this.#endTurns();
    if (this.#waitingHolders.length > 0) {
      this.#beginTurns();
      this.#admitHolders();
    }
    for (const waiting of this.#requests) {
      const { request } = waiting;
      if (!this.#mayGo(request)) continue;
      this.#requests = this.#requests.filter((one) => one !== waiting);
      this.#sent += 1;
      request.scenario.ownRequests += 1;
      this.#underWay.add(request);
      waiting.go(this.#limit.begin());
    }
  }

  #endTurns(): void {
    for (const part of this.#turns) {
      const isHeld = [...this.#holders].some((holder) => holder.part === part);
      if (!isHeld && this.#waitingFor(part) === 0) this.#turns.delete(part);
    }
  }

  #waitingFor(part: string | undefined): number {
    return this.#waitingHolders.filter(({ scenario }) => scenario.part === part).length;
  }

  #beginTurns(): void {
    for (const { scenario } of this.#waitingHolders) {
      if (!this.#turns.has(scenario.part) && this.#mayBegin(scenario.part)) {
        this.#turns.add(scenario.part);
      }
    }
  }

  /**
   * A part is granted immediately, because requests that concern other parts continue. A second
   * part is granted only when no other scenario can send. The whole target, which stops all others,
   * is granted when more scenarios wait to hold than do not.
   */
  #mayBegin(part: string | undefined): boolean {
    const isFirst = this.#turns.size === 0;
    if (part === undefined) return isFirst && 2 * this.#waitingHolders.length > this.#running;
    return isFirst || (!this.#turns.has(undefined) && this.#isIdle);
  }

  /** Whether all requests that are under way, or may go now, belong to holders. */
  get #isIdle(): boolean {
    const isHolders = ({ scenario }: Request) => this.#holders.has(scenario);
    const isHeldBack = ({ request }: WaitingRequest) => !this.#isFree(request);
    return [...this.#underWay].every(isHolders) && this.#requests.every(isHeldBack);
  }

  #admitHolders(): void {
    for (const next of this.#waitingHolders) {
      const { part } = next.scenario;
      if (!this.#turns.has(part)) continue;
      if ([...this.#holders].some((holder) => !areApart(holder.part, part))) continue;
      if ([...this.#underWay].some((request) => disturbs(request, part))) continue;
      this.#waitingHolders = this.#waitingHolders.filter((one) => one !== next);
      this.#holders.add(next.scenario);
      next.grant();
    }
  }

  /** Whether a request has to wait for no turn of holders. */
  #isFree(request: Request): boolean {
    if (this.#holders.has(request.scenario)) return true;
    for (const part of this.#turns) if (disturbs(request, part)) return false;
    return true;
  }

  #mayGo(request: Request): boolean {
    const { actsAtOnce, isSolitary } = request.scenario;
    const isBelowLimit = this.#limit.underWay < (isSolitary ? 1 : this.#limit.current);
    return (actsAtOnce > 0 || isBelowLimit) && this.#isFree(request);
  }
}
