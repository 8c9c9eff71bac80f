import { createConnection } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import type { Address } from './address.js';
import { compatibilitySchema } from './dialect/index.js';
import { toFault } from './faults.js';
import {
  type Command,
  type PreparedColumns,
  type Reply,
  ServerQuery,
  type TextRow,
} from './query.js';

/** How long it may take to connect, in milliseconds: who waits for an answer gets it within 2 s. */
const connectTime = 1_500;

/** How long a connection may take to end what it does before it is cut, in milliseconds. */
const cancelTime = 1_000;

/** The code of a request to cancel, in place of a version of the protocol. */
const cancelCode = 80_877_102;

/** By what the server knows whom a request to cancel is about. */
interface BackendKey {
  readonly processID: number;
  readonly secretKey: number;
}

/** What translated statements rely on: their functions and operators are found, and times are UTC. */
const setUp = `SET TimeZone TO 'UTC';
  SELECT set_config('search_path', current_setting('search_path') || ', ${compatibilitySchema.name}', false)`;

/** One connection to the server; it does one thing at a time. */
export class Connection {
  readonly #client: pg.Client;
  /** What `statement_timeout` is, in milliseconds; 0 is none. */
  #timeout = -1;
  #isBroken = false;
  readonly #prepared: PreparedColumns = new Map();
  #running: Promise<unknown> | undefined;
  #cancelling: Promise<void> | undefined;

  private constructor(config: pg.ClientConfig) {
    this.#client = new pg.Client(config);
    // An error while nothing is asked: the server has gone.
    this.#client.on('error', () => {
      this.#isBroken = true;
    });
    this.#client.on('end', () => {
      this.#isBroken = true;
    });
  }

  /** @throws DatabaseFault */
  static async open(address: Address, tls: ConnectionOptions | false): Promise<Connection> {
    const { host, port, user, password, database, options, applicationName } = address;
    const connection = new Connection({
      host,
      port,
      user,
      password,
      database,
      options,
      application_name: applicationName,
      ssl: tls,
      keepAlive: true,
      connectionTimeoutMillis: connectTime,
    } as pg.ClientConfig);
    try {
      await connection.#client.connect();
      await connection.run({ text: setUp });
      return connection;
    } catch (error) {
      connection.destroy();
      throw toFault(error);
    }
  }

  /** Whether it can be used no longer. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Whether a transaction is open. */
  get isInTransaction(): boolean {
    return this.#client.getTransactionStatus() !== 'I';
  }

  /** Whether a transaction is open in which a statement has failed, so that it can only be undone. */
  get hasFailed(): boolean {
    return this.#client.getTransactionStatus() === 'E';
  }

  /**
   * Has the server end statements that take longer. It is told only when that makes a difference
   * worth the time: the run that waits for a statement ends by itself, and cancels it.
   *
   * @param left milliseconds
   * @returns undefined when nothing has to be waited for
   */
  limitTime(left: number): Promise<unknown> | undefined {
    // Whole seconds: most statements come within the first of those that their requests have.
    const wanted = left === Infinity ? 0 : Math.max(1, Math.ceil(left / 1_000)) * 1_000;
    if (wanted === this.#timeout) return undefined;
    this.#timeout = wanted;
    return this.run({ text: `SET statement_timeout = ${wanted}` });
  }

  /**
   * Runs a statement; without values, the text may hold several.
   *
   * @param keep called for each row before it is kept; what it throws ends the statement
   * @throws DatabaseFault, or what `keep` throws
   */
  run(command: Command, keep?: (row: TextRow) => void): Promise<Reply> {
    const running = new Promise<Reply>((resolve, reject) => {
      const done = (error: unknown, reply?: Reply): void => {
        this.#running = undefined;
        if (reply === undefined) reject(toFault(error));
        else resolve(reply);
      };
      const refuse = (): void => this.#askToCancel();
      this.#client.query(new ServerQuery(command, this.#prepared, keep, refuse, done));
    });
    this.#running = running;
    return running;
  }

  /**
   * Ends what runs. Resolves when the connection can be used again, or is broken.
   */
  async cancel(): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    this.#askToCancel();
    const cut = setTimeout(() => this.destroy(), cancelTime);
    await running.catch(() => undefined);
    clearTimeout(cut);
  }

  /**
   * Settles when no request to cancel is under way, which might end what somebody else does next;
   * undefined when there is none.
   */
  get cancelling(): Promise<void> | undefined {
    return this.#cancelling;
  }

  /**
   * Over a connection of its own, as the protocol wants it (PostgreSQL 18, 54.2.9). It needs no TLS:
   * the key that it sends is good for nothing else.
   */
  #askToCancel(): void {
    const sending = this.#sendCancel().finally(() => {
      if (this.#cancelling === sending) this.#cancelling = undefined;
    });
    this.#cancelling = sending;
  }

  /** Resolves when the server has closed that connection, after it has passed the request on. */
  #sendCancel(): Promise<void> {
    const { processID, secretKey } = this.#client as unknown as BackendKey;
    const request = Buffer.alloc(16);
    [16, cancelCode, processID, secretKey].forEach((number, index) => {
      request.writeInt32BE(number, 4 * index);
    });
    const { host, port } = this.#client;
    const socket = host.startsWith('/')
      ? createConnection(`${host}/.s.PGSQL.${port}`)
      : createConnection(port, host);
    socket.setTimeout(cancelTime, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.resume().end(request);
    return new Promise((resolve) => socket.once('close', () => resolve()));
  }

  /** Ends the connection in an orderly way. */
  async close(): Promise<void> {
    this.#isBroken = true;
    const cut = setTimeout(() => this.destroy(), cancelTime);
    await this.#client.end().catch(() => undefined);
    clearTimeout(cut);
  }

  /** Cuts the connection. */
  destroy(): void {
    this.#isBroken = true;
    this.#client.connection.stream.destroy();
  }
}
