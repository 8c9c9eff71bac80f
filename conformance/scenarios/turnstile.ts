/**
 * Decides which scenarios may send a request. As many requests are under way as the limit says,
 * whichever scenarios they belong to; while a scenario holds the target, no other one sends any.
 * Those that want to hold it wait for each other, so that the others stop once for several of them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AnswerListener,
  type ConcurrencyLimit,
  isOverload,
  type Passage,
} from '../http/concurrency-limit.js';
import type { Exchange } from '../http/exchange.js';
import { NoAnswer, TargetFailure } from '../outcomes.js';

/** What a scenario can say of the others when it ends. */
export interface Neighbors {
  /** Whether others had requests under way since it began. */
  readonly wereThere: boolean;
  /** Whether a request of its own may have been refused only because of others under way. */
  readonly wereTooMany: boolean;
}

/** The time of one scenario, from its beginning to its end. */
export interface Stay {
  /** Sends a request as soon as it may go out. */
  admit(send: (onAnswer: AnswerListener) => Promise<Exchange>): Promise<Exchange>;
  /** Holds the target; the limit does not apply to what `act` sends, so that its requests overlap. */
  atOnce<T>(act: () => Promise<T>): Promise<T>;
  /**
   * Resolves when no other scenario has a request under way; none sends any until the target is
   * released, or the stay ends.
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
   * The part of the target that it holds when it does, by a name of the suite's. Scenarios that hold
   * different parts do so at the same time; undefined for the whole of it.
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

interface WaitingRequest {
  readonly visitor: Visitor;
  readonly go: (passage: Passage) => void;
  readonly giveUp: (reason: Error) => void;
}

interface WaitingHolder {
  readonly visitor: Visitor;
  readonly enter: () => void;
}

/** Whether two scenarios may hold the target at the same time. */
function areApart(one: Visitor, other: Visitor): boolean {
  return one.part !== undefined && other.part !== undefined && one.part !== other.part;
}

/** The turnstile before one target. */
export class Turnstile {
  readonly #limit: ConcurrencyLimit;
  #requests: readonly WaitingRequest[] = [];
  #waitingHolders: readonly WaitingHolder[] = [];
  readonly #holders = new Set<Visitor>();
  /** Whether those that want to hold the target have their turn, those of one part one by one. */
  #isTurnOfHolders = false;
  /** Scenarios that are not in a pause. */
  #inside = 0;
  /** The requests that went out, of all scenarios. */
  #sent = 0;

  constructor(limit: ConcurrencyLimit) {
    this.#limit = limit;
  }

  async enter({ isSolitary = false, part }: Entry = {}): Promise<Stay> {
    this.#inside += 1;
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
      admit: (send) => this.#admit(visitor, send),
      atOnce: (act) => this.#atOnce(visitor, act),
      hold: async (heldPart = visitor.part) => {
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

  async #admit(
    visitor: Visitor,
    send: (onAnswer: AnswerListener) => Promise<Exchange>,
  ): Promise<Exchange> {
    const passage = await new Promise<Passage>((go, giveUp) => {
      this.#requests = [...this.#requests, { visitor, go, giveUp }];
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
    const abandoned = this.#requests.filter((one) => one.visitor === visitor);
    this.#requests = this.#requests.filter((one) => one.visitor !== visitor);
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
    this.#admitHolders();
    for (const waiting of this.#requests) {
      if (!this.#mayGo(waiting.visitor)) continue;
      this.#requests = this.#requests.filter((one) => one !== waiting);
      this.#sent += 1;
      waiting.visitor.ownRequests += 1;
      waiting.go(this.#limit.begin());
    }
  }

  /** Their turn begins when more scenarios wait for it than go on without, and ends with the last. */
  #admitHolders(): void {
    const waiting = this.#waitingHolders.length;
    if (this.#holders.size === 0) {
      this.#isTurnOfHolders = waiting > 0 && (this.#isTurnOfHolders || 2 * waiting > this.#inside);
      if (!this.#isTurnOfHolders || this.#limit.underWay > 0) return;
    }
    for (const next of this.#waitingHolders) {
      if (![...this.#holders].every((holder) => areApart(holder, next.visitor))) continue;
      this.#waitingHolders = this.#waitingHolders.filter((one) => one !== next);
      this.#holders.add(next.visitor);
      next.enter();
    }
  }

  #mayGo(visitor: Visitor): boolean {
    if (!this.#holders.has(visitor) && this.#isTurnOfHolders) return false;
    if (visitor.actsAtOnce > 0) return true;
    return this.#limit.underWay < (visitor.isSolitary ? 1 : this.#limit.current);
  }
}
