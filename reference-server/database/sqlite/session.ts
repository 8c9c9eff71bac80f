import type { DatabaseUser, Outcome, Session } from '../database.js';
import type { RowMap } from '../row-map.js';
import type { SqlParameter } from '../values.js';
import { isBusy, toFault } from './faults.js';
import type { SqliteDatabase } from './sqlite-database.js';
import type { PreparedStatement } from './statements.js';

/** What begins, stores and undoes a transaction, or a part of one. */
const transaction = { begin: 'BEGIN IMMEDIATE', commit: 'COMMIT', rollBack: ['ROLLBACK'] } as const;
const part = {
  begin: 'SAVEPOINT _part',
  commit: 'RELEASE _part',
  rollBack: ['ROLLBACK TO _part', 'RELEASE _part'],
} as const;

/** What one user does with the connection that all share. */
export class SqliteSession implements Session {
  /** What a conflict needs, a second writer at the same time, does not exist. */
  readonly isRepeatable = false;
  readonly #database: SqliteDatabase;
  readonly #user: DatabaseUser;
  /** What was begun and has not ended, the outermost first; most requests begin nothing. */
  #begun: (typeof transaction | typeof part)[] | undefined;

  constructor(database: SqliteDatabase, user: DatabaseUser) {
    this.#database = database;
    this.#user = user;
  }

  get mustNotWait(): boolean {
    return this.#database.connection.inTransaction;
  }

  first(sql: string, parameters: readonly SqlParameter[]): RowMap | undefined {
    return this.#execute(sql, (statement) => statement.first(parameters, this.#user));
  }

  all(sql: string, parameters: readonly SqlParameter[]): RowMap[] {
    return this.#execute(sql, (statement) => statement.all(parameters, this.#user));
  }

  run(sql: string, parameters: readonly SqlParameter[]): Outcome {
    return this.#execute(sql, (statement) => {
      if (!statement.returnsRows) {
        const { changes, lastRowId } = statement.run(parameters);
        if (!statement.isInsert) return changes;
        return changes === 0 ? null : lastRowId;
      }
      const rows = statement.all(parameters, this.#user);
      if (!statement.isInsert) return rows;
      return rows.length === 0 ? null : this.#lastRowId();
    });
  }

  /** The outermost transaction begins with the lock for writing. */
  begin(): void {
    const { connection, lockWait } = this.#database;
    const kind = connection.inTransaction ? part : transaction;
    const start = performance.now();
    lockWait.begin(start, this.#user.deadline - start);
    try {
      this.#control(kind.begin);
    } finally {
      lockWait.end(start, performance.now());
    }
    this.#begun ??= [];
    this.#begun.push(kind);
  }

  commit(): void {
    const kind = this.#begun?.at(-1) ?? transaction;
    this.#control(kind.commit);
    this.#begun?.pop();
  }

  rollBack(): void {
    const kind = this.#begun?.pop() ?? transaction;
    // An error may have undone the transaction already, as may the script itself.
    if (!this.#database.connection.inTransaction) return;
    for (const sql of kind.rollBack) this.#control(sql);
  }

  /** A transaction that is left open would swallow the writes of all others. */
  end(): boolean {
    const { connection } = this.#database;
    const isUnfinished = connection.inTransaction;
    if (isUnfinished) connection.exec('ROLLBACK');
    return isUnfinished;
  }

  /** Runs a statement within the time of its user. */
  #execute<Result>(sql: string, act: (statement: PreparedStatement) => Result): Result {
    const { lockWait, statements, watch } = this.#database;
    const start = performance.now();
    const left = this.#user.deadline - start;
    lockWait.begin(start, left);
    watch?.begin(sql, this.#user, left);
    let mayHaveWaited = false;
    try {
      const statement = statements.prepare(sql);
      mayHaveWaited = !statement.isReadOnly;
      return act(statement);
    } catch (error) {
      mayHaveWaited ||= isBusy(error);
      throw toFault(error);
    } finally {
      watch?.end();
      if (mayHaveWaited) lockWait.end(start, performance.now());
    }
  }

  /** Runs one of the statements above, which are kept as those of scripts are. */
  #control(sql: string): void {
    try {
      this.#database.statements.prepare(sql).run([]);
    } catch (error) {
      throw toFault(error);
    }
  }

  /** The row id of the connection's last INSERT. */
  #lastRowId(): number {
    const statement = this.#database.statements.prepare('SELECT last_insert_rowid() AS id');
    return Number(statement.first([], this.#user)?.get('id'));
  }
}
