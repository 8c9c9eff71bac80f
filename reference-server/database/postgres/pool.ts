/** The connections of a database. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { DatabaseFault, type MaybePromise } from '../database.js';
import type { Connection } from './connection.js';
import { isBusy } from './faults.js';
import { type Borrower, Lease, type Lender } from './lease.js';
import type { ServerWatch } from './server-watch.js';

/** Time until an idle connection is closed, in milliseconds. */
const idleTime = 30_000;

/** Time limit of waiting for connections in use when the pool closes, in milliseconds. */
const closeTime = 2_000;

/**
 * Interval of the checks of lent connections, in milliseconds, and the number of checks after which
 * a connection is cut whose user has ended. Checks are counted because scripts may block the
 * process for any time.
 */
const checkInterval = 100;
const mostOverdueChecks = 10;

const inUse = 'all connections to the database are in use';

/** A user without a time limit, such as a migration. */
const patient: Borrower = { deadline: Infinity, client: undefined };

/** Options of a pool. */
export interface PoolOptions {
  /** Maximum number of connections. */
  readonly maximum: number;
  /** Time limit of waiting for a connection, in milliseconds. */
  readonly longestWait: number;
  /** Receives notes for the operator, in sentences. */
  readonly note: (text: string) => void;
}

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
 * A limited number of connections. Each is lent to one user at a time, in order of the requests,
 * and cut if it is not returned within a second after its user has ended.
 */
export class Pool implements Lender {
  readonly #open: () => Promise<Connection>;
  readonly #options: PoolOptions;
  readonly #watch: ServerWatch;
  /**
   * The connection used last is lent next, so that the other connections become old enough to be
   * closed.
   */
  readonly #idle: Idle[] = [];
  readonly #waiting = new Set<Waiter>();
  /** The lent connections, until they are clean again. */
  readonly #leases = new Set<Lease>();
  /** Number of connections, including those that are being opened. */
  #count = 0;
  /** Time of the last lease, in milliseconds of `performance.now`. */
  #lastLease = 0;
  #sweep: NodeJS.Timeout | undefined;
  #checking: NodeJS.Timeout | undefined;
  #isClosed = false;
  #onEmpty: () => void = () => undefined;

  /** @param watch watches the commands of the connections */
  constructor(open: () => Promise<Connection>, watch: ServerWatch, options: PoolOptions) {
    this.#watch = watch;
    watch.onSilence = (fault) => this.#failAll(fault);
    this.#open = open;
    this.#options = options;
  }

  /**
   * Lends a connection until the lease is given back.
   *
   * @throws DatabaseFault of kind `busy` when none becomes free in time, of kind `unreachable`
   *   while the server is silent, or what opening one throws
   */
  lend(borrower: Borrower = patient): MaybePromise<Lease> {
    const { fault } = this.#watch;
    if (fault !== undefined) return Promise.reject(fault);
    for (let last = this.#idle.pop(); last !== undefined; last = this.#idle.pop()) {
      if (!last.connection.isBroken) return this.#lease(last.connection, borrower);
      this.#count--;
    }
    return this.#wait().then((connection) => this.#lease(connection, borrower));
  }

  #lease(connection: Connection, borrower: Borrower): Lease {
    const lease = new Lease(connection, borrower, this);
    this.#leases.add(lease);
    this.#lastLease = performance.now();
    this.#checking ??= setInterval(() => this.#checkLeases(), checkInterval).unref();
    return lease;
  }

  #wait(): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiter);
        reject(new DatabaseFault('busy', inUse, 'EBUSY'));
      }, this.#options.longestWait);
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

  takeBack(lease: Lease): Promise<void> | undefined {
    const { connection } = lease;
    if (!needsCleaning(connection)) {
      this.#admit(lease);
      return undefined;
    }
    return clean(connection).then(() => this.#admit(lease));
  }

  /** Takes a lent connection into the pool again, unless it has been cut as overdue. */
  #admit(lease: Lease): void {
    if (this.#leases.delete(lease)) this.#handOn(lease.connection);
  }

  /** Gives a connection to the next user. A broken one is replaced when it is needed. */
  #handOn(connection: Connection): void {
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

  /** Cuts connections that have not come back although their users have ended. */
  #checkLeases(): void {
    for (const lease of this.#leases) {
      if (!lease.isOverdue) continue;
      lease.overdueChecks++;
      if (lease.overdueChecks < mostOverdueChecks) continue;
      const { method, path } = lease.borrower.client ?? { method: 'A', path: 'task' };
      this.#options.note(
        `${method} ${path}: its connection to the database was still in use 1 s after its end, and has been cut.`,
      );
      lease.connection.destroy();
      this.#admit(lease);
    }
  }

  /**
   * Runs code with a connection, without a time limit for its statements. A transaction that it
   * leaves open is rolled back.
   *
   * @throws DatabaseFault like `lend`, or what the code throws
   */
  async withConnection<Result>(act: (connection: Connection) => Promise<Result>): Promise<Result> {
    const lease = await this.lend();
    try {
      await lease.connection.limitTime(Infinity);
      return await act(lease.connection);
    } finally {
      await lease.giveBack();
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
    clearInterval(this.#checking);
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
    return this.#count >= this.#options.maximum && this.#idle.length === 0;
  }

  /**
   * The reason why requests wait in vain: all connections are in use, and none has become free for
   * longer than a request waits. Otherwise undefined.
   */
  async findShortage(): Promise<string | undefined> {
    // Connections may have come back while this process was busy.
    await nextTurn();
    const isLasting = performance.now() - this.#lastLease > this.#options.longestWait;
    return this.isDrained && isLasting ? inUse : undefined;
  }

  /** Opens a connection for a waiting user unless the maximum is reached. */
  #grow(): void {
    if (this.#waiting.size === 0 || this.#isClosed) return;
    if (this.#count >= this.#options.maximum) return;
    this.#count++;
    this.#open().then(
      (connection) => this.#handOn(connection),
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

function needsCleaning({
  isBroken,
  cancelling,
  isInTransaction,
  mayHaveState,
}: Connection): boolean {
  return !isBroken && (isInTransaction || mayHaveState || cancelling !== undefined);
}

/** Makes a connection like new: without a transaction, a cancel request or settings of its user. */
async function clean(connection: Connection): Promise<void> {
  // It could cancel the commands below, or those of the next user.
  await connection.cancelling;
  if (connection.isInTransaction && !connection.isBroken) {
    await connection.run({ text: 'ROLLBACK' }).catch(() => connection.destroy());
  }
  if (connection.mayHaveState && !connection.isBroken) await connection.reset();
}
