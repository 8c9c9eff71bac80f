import { createConnection, type Socket } from 'node:net';
import { DatabaseFault } from '../database.js';
import type { PostgresAddress } from './address.js';
import { codeOf, unreachable } from './faults.js';

/** Interval of the checks, in milliseconds. */
const checkInterval = 100;

/** Checks without a result until the server is probed, and until a probe has failed. */
const checksUntilProbe = 5;
const checksUntilFailed = 10;

/** Code of a request for TLS, in place of a protocol version. */
const tlsRequestCode = 80_877_103;

/** PostgreSQL's default port. */
const defaultPort = 5_432;

/** A connection with a running command. */
export interface WatchedConnection {
  /** Cuts the connection, which ends its command with an error. */
  destroy(): void;
}

/**
 * Asks a server whether it supports TLS. The server answers before it authenticates the client
 * (https://www.postgresql.org/docs/18/protocol-flow.html, "SSL Session Encryption").
 */
class Probe {
  /** Checks since the start. */
  age = 0;
  /** Undefined while there is no answer. */
  isAnswered: boolean | undefined;
  readonly #socket: Socket;

  constructor({ host = 'localhost', port = defaultPort }: PostgresAddress) {
    const request = Buffer.alloc(8);
    request.writeInt32BE(request.length, 0);
    request.writeInt32BE(tlsRequestCode, 4);
    this.#socket = host.startsWith('/')
      ? createConnection(`${host}/.s.PGSQL.${port}`)
      : createConnection(port, host);
    this.#socket.unref().once('data', () => this.#settle(true));
    // Without free descriptors, the fault is this process's.
    this.#socket.on('error', (error) => this.#settle(/^E[MN]FILE$/.test(codeOf(error))));
    this.#socket.on('close', () => this.#settle(false));
    this.#socket.write(request);
  }

  end(): void {
    this.#socket.destroy();
  }

  #settle(isAnswered: boolean): void {
    this.isAnswered ??= isAnswered;
    this.#socket.destroy();
  }
}

/**
 * Distinguishes a long statement from a server that no longer answers, such as a stopped process or
 * a machine behind a broken network: during a long command, the server is probed over another
 * connection. If the probe fails, all connections that wait for the server are cut.
 *
 * Time is counted in checks, because the process receives no answers while scripts block it.
 */
export class ServerWatch {
  /** Called when the server has become silent, with the fault for all waiting commands. */
  onSilence: (fault: DatabaseFault) => void = () => undefined;
  readonly #address: PostgresAddress;
  /** Running commands with the number of the check before their start, the oldest first. */
  readonly #running = new Map<WatchedConnection, number>();
  #checking: NodeJS.Timeout | undefined;
  #check = 0;
  /** Number of the check at the last sign of life. */
  #lastAnswer = 0;
  #probe: Probe | undefined;
  #fault: DatabaseFault | undefined;

  constructor(address: PostgresAddress) {
    this.#address = address;
  }

  /** The fault for all who would wait for the server; undefined while it answers. */
  get fault(): DatabaseFault | undefined {
    return this.#fault;
  }

  /** Announces a command. */
  begin(connection: WatchedConnection): void {
    this.#checking ??= setInterval(() => this.#onCheck(), checkInterval).unref();
    this.#running.set(connection, this.#check);
  }

  /** @param isAnswered whether the server has sent the command's result or error */
  end(connection: WatchedConnection, isAnswered: boolean): void {
    this.#running.delete(connection);
    if (isAnswered) this.#lastAnswer = this.#check;
  }

  /** Announces a part of a result: rows may arrive for a long time before their command ends. */
  recordData(): void {
    this.#lastAnswer = this.#check;
  }

  close(): void {
    clearInterval(this.#checking);
    this.#probe?.end();
  }

  #onCheck(): void {
    this.#check++;
    const probe = this.#probe;
    if (probe === undefined) {
      if (this.#fault !== undefined || this.#isOverdue()) this.#probe = new Probe(this.#address);
      return;
    }
    probe.age++;
    const isAnswered = this.#check - this.#lastAnswer <= probe.age || probe.isAnswered;
    if (isAnswered === undefined && probe.age < checksUntilFailed) return;
    probe.end();
    this.#probe = undefined;
    if (isAnswered === true) {
      this.#lastAnswer = this.#check;
      this.#fault = undefined;
    } else this.#recordSilence(this.#check - probe.age);
  }

  /** Whether the oldest command and the last sign of life are long ago. */
  #isOverdue(): boolean {
    const [oldest = this.#check] = this.#running.values();
    return this.#check - Math.max(oldest, this.#lastAnswer) >= checksUntilProbe;
  }

  /** @param start check at which the failed probe began; later commands may still be answered */
  #recordSilence(start: number): void {
    this.#fault = new DatabaseFault('unreachable', unreachable, 'ETIMEDOUT');
    this.onSilence(this.#fault);
    for (const [connection, begun] of [...this.#running]) {
      if (begun <= start) connection.destroy();
    }
  }
}
