import { DatabaseFault, type DatabaseUser } from '../database.js';
import type { Connection } from './connection.js';
import type { Command, QueryResult, TextRow } from './query.js';

/** The part of a user that the watch over lent connections needs. */
export type Borrower = Pick<DatabaseUser, 'deadline' | 'client'>;

/** The fault of a command after the end of its user. */
export function userEnded(): DatabaseFault {
  return new DatabaseFault('overdue', 'the script has ended', 'EOVER');
}

/** Takes connections back from leases. */
export interface Lender {
  /** @returns undefined when the connection needs no cleaning */
  takeBack(lease: Lease): Promise<void> | undefined;
}

/**
 * A connection that is lent to one user, who can reach and return it only through its lease. Its
 * states:
 *
 * - `lent`: its user may run commands
 * - `ending`: its user has ended; the running command is cancelled
 * - `returned`: it belongs to the pool again
 */
export class Lease {
  readonly connection: Connection;
  readonly borrower: Borrower;
  /** Checks of the pool since the user has ended or its time is over. */
  overdueChecks = 0;
  readonly #lender: Lender;
  #state: 'lent' | 'ending' | 'returned' = 'lent';
  #returning: Promise<void> | undefined;

  constructor(connection: Connection, borrower: Borrower, lender: Lender) {
    this.connection = connection;
    this.borrower = borrower;
    this.#lender = lender;
  }

  /** Whether the connection must not be used any more. */
  get isOverdue(): boolean {
    return this.#state === 'ending' || performance.now() > this.borrower.deadline;
  }

  /**
   * Runs a command of the user; see `Connection`.
   *
   * @throws DatabaseFault also after the end of the user: the connection may be another one's
   */
  run(command: Command, keep?: (row: TextRow) => void): Promise<QueryResult> {
    if (this.#state !== 'lent') return Promise.reject(userEnded());
    return this.connection.run(command, keep);
  }

  /** Gives the connection back after the last command. Further calls have no effect. */
  giveBack(): Promise<void> | undefined {
    if (this.#state === 'returned') return this.#returning;
    this.#state = 'returned';
    this.#returning = this.#lender.takeBack(this);
    return this.#returning;
  }

  /**
   * Ends the use in any state: cancels the running command and gives the connection back. Resolves
   * when the server has ended the transaction, or the connection has been cut.
   */
  async end(): Promise<void> {
    if (this.#state === 'lent') this.#state = 'ending';
    await this.connection.cancel();
    await this.giveBack();
  }
}
