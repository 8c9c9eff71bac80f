import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseFault } from '../database.js';
import type { Connection } from './connection.js';

/** How long a connection may rest before it is closed, in milliseconds. */
const restTime = 30_000;

/** How long connections in use are waited for at the end, in milliseconds. */
const closeTime = 2_000;

/** Who waits for a connection. */
interface Waiter {
  readonly take: (connection: Connection) => void;
  readonly fail: (error: unknown) => void;
}

/** A connection that rests. */
interface Resting {
  readonly connection: Connection;
  readonly since: number;
}

/** A bounded number of connections. Each is lent to one user at a time, in the order of asking. */
export class Pool {
  readonly #open: () => Promise<Connection>;
  readonly #most: number;
  readonly #longestWait: number;
  /** Those that nobody uses; the one used last is lent next, so that the others get closed. */
  readonly #resting: Resting[] = [];
  readonly #waiting = new Set<Waiter>();
  /** All connections, those included that are being opened. */
  #count = 0;
  #sweep: NodeJS.Timeout | undefined;
  #isClosed = false;
  #onEmpty: () => void = () => undefined;

  /**
   * @param most how many connections there may be
   * @param longestWait how long one may be waited for, in milliseconds
   */
  constructor(open: () => Promise<Connection>, most: number, longestWait: number) {
    this.#open = open;
    this.#most = most;
    this.#longestWait = longestWait;
  }

  /**
   * Lends a connection, which has to be given back.
   *
   * @throws DatabaseFault of kind `busy` when none becomes free in time, or as `open` does
   */
  lend(): Connection | Promise<Connection> {
    for (let last = this.#resting.pop(); last !== undefined; last = this.#resting.pop()) {
      if (!last.connection.isBroken) return last.connection;
      this.#count--;
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiter);
        reject(new DatabaseFault('busy', 'all connections to the database are in use', 'EBUSY'));
      }, this.#longestWait);
      const waiter: Waiter = {
        take: (connection) => {
          clearTimeout(timer);
          resolve(connection);
        },
        fail: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      this.#waiting.add(waiter);
      this.#grow();
    });
  }

  /** Takes a connection back; one that is broken is replaced when somebody needs it. */
  giveBack(connection: Connection): void {
    if (connection.cancelling !== undefined) {
      void connection.cancelling.then(() => this.giveBack(connection));
      return;
    }
    if (connection.isBroken || this.#isClosed) {
      void this.#drop(connection);
      this.#grow();
      return;
    }
    const waiter = this.#takeWaiter();
    if (waiter !== undefined) waiter.take(connection);
    else this.#rest(connection);
  }

  /** Closes all connections, those that are in use as soon as they are given back. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#sweep);
    const closing = this.#resting.splice(0).map(({ connection }) => this.#drop(connection));
    await Promise.all(closing);
    if (this.#count === 0) return;
    const empty = new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
    // What is not given back by then is not going to be.
    await Promise.race([empty, sleep(closeTime, undefined, { ref: false })]);
  }

  /** Whether all connections that there may be are in use. */
  get isDrained(): boolean {
    return this.#count >= this.#most && this.#resting.length === 0;
  }

  /** Opens a connection for one who waits, if there may be another one. */
  #grow(): void {
    if (this.#waiting.size === 0 || this.#count >= this.#most || this.#isClosed) return;
    this.#count++;
    this.#open().then(
      (connection) => this.giveBack(connection),
      (error) => {
        this.#count--;
        this.#takeWaiter()?.fail(error);
        // Nobody else is going to give one back.
        if (this.#count === 0) this.#failAll(error);
      },
    );
  }

  #failAll(error: unknown): void {
    for (let waiter = this.#takeWaiter(); waiter !== undefined; waiter = this.#takeWaiter()) {
      waiter.fail(error);
    }
  }

  #takeWaiter(): Waiter | undefined {
    const [first] = this.#waiting;
    if (first !== undefined) this.#waiting.delete(first);
    return first;
  }

  #rest(connection: Connection): void {
    this.#resting.push({ connection, since: performance.now() });
    this.#sweep ??= setInterval(() => this.#closeOld(), restTime / 4).unref();
  }

  #closeOld(): void {
    const oldest = performance.now() - restTime;
    while (this.#resting[0] !== undefined && this.#resting[0].since < oldest) {
      const { connection } = this.#resting.shift() as Resting;
      void this.#drop(connection);
    }
  }

  async #drop(connection: Connection): Promise<void> {
    await connection.close();
    this.#count--;
    if (this.#count === 0) this.#onEmpty();
    this.#grow();
  }
}
