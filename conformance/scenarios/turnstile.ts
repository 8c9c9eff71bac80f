/**
 * The turnstile decides which scenario may send a request. The limit applies to the requests of all
 * scenarios together. While a scenario holds the target, no other one sends a request; while it
 * holds a part of the target, no other one sends a request that may change that part. Scenarios
 * that want to hold the same part do so one after the other, in one turn, so that others stop once
 * for several holders.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AnswerListener,
  type ConcurrencyLimit,
  isOverload,
  type Passage,
} from '../http/concurrency-limit.js';
import { type Exchange, isSafe, type RequestSpecification } from '../http/exchange.js';
import { NoAnswer, TargetFailure } from '../outcomes.js';

/** Influence of other scenarios on one scenario, known at its end. */
export interface Neighbors {
  /** Whether others had requests under way since the scenario began. */
  readonly wereThere: boolean;
  /**
   * Whether one of the scenario's requests may have been rejected only because of others under way.
   */
  readonly wereTooMany: boolean;
}

/** Sends a request and tells the listener of every answer. */
type Send = (onAnswer: AnswerListener) => Promise<Exchange>;

/** The method and the path of a request, by which it has to wait for holders. */
type Outgoing = Pick<RequestSpecification, 'method' | 'path'>;

/** The stay of one scenario, from its beginning to its end. */
export interface Stay {
  /**
   * Sends a request as soon as it may go out.
   *
   * @param request default: one that may change the whole target
   */
  admit(send: Send, request?: Outgoing): Promise<Exchange>;
  /** Holds the target; the limit does not apply to the requests of `act`, so that they overlap. */
  atOnce<T>(act: () => Promise<T>): Promise<T>;
  /**
   * Holds a part of the target until it is released, or the stay ends. Resolves when no request
   * under way may change the part.
   *
   * @param part default: the part of the entry
   * @returns a function that releases the target, unless the scenario held it already
   */
  hold(part?: string): Promise<() => void>;
  /** Ends the latest hold. @returns whether the target was held */
  release(): boolean;
  /** Whether the scenario holds the target. */
  readonly isHolder: boolean;
  /** Waits, while others may send; a target that was held before is held again afterwards. */
  pause(milliseconds: number): Promise<void>;
  /** Ends the stay; requests that still wait are not sent. Call it once. */
  leave(): Neighbors;
}

/** The terms on which a scenario enters. */
export interface Entry {
  /** Whether the scenario holds the target all the time, and sends one request at a time. */
  readonly isSolitary?: boolean;
  /**
   * The part of the target that the scenario holds by default; undefined for the whole target. The
   * name of a part is a segment of its paths: `baskets` of `/shop/baskets/7`. Different parts can
   * be held at the same time.
   */
  readonly part?: string | undefined;
}

/** A scenario inside. */
interface Visitor {
  readonly isSolitary: boolean;
  part: string | undefined;
  /** The number of acts under way to which the limit does not apply. */
  actsAtOnce: number;
  /** The number of requests, of any scenario, that had ended when this one began. */
  endedBefore: number;
  ownRequests: number;
  wereTooMany: boolean;
}

/** A request that waits, or that is under way. */
interface Request {
  readonly visitor: Visitor;
  /** The part of the target that the request concerns; undefined when it may concern any part. */
  readonly part: string | undefined;
  /**
   * Whether the method is safe (RFC 9110 §9.2.1), so that the request disturbs no holder of a part.
   */
  readonly isSafe: boolean;
}

interface WaitingRequest {
  readonly request: Request;
  readonly go: (passage: Passage) => void;
  readonly giveUp: (reason: Error) => void;
}

interface WaitingHolder {
  readonly visitor: Visitor;
  readonly enter: () => void;
}

/** Whether two parts have nothing in common. */
function areApart(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

/** Whether a request may disturb the holder of a part. */
function disturbs(request: Request, part: string | undefined): boolean {
  return part === undefined || (!request.isSafe && !areApart(request.part, part));
}

/** The turnstile before one target. */
export class Turnstile {
  readonly #limit: ConcurrencyLimit;
  #requests: readonly WaitingRequest[] = [];
  #waitingHolders: readonly WaitingHolder[] = [];
  readonly #holders = new Set<Visitor>();
  readonly #underWay = new Set<Request>();
  /** The parts that scenarios named so far. */
  readonly #parts = new Set<string>();
  /** The parts whose holders have their turn; undefined is the whole target. */
  readonly #turns = new Set<string | undefined>();
  /** The number of scenarios inside that do not pause. */
  #inside = 0;
  /** The number of requests that all scenarios sent. */
  #sent = 0;

  constructor(limit: ConcurrencyLimit) {
    this.#limit = limit;
  }

  async enter({ isSolitary = false, part }: Entry = {}): Promise<Stay> {
    this.#inside += 1;
    this.#notePart(part);
    const visitor: Visitor = {
      ...{ isSolitary, part: isSolitary ? undefined : part },
      ...{ actsAtOnce: 0, ownRequests: 0, wereTooMany: false },
      endedBefore: this.#sent - this.#limit.underWay,
    };
    if (isSolitary) {
      await this.#hold(visitor);
      visitor.endedBefore = this.#sent;
    }
    const isHolder = () => this.#holders.has(visitor);
    let endHold: (() => void) | undefined;
    return {
      admit: (send, request) => this.#admit(this.#describe(visitor, request), send),
      atOnce: (act) => this.#atOnce(visitor, act),
      hold: async (heldPart = visitor.part) => {
        this.#notePart(heldPart);
        if (!isSolitary && !isHolder()) visitor.part = heldPart;
        const letGo = await this.#hold(visitor);
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
      pause: (milliseconds) => this.#pause(visitor, milliseconds),
      leave: () => this.#leave(visitor),
    };
  }

  #notePart(part: string | undefined): void {
    if (part !== undefined) this.#parts.add(part);
  }

  /** A request whose path names no part, or several parts, may concern any part. */
  #describe(visitor: Visitor, { method, path }: Outgoing = { method: '', path: '' }): Request {
    const [place = ''] = path.split('?');
    const named = new Set(place.split('/').filter((segment) => this.#parts.has(segment)));
    const part = named.size === 1 ? [...named][0] : undefined;
    return { visitor, part, isSafe: isSafe(method) };
  }

  async #admit(request: Request, send: Send): Promise<Exchange> {
    const { visitor } = request;
    const passage = await new Promise<Passage>((go, giveUp) => {
      this.#requests = [...this.#requests, { request, go, giveUp }];
      this.#advance();
    });
    const note = (isRejected: boolean) => {
      visitor.wereTooMany ||= isRejected && passage.hasCompany;
    };
    try {
      const exchange = await send(passage.note);
      note(isOverload(exchange.response));
      return exchange;
    } catch (error) {
      note(error instanceof NoAnswer && isOverload(error));
      throw error;
    } finally {
      passage.end();
      this.#underWay.delete(request);
      this.#advance();
    }
  }

  async #hold(visitor: Visitor): Promise<() => void> {
    if (this.#holders.has(visitor)) return () => {};
    await new Promise<void>((enter) => {
      this.#waitingHolders = [...this.#waitingHolders, { visitor, enter }];
      this.#advance();
    });
    return () => this.#release(visitor);
  }

  async #atOnce<T>(visitor: Visitor, act: () => Promise<T>): Promise<T> {
    const release = await this.#hold(visitor);
    visitor.actsAtOnce += 1;
    try {
      return await act();
    } finally {
      visitor.actsAtOnce -= 1;
      release();
    }
  }

  #release(visitor: Visitor): void {
    if (this.#holders.delete(visitor)) this.#advance();
  }

  async #pause(visitor: Visitor, milliseconds: number): Promise<void> {
    if (visitor.isSolitary) return void (await sleep(milliseconds));
    const isHolder = this.#holders.has(visitor);
    this.#inside -= 1;
    this.#release(visitor);
    this.#advance();
    await sleep(milliseconds);
    this.#inside += 1;
    if (isHolder) await this.#hold(visitor);
  }

  #leave(visitor: Visitor): Neighbors {
    const abandoned = this.#requests.filter(({ request }) => request.visitor === visitor);
    this.#requests = this.#requests.filter(({ request }) => request.visitor !== visitor);
    for (const { giveUp } of abandoned) {
      giveUp(new TargetFailure('not sent: its scenario has ended', { isSent: false }));
    }
    const wereThere = this.#sent - visitor.endedBefore > visitor.ownRequests;
    this.#inside -= 1;
    this.#release(visitor);
    this.#advance();
    return { wereThere, wereTooMany: visitor.wereTooMany };
  }

  /** Admits the holders and the requests that may go now. */
  #advance(): void {
    this.#endTurns();
    this.#beginTurns();
    this.#admitHolders();
    for (const waiting of this.#requests) {
      const { request } = waiting;
      if (!this.#mayGo(request)) continue;
      this.#requests = this.#requests.filter((one) => one !== waiting);
      this.#sent += 1;
      request.visitor.ownRequests += 1;
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
    return this.#waitingHolders.filter(({ visitor }) => visitor.part === part).length;
  }

  #beginTurns(): void {
    for (const { visitor } of this.#waitingHolders) {
      if (!this.#turns.has(visitor.part) && this.#mayBegin(visitor.part)) {
        this.#turns.add(visitor.part);
      }
    }
  }

  /**
   * The turn of a part begins at once, since requests that concern other parts go on meanwhile. The
   * turn of a second part begins when only holders could still send. The turn of the whole target,
   * which stops all others, begins when more scenarios wait to hold than do not.
   */
  #mayBegin(part: string | undefined): boolean {
    const isFirst = this.#turns.size === 0;
    if (part === undefined) return isFirst && 2 * this.#waitingHolders.length > this.#inside;
    return isFirst || (!this.#turns.has(undefined) && this.#isIdle);
  }

  /** Whether all requests that are under way, or may go now, belong to holders. */
  get #isIdle(): boolean {
    const isHolders = ({ visitor }: Request) => this.#holders.has(visitor);
    const isHeldBack = ({ request }: WaitingRequest) => !this.#isFree(request);
    return [...this.#underWay].every(isHolders) && this.#requests.every(isHeldBack);
  }

  #admitHolders(): void {
    for (const next of this.#waitingHolders) {
      const { part } = next.visitor;
      if (!this.#turns.has(part)) continue;
      if ([...this.#holders].some((holder) => !areApart(holder.part, part))) continue;
      if ([...this.#underWay].some((request) => disturbs(request, part))) continue;
      this.#waitingHolders = this.#waitingHolders.filter((one) => one !== next);
      this.#holders.add(next.visitor);
      next.enter();
    }
  }

  /** Whether a request has to wait for no turn of holders. */
  #isFree(request: Request): boolean {
    if (this.#holders.has(request.visitor)) return true;
    return [...this.#turns].every((part) => !disturbs(request, part));
  }

  #mayGo(request: Request): boolean {
    const { visitor } = request;
    if (!this.#isFree(request)) return false;
    if (visitor.actsAtOnce > 0) return true;
    return this.#limit.underWay < (visitor.isSolitary ? 1 : this.#limit.current);
  }
}
