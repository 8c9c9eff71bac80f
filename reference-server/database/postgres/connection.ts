/** Connections to PostgreSQL. */
import { readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import { messageOf } from '../../../kit/errors.js';
import { ProjectError } from '../../project/errors.js';
import { DatabaseFault } from '../database.js';
import type { PostgresAddress } from './address.js';
import { codeOf, isReadOnly, toPostgresFault } from './faults.js';
import {
  type Command,
  PreparedStatements,
  type QueryResult,
  ServerQuery,
  type TextRow,
} from './query.js';
import type { ServerWatch } from './server-watch.js';
import { sessionSetUp } from './sqlite-on-postgres/index.js';

/** Time limit of connecting, in milliseconds: a client waits at most 2 s for the 503. */
const connectTime = 1_500;

/** Time limit of closing a connection, and of sending a cancel request, in milliseconds. */
const closeTime = 1_000;

/**
 * Restores the state of a new connection: `DISCARD ALL` without the statements that this server has
 * prepared (https://www.postgresql.org/docs/18/sql-discard.html).
 */
const reset = `CLOSE ALL; SET SESSION AUTHORIZATION DEFAULT; RESET ALL; ${sessionSetUp}; UNLISTEN *;
  SELECT pg_advisory_unlock_all(); DISCARD TEMP; DISCARD SEQUENCES;
  DO $$ DECLARE found text; BEGIN
    FOR found IN SELECT name FROM pg_prepared_statements WHERE from_sql
    LOOP EXECUTE format('DEALLOCATE %I', found); END LOOP;
  END $$`;

/** Code of a cancel request, in place of a protocol version. */
const cancelCode = 80_877_102;

/**
 * Identifies a connection in a cancel request. The types of `pg` lack both members, which it sets
 * before it reports the connection as ready.
 */
interface BackendKey {
  readonly processID: number;
  readonly secretKey: number;
}

/** A connection to the server; it runs one command at a time. */
export class Connection {
  readonly #client: pg.Client;
  readonly #watch: ServerWatch;
  /** Current `statement_timeout` in milliseconds; 0, as after `sessionSetUp`: no limit. */
  #timeout = 0;
  #isBroken = false;
  #isReadOnly = false;
  readonly #prepared = new PreparedStatements();
  #mayHaveState = false;
  #running: Promise<unknown> | undefined;
  /** Called when the server has ended a command, or the connection has broken. */
  #onReady: () => void = () => undefined;
  #cancelling: Promise<void> | undefined;

  private constructor(config: pg.ClientConfig, watch: ServerWatch) {
    this.#watch = watch;
    this.#client = new pg.Client(config);
    // An error while no command runs: the server has closed the connection.
    this.#client.on('error', () => this.#recordBreak());
    this.#client.on('end', () => this.#recordBreak());
  }

  #recordBreak(): void {
    this.#isBroken = true;
    this.#onReady();
  }

  /** @throws DatabaseFault */
  static async open(
    address: PostgresAddress,
    tls: ConnectionOptions | false,
    watch: ServerWatch,
  ): Promise<Connection> {
    const { host, port, user, password, database, options, applicationName } = address;
    const config = {
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
    } as pg.ClientConfig;
    const connection = new Connection(config, watch);
    try {
      await connection.#client.connect();
      // After the driver's own listener, which sets the status of the transaction.
      connection.#client.connection.on('readyForQuery', () => connection.#onReady());
      connection.#client.connection.stream.on('data', () => watch.recordData());
      await connection.run({ text: sessionSetUp });
      return connection;
    } catch (error) {
      connection.destroy();
      throw toPostgresFault(error);
    }
  }

  /** Whether it cannot be used any more. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Whether its server has refused a write because it accepts none. */
  get isReadOnly(): boolean {
    return this.#isReadOnly;
  }

  /** Whether a transaction is open. */
  get isInTransaction(): boolean {
    return this.#client.getTransactionStatus() !== 'I';
  }

  /** Whether a statement of the open transaction has failed, so that it can only be rolled back. */
  get hasFailed(): boolean {
    return this.#client.getTransactionStatus() === 'E';
  }

  /**
   * Sets the server's time limit for statements. The limit is rounded up to whole seconds, so that
   * consecutive requests rarely change it; the waiting run cancels its statement at the exact time.
   *
   * @param left milliseconds; Infinity for no limit
   * @returns undefined when the limit does not change
   */
  limitTime(left: number): Promise<unknown> | undefined {
    const wanted = left === Infinity ? 0 : Math.max(1, Math.ceil(left / 1_000)) * 1_000;
    if (wanted === this.#timeout) return undefined;
    this.#timeout = wanted;
    return this.run({ text: `SET statement_timeout = ${wanted}` });
  }

  /**
   * Runs a command. Without values, its text may contain several statements.
   *
   * @param keep called before each row is kept; what it throws ends the command
   * @throws DatabaseFault, or what `keep` throws
   */
  run(command: Command, keep?: (row: TextRow) => void): Promise<QueryResult> {
    this.#mayHaveState ||= command.mayLeaveState ?? false;
    const running = new Promise<QueryResult>((resolve, reject) => {
      const fail = (error: unknown): void => {
        this.#onReady = () => undefined;
        this.#recordEnd(error);
        reject(error);
      };
      const done = (error: unknown, result?: QueryResult): void => {
        if (result === undefined) {
          // Until then, the status of the transaction is that from before the command.
          if (this.#isBroken) fail(error);
          else this.#onReady = () => fail(error);
        } else {
          this.#recordEnd(undefined);
          resolve(result);
        }
      };
      const refuse = (): void => this.#askToCancel();
      this.#watch.begin(this);
      this.#client.query(new ServerQuery(command, this.#prepared, keep, refuse, done));
    });
    this.#running = running;
    return running;
  }

  #recordEnd(fault: unknown): void {
    this.#running = undefined;
    const isUnreachable = fault instanceof DatabaseFault && fault.kind === 'unreachable';
    this.#isReadOnly ||= isReadOnly(fault);
    this.#watch.end(this, !isUnreachable);
  }

  /** Whether a command may have left settings or locks for the next user: see `reset`. */
  get mayHaveState(): boolean {
    return this.#mayHaveState;
  }

  /** Removes all settings, locks and temporary tables; cuts the connection if that fails. */
  async reset(): Promise<void> {
    this.#mayHaveState = false;
    this.#timeout = 0;
    await this.run({ text: reset }).catch(() => this.destroy());
  }

  /** Cancels the running command. Resolves when the server has answered it, or it is cut. */
  async cancel(): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    this.#askToCancel();
    await running.catch(() => undefined);
  }

  /**
   * Settles when the last cancel request has arrived; until then it could cancel the next user's
   * command. Undefined when none is under way.
   */
  get cancelling(): Promise<void> | undefined {
    return this.#cancelling;
  }

  /**
   * Sends a cancel request over another connection
   * (https://www.postgresql.org/docs/18/protocol-flow.html, "Canceling Requests in Progress"). It
   * needs no TLS: its key can only cancel.
   */
  #askToCancel(): void {
    const sending = this.#sendCancel().finally(() => {
      if (this.#cancelling === sending) this.#cancelling = undefined;
    });
    this.#cancelling = sending;
  }

  /** Resolves when the server closes the connection of the cancel request, after processing it. */
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
    socket.setTimeout(closeTime, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.resume().end(request);
    return new Promise((resolve) => socket.once('close', () => resolve()));
  }

  /** Closes the connection in order; cuts it after a second. */
  async close(): Promise<void> {
    this.#isBroken = true;
    const cut = setTimeout(() => this.destroy(), closeTime);
    await this.#client.end().catch(() => undefined);
    clearTimeout(cut);
  }

  /** Cuts the connection. */
  destroy(): void {
    this.#recordBreak();
    this.#client.connection.stream.destroy();
  }
}

/**
 * A function that opens connections with TLS or without, in the order that `sslmode` asks for.
 *
 * @throws ProjectError when a certificate file cannot be read
 */
export function connector(address: PostgresAddress, watch: ServerWatch): () => Promise<Connection> {
  const attempts = tlsAttempts(address);
  return async () => {
    let failure: unknown;
    for (const tls of attempts) {
      try {
        return await Connection.open(address, tls, watch);
      } catch (error) {
        failure = error;
        // The attempts differ in TLS only.
        if (!isAboutTls(error)) break;
      }
    }
    throw failure;
  };
}

/** TLS options of each attempt to connect (https://www.postgresql.org/docs/18/libpq-ssl.html). */
function tlsAttempts(address: PostgresAddress): readonly (ConnectionOptions | false)[] {
  const { tls: mode, host } = address;
  if (mode === 'disable' || host?.startsWith('/')) return [false];
  const ca = readCertificate(address.rootCertificate, 'sslrootcert');
  const cert = readCertificate(address.certificate, 'sslcert');
  const key = readCertificate(address.key, 'sslkey');
  // As in libpq, a root certificate turns "require" into "verify-ca".
  const isVerified = mode.startsWith('verify') || (mode === 'require' && ca !== undefined);
  const options: ConnectionOptions = {
    rejectUnauthorized: isVerified,
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
  };
  if (mode === 'allow') return [false, options];
  return mode === 'prefer' ? [options, false] : [options];
}

function readCertificate(file: string | undefined, parameter: string): string | undefined {
  if (file === undefined || file === 'system') return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ProjectError(`The file of ${parameter} cannot be read: ${messageOf(error)}.`);
  }
}

function isAboutTls(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  // 28000: pg_hba.conf has no entry for a connection with, or without, encryption.
  return (
    /SSL|TLS/.test(cause.message) || codeOf(cause) === '28000' || /^ERR_SSL/.test(codeOf(cause))
  );
}
