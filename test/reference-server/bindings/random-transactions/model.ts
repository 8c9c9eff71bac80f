/** What a script stores and answers, by the rules of the guides and nothing else. */
import type { Step } from './script.js';

/** The rows of both tables by id, with their keys. */
export type Rows = ReadonlyMap<number, string | null>;

/** What a request shows. */
export interface Outcome {
  readonly status: number;
  /** The ids of the answer; undefined for an answer without them. */
  readonly ids: readonly number[] | undefined;
  readonly rows: Rows;
}

/** A fault of the script, which `try` catches. */
class Fault extends Error {
  readonly isConflict: boolean;

  constructor(isConflict = false) {
    super();
    this.isConflict = isConflict;
  }
}

/** Ends the script without a fault. */
class Suspension {}

/** An open transaction with the rows before it, or one that the database has rolled back. */
interface Transaction {
  readonly before: Rows;
  isLost: boolean;
}

/** One attempt at a request. */
class Attempt {
  rows: Map<number, string | null>;
  /** The ids of the last answer that the script has prepared. */
  answer: readonly number[] | undefined;
  mayBeStored = false;
  readonly #ids: number[] = [];
  #transaction: Transaction | undefined;
  /** Rows before each open block. */
  readonly #blocks: Rows[] = [];
  /** Whether an enclosing `attempt` is nearer than any enclosing transaction block. */
  #isGuarded = false;
  readonly #world: World;

  constructor(before: Rows, world: World) {
    this.rows = new Map(before);
    this.#world = world;
  }

  get isUnfinished(): boolean {
    return this.#transaction !== undefined;
  }

  run(steps: readonly Step[]): void {
    for (const step of steps) this.#step(step);
  }

  finish(): void {
    this.answer = [...this.#ids];
  }

  /** Discards what the open transaction wrote. */
  rollBackAll(): void {
    if (this.#transaction !== undefined) this.rows = new Map(this.#transaction.before);
    this.#transaction = undefined;
  }

  #step(step: Step): void {
    switch (step.kind) {
      case 'insert':
      case 'insertWide':
        this.#send(() => this.#insert(step.id), step.kind === 'insertWide');
        return;
      case 'insertOrRollback':
        this.#send(() => this.#insertOrRollBack(step.id));
        return;
      case 'upsert':
        this.#send(() => this.#upsert(step.id, step.key));
        return;
      case 'clash':
        this.#send(() => this.#clash(step.times));
        return;
      case 'read':
        this.#read();
        return;
      case 'control':
        this.#control(step.word);
        return;
      case 'answer':
        this.finish();
        return;
      case 'abort':
        throw new Fault();
      case 'suspend':
        throw new Suspension();
      case 'transaction':
        this.#transact(step.steps);
        return;
      case 'attempt':
        this.#attempt(step.steps);
    }
  }

  /** A statement that writes: outside of a transaction it may be stored from now on. */
  #send(act: () => void, isWide = false): void {
    this.#demandUsable();
    if (isWide) this.#meetStalePlan('insertWide');
    act();
    if (this.#transaction === undefined) this.mayBeStored = true;
  }

  #demandUsable(): void {
    if (this.#transaction?.isLost) throw new Fault();
  }

  #insert(id: number): void {
    if (this.rows.has(id)) throw new Fault();
    this.rows.set(id, null);
    this.#ids.push(id);
  }

  #insertOrRollBack(id: number): void {
    if (this.rows.has(id) && this.#transaction !== undefined) {
      this.rows = new Map(this.#transaction.before);
      this.#transaction.isLost = true;
      throw new Fault();
    }
    this.#insert(id);
  }

  #upsert(id: number, key: string): void {
    const [changed] = [...this.rows].find(([, other]) => other === key) ?? [id];
    if (changed === id && this.rows.has(id)) throw new Fault();
    this.rows.set(changed, key);
    this.#ids.push(changed);
  }

  #clash(times: number): void {
    if (this.#world.clash(times)) throw new Fault(true);
  }

  #read(): void {
    this.#demandUsable();
    this.#meetStalePlan('read');
  }

  /** A statement is repeated, except where it has ended its transaction. */
  #meetStalePlan(kind: Step['kind']): void {
    const isStale = this.#world.isStale(kind);
    if (isStale && this.#transaction !== undefined && !this.#isGuarded) throw new Fault(true);
  }

  #control(word: 'BEGIN' | 'COMMIT' | 'ROLLBACK'): void {
    if (this.#blocks.length > 0) throw new Fault();
    const open = this.#transaction;
    if (word === 'BEGIN') {
      if (open !== undefined) throw new Fault();
      this.#transaction = { before: new Map(this.rows), isLost: false };
      return;
    }
    if (open === undefined) throw new Fault();
    if (word === 'ROLLBACK') this.rollBackAll();
    else this.#commit(open);
  }

  #commit({ isLost }: Transaction): void {
    this.#transaction = undefined;
    if (isLost) throw new Fault();
    this.mayBeStored = true;
  }

  #transact(steps: readonly Step[]): void {
    this.#demandUsable();
    const isWhole = this.#transaction === undefined;
    const before = new Map(this.rows);
    this.#transaction ??= { before, isLost: false };
    this.#blocks.push(before);
    this.#within(false, () => {
      try {
        this.run(steps);
        this.#demandUsable();
      } catch (error) {
        if (error instanceof Suspension) throw error;
        this.#blocks.pop();
        if (isWhole) this.rollBackAll();
        else if (this.#transaction?.isLost === false) this.rows = new Map(before);
        throw error;
      }
    });
    this.#blocks.pop();
    if (!isWhole) return;
    this.#transaction = undefined;
    this.mayBeStored = true;
  }

  #attempt(steps: readonly Step[]): void {
    this.#within(true, () => {
      try {
        this.run(steps);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
      }
    });
  }

  #within(isGuarded: boolean, act: () => void): void {
    const outer = this.#isGuarded;
    this.#isGuarded = isGuarded;
    try {
      act();
    } finally {
      this.#isGuarded = outer;
    }
  }
}

/** What happens around a script: clashes with other transactions, and stale plans. */
export interface World {
  /** Whether a clash fails that fails in the first `times` of the request. */
  clash(times: number): boolean;
  /** Whether a statement meets a plan that is stale; afterwards, no plan is. */
  isStale(kind: Step['kind']): boolean;
}

/** The outcome of a script's request. */
export function predict(steps: readonly Step[], before: Rows, world: World): Outcome {
  for (let attempts = 1; ; attempts++) {
    const attempt = new Attempt(before, world);
    const fault = runAttempt(attempt, steps);
    const isUnfinished = attempt.isUnfinished;
    attempt.rollBackAll();
    const { rows, answer } = attempt;
    if (fault === undefined) {
      if (isUnfinished) return { status: 500, ids: undefined, rows };
      return { status: 200, ids: answer, rows };
    }
    if (!fault.isConflict) return { status: 500, ids: undefined, rows };
    if (attempts === 2 || attempt.mayBeStored) return { status: 503, ids: undefined, rows };
  }
}

function runAttempt(attempt: Attempt, steps: readonly Step[]): Fault | undefined {
  try {
    attempt.run(steps);
    attempt.finish();
    return undefined;
  } catch (error) {
    if (error instanceof Suspension) return undefined;
    if (error instanceof Fault) return error;
    throw error;
  }
}
