import { expect, onTestFinished, test } from 'vitest';
import { openFile } from '../../../../reference-server/database/sqlite/file.js';
import { LockWait } from '../../../../reference-server/database/sqlite/lock-wait.js';

const limit = 2_000;

/** Statements one after the other on a clock of their own, in milliseconds. */
class Statements {
  readonly #database = openFile(':memory:', { lockWait: limit });
  readonly #lockWait = new LockWait(this.#database);
  #now = 0;

  constructor() {
    onTestFinished(() => void this.#database.close());
  }

  pass(time: number): void {
    this.#now += time;
  }

  /** A statement that finds the database locked. Returns the time that it waits. */
  fail(): number {
    this.#lockWait.begin(this.#now, Infinity);
    const wait = Number(this.#database.pragma('busy_timeout', { simple: true }));
    this.#lockWait.end(this.#now, this.#now + wait, true);
    this.#now += wait;
    return wait;
  }

  /** A statement that writes after a wait. */
  write(wait = 0): void {
    this.#lockWait.begin(this.#now, Infinity);
    this.#lockWait.end(this.#now, this.#now + wait, false);
    this.#now += wait;
  }

  /** Statements of different requests, which take time by themselves, too. */
  failOften(): number[] {
    return Array.from({ length: 20 }, () => {
      this.pass(15);
      return this.fail();
    });
  }
}

test('after a used-up limit, no statement waits until the same time has passed', () => {
  const statements = new Statements();
  expect(statements.fail()).toBe(limit);
  expect(new Set(statements.failOften())).toEqual(new Set([0]));
  statements.pass(limit);
  expect(statements.fail()).toBe(limit);
});

test('after a write, the limit is restored by the time without waiting', () => {
  const statements = new Statements();
  statements.fail();
  statements.write();
  statements.pass(500);
  expect(statements.fail()).toBe(500);
});

test('waits before writes count, too', () => {
  const statements = new Statements();
  statements.write(1_500);
  expect(statements.fail()).toBe(500);
});
