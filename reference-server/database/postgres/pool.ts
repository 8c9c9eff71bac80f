/** The connections of a database. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseFault, type MaybePromise } from '../database.js';
import type { Connection } from './connection.js';
import { isBusy } from './faults.js';
import type { ServerWatch } from './server-watch.js';

/** Time until an idle connection is closed, in milliseconds. */
const idleTime = 30_000;

/** Time limit of waiting for connections in use when the pool closes, in milliseconds. */
const closeTime = 2_000;

/** A request for a connection. */
interface Waiter {
  readonly take: (connection: Connection) => void;
  readonly fail: (error: unknown) => void;
}

/** An idle connection; `since` is in milliseconds of `performance.now`. */
interface Idle {
  readonly connection: Connection;
  readonly since: number;
}

/**
 * A limited number of connections. Each is lent to one user at a time, in order of the requests.
 */
export class Pool {
  readonly #open: () => Promise<Connection>;
  readonly #maximum: number;
  readonly #longestWait: number;
  readonly #watch: ServerWatch;
  /** The connection used last is lent next, so that the others become old enough to be closed. */
  readonly #idle: Idle[] = [];
  readonly #waiting = new Set<Waiter>();
  /** Number of connections, including those that are being opened. */
  #count = 0;
  #sweep: NodeJS.Timeout | undefined;
  #isClosed = false;
  #onEmpty: () => void = () => undefined;

  /**
   * @param maximum maximum number of connections
   * @param longestWait time limit of waiting for a connection, in milliseconds
   * @param watch watches the commands of the connections
   */
  constructor(
    open: () => Promise<Connection>,
    maximum: number,
    longestWait: number,
    watch: ServerWatch,
  ) {
    this.#watch = watch;
    watch.onSilence = (fault) => this.#failAll(fault);
    this.#open = open;
    this.#maximum = maximum;
    this.#longestWait = longestWait;
  }

  /**
   * Lends a connection, which must be given back.
   *
   * @throws DatabaseFault of kind `busy` when none becomes free in time, of kind `unreachable`
   *   while the server is silent, or what opening one throws
   */
  lend(): MaybePromise<Connection> {
    const { fault } = this.#watch;
    if (fault !== undefined) return Promise.reject(fault);
    for (let last = this.#idle.pop(); last !== undefined; last = this.#idle.pop()) {
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

  /** Takes a connection back. A broken one is replaced when it is needed. */
  giveBack(connection: Connection): void {
    if (connection.cancelling !== undefined) {
      void connection.cancelling.then(() => this.giveBack(connection));
      return;
    }
    if (connection.mayHaveState && !connection.isBroken) {
      void connection.reset().then(() => this.giveBack(connection));
      return;
    }
    // A new connection may accept writes: it leads to another server, or a setting was changed.
    if (connection.isReadOnly) void this.#dropIdle();
    if (connection.isBroken || connection.isReadOnly || this.#isClosed) {
      void this.#drop(connection);
      this.#grow();
      return;
    }
    const waiter = this.#takeWaiter();
    if (waiter !== undefined) waiter.take(connection);
    else this.#keepIdle(connection);
  }

  /**
   * Runs code with a connection, without a time limit for its statements. A transaction that it
   * leaves open is rolled back.
   *
   * @throws DatabaseFault like `lend`, or what the code throws
   */
  async withConnection<Result>(act: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connection = await this.lend();
    try {
      await connection.limitTime(Infinity);
      return await act(connection);
    } finally {
      if (connection.isInTransaction && !connection.isBroken) {
        await connection.run({ text: 'ROLLBACK' }).catch(() => connection.destroy());
      }
      this.giveBack(connection);
    }
  }

  /** Closes all connections; those in use when they are given back. */
  async close(): Promise<void> {
    await this.#drain();
    this.#watch.close();
  }

  async #drain(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#sweep);
    await this.#dropIdle();
    if (this.#count === 0) return;
    const empty = new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
    // A connection that is not back by then was lost.
    await Promise.race([empty, sleep(closeTime, undefined, { ref: false })]);
  }

  /** Whether the maximum number of connections is in use by a server that answers. */
  get isDrained(): boolean {
    if (this.#watch.fault !== undefined) return false;
    return this.#count >= this.#maximum && this.#idle.length === 0;
  }

  /** Opens a connection for a waiting user unless the maximum is reached. */
  #grow(): void {
    if (this.#waiting.size === 0 || this.#count >= this.#maximum || this.#isClosed) return;
    this.#count++;
    this.#open().then(
      (connection) => this.giveBack(connection),
      (error) => {
        this.#count--;
        // Without connections, none can be given back to those who wait.
        if (this.#count === 0) this.#failAll(error);
        // At the server's limit, the user waits for a connection of this pool.
        else if (!isBusy(error)) this.#takeWaiter()?.fail(error);
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

  #keepIdle(connection: Connection): void {
    this.#idle.push({ connection, since: performance.now() });
    this.#sweep ??= setInterval(() => this.#closeOld(), idleTime / 4).unref();
  }

  #closeOld(): void {
    const oldest = performance.now() - idleTime;
    while (this.#idle[0] !== undefined && this.#idle[0].since < oldest) {
      const { connection } = this.#idle.shift() as Idle;
      void this.#drop(connection);
    }
  }

  async #dropIdle(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map(({ connection }) => this.#drop(connection)));
  }

  async #drop(connection: Connection): Promise<void> {
    await connection.close();
    this.#count--;
    if (this.#count === 0) this.#onEmpty();
    this.#grow();
  }
}
