/**
 * Decides which scenarios may send a request. As many requests are under way as the limit says,
 * whichever scenarios they belong to; while a scenario holds the target, no other one sends any, and
 * while it holds a part of the target, no other one sends any that may concern that part. Scenarios
 * that want to hold the same part wait for each other, so that the others stop once for several holders.
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

/** What a scenario can say of the others when it ends. */
export interface Neighbors {
  /** Whether others had requests under way since it began. */
  readonly wereThere: boolean;
  /** Whether a request of its own may have been refused only because of others under way. */
  readonly wereTooMany: boolean;
}

/** Sends a request and tells the listener of every answer. */
type Send = (onAnswer: AnswerListener) => Promise<Exchange>;

/** What decides whether a request has to wait for those that hold the target. */
type Outgoing = Pick<RequestSpecification, 'method' | 'path'>;

/** The time of one scenario, from its beginning to its end. */
export interface Stay {
  /**
   * Sends a request as soon as it may go out.
   *
   * @param request tells whether it may change the target, and which part of it; default: all of it
   */
  admit(send: Send, request?: Outgoing): Promise<Exchange>;
  /** Holds the target; the limit does not apply to what `act` sends, so that its requests overlap. */
  atOnce<T>(act: () => Promise<T>): Promise<T>;
  /**
   * Resolves when no other scenario has a request under way that may concern the part; none sends any
   * until the target is released, or the stay ends.
   *
   * @param part what of the target it holds from now on; default: what it entered with
   * @returns releases the target, unless the scenario held it already
   */
  hold(part?: string): Promise<() => void>;
  /** Ends the latest hold that has not ended. @returns whether there was one */
  release(): boolean;
  /** Whether it holds the target. */
  readonly isHolder: boolean;
  /** Lets time go by, in which others may send; a target that was held is held again after it. */
  pause(milliseconds: number): Promise<void>;
  /** To be called once; requests that wait are not sent any more. */
  leave(): Neighbors;
}

/** How a scenario is inside. */
export interface Entry {
  /** Whether it holds the target from its beginning to its end, and sends one request at a time. */
  readonly isSolitary?: boolean;
  /**
   * The part of the target that the scenario holds when it does; undefined for the whole target. Its
   * name is a segment of the paths that belong to it: `baskets` of `/shop/baskets/7`. Different parts
   * are held at the same time.
   */
  readonly part?: string | undefined;
}

/** One scenario inside. */
interface Visitor {
  readonly isSolitary: boolean;
  part: string | undefined;
  /** How many of its acts are not limited. */
  actsAtOnce: number;
  /** The requests of all scenarios that had ended when it began. */
  endedBefore: number;
  ownRequests: number;
  wereTooMany: boolean;
}

/** A request that waits or is under way. */
interface Request {
  readonly visitor: Visitor;
  /** The part of the target that it concerns; undefined when it may concern any. */
  readonly part: string | undefined;
  /** Whether it asks for no change, so that it disturbs no holder. */
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

/** Whether a request may change what somebody who holds a part of the target looks at. */
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
  /** The parts that scenarios have named so far. */
  readonly #parts = new Set<string>();
  /** The parts whose holders have their turn, one after the other; undefined is the whole target. */
  readonly #turns = new Set<string | undefined>();
  /** Scenarios that are not in a pause. */
  #inside = 0;
  /** The requests that went out, of all scenarios. */
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

  /** A request whose path names no part, or several, may concern any. */
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
    const note = (isRefused: boolean) => {
      visitor.wereTooMany ||= isRefused && passage.hasCompany;
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

  /** Lets in whoever may be let in now. */
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
   * The turn of a part begins at once, since requests that concern other parts go on meanwhile; that of
   * a second part, when nothing else could be sent. The turn of the whole target, in which nothing goes
   * on, begins when more scenarios wait to hold than do not.
   */
  #mayBegin(part: string | undefined): boolean {
    const isFirst = this.#turns.size === 0;
    if (part === undefined) return isFirst && 2 * this.#waitingHolders.length > this.#inside;
    return isFirst || (!this.#turns.has(undefined) && this.#isIdle);
  }

  /** Whether only holders have requests that are under way or may go out. */
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

  /** Whether a request disturbs no holder whose turn it is. */
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
