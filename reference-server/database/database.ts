/**
 * The interface between the reference server and its databases. Each database has a driver in a
 * folder beside this file, `sqlite/` or `postgres/`, which implements `Database`, `QueryRunner` and
 * `Migrations`; `serving/open-database.ts` chooses the driver. The SQLite driver returns results,
 * the PostgreSQL driver promises.
 */
import type { RowMap } from './row-map.js';
import type { SqlParameter } from './values.js';

/** The supported databases, by the names that `Db.engine` has in scripts. */
export type Engine = 'sqlite' | 'postgresql';

/** A result: immediately from a driver that does not wait, otherwise as a promise. */
export type MaybePromise<Result> = Result | Promise<Result>;

/** Continues with a result: synchronously unless it is a promise. */
export function after<Result, Next>(
  result: MaybePromise<Result>,
  next: (result: Result) => MaybePromise<Next>,
): MaybePromise<Next> {
  return result instanceof Promise ? result.then(next) : next(result);
}

/**
 * Like `after`, with a second continuation for errors of the first step.
 *
 * @param fail called with what `begin` throws or rejects with; errors of `next` do not reach it
 */
export function settle<Result, Next>(
  begin: () => MaybePromise<Result>,
  next: (result: Result) => MaybePromise<Next>,
  fail: (error: unknown) => MaybePromise<Next>,
): MaybePromise<Next> {
  let result: MaybePromise<Result>;
  try {
    result = begin();
  } catch (error) {
    return fail(error);
  }
  return result instanceof Promise ? result.then(next, fail) : next(result);
}

/** The HTTP client on whose behalf a script uses the database; one object per request. */
export interface DatabaseClient {
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
  /** File descriptor of the client's socket; undefined when it is not writable. */
  readonly descriptor: number | undefined;
  /** The headers of every answer: names and values in turn, as byte strings. */
  readonly headers: readonly string[];
}

/** The user of a database: usually a script. */
export interface DatabaseUser {
  /** End of its time, in milliseconds of `performance.now`. */
  readonly deadline: number;
  /** Undefined when it serves no request. */
  readonly client: DatabaseClient | undefined;
  /**
   * Whether its transaction may continue after a failed statement, because a script catches errors.
   */
  readonly isGuarded: boolean;
  /** Charges memory before a row is kept; throws when the user's memory limit is exceeded. */
  reserve(bytes: number): void;
}

/**
 * Watches statements from another thread, because they block their own: SQLite returns from a
 * statement only when it is done.
 */
export interface StatementWatch {
  /** @param left time that the statement may take, in milliseconds */
  begin(sql: string, user: DatabaseUser, left: number): void;
  /** Does not return when the statement's request has been answered already. */
  end(): void;
}

/** A user without limits. */
export const unlimitedUser: DatabaseUser = {
  deadline: Infinity,
  client: undefined,
  isGuarded: false,
  reserve: () => undefined,
};

/**
 * Reasons why a statement fails:
 *
 * - `statement`: the statement is wrong, or a constraint forbids its effect
 * - `reference`: as `statement`, for a row that refers to a missing row
 * - `text`: the database cannot store the U+0000 in a text
 * - `busy`: other users hold a lock or all connections
 * - `conflict`: another transaction changed rows that this one has read, or both wait for each
 *   other
 * - `unreachable`: the database is not reachable
 * - `unavailable`: the database is not writable
 * - `damaged`: the content of the database is damaged
 * - `overdue`: the statement exceeded its time limit
 */
export type FaultKind =
  | 'statement'
  | 'reference'
  | 'text'
  | 'busy'
  | 'conflict'
  | 'unreachable'
  | 'unavailable'
  | 'damaged'
  | 'overdue';

/** A failed statement, with the database's own message. */
export class DatabaseFault extends Error {
  readonly kind: FaultKind;
  /** The database's own error code: `SQLITE_BUSY`, `40001`. */
  readonly code: string;

  constructor(kind: FaultKind, message: string, code: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseFault';
    this.kind = kind;
    this.code = code;
  }
}

/** The fault of a statement in, or a commit of, a transaction that has ended without its commit. */
export function rolledBack(code: string): DatabaseFault {
  const message = 'the transaction was rolled back, because one of its statements had failed';
  return new DatabaseFault('statement', message, code);
}

/** The error of a script's own BEGIN, COMMIT or ROLLBACK between `begin` and its end. */
export function controlInBlock(): Error {
  return new Error(
    'Db.transaction begins and ends its transaction itself: its block must not contain BEGIN, COMMIT or ROLLBACK',
  );
}

/**
 * The result of a statement. INSERT: the id of the last inserted or changed row; null if there is
 * no such row, or the table has no ids. Statements that return rows: the rows. Others: the number
 * of changed rows.
 */
export type Outcome = number | null | RowMap[];

/**
 * Runs the statements and transactions of one user, one after the other.
 *
 * All methods throw a DatabaseFault, or an Error for a statement that the driver does not accept.
 */
export interface QueryRunner {
  /**
   * The first row of a statement; undefined when there is none.
   *
   * @param sql one statement in SQLite's SQL, a byte string, with a `?` for each parameter
   */
  first(sql: string, parameters: readonly SqlParameter[]): MaybePromise<RowMap | undefined>;
  /** All rows of a statement. */
  all(sql: string, parameters: readonly SqlParameter[]): MaybePromise<RowMap[]>;
  /** Runs a statement of any kind. */
  run(sql: string, parameters: readonly SqlParameter[]): MaybePromise<Outcome>;
  /**
   * Begins a transaction, or a savepoint within one. Until its end by `commit` or `rollBack`, the
   * runner refuses statements of scripts that control transactions.
   */
  begin(): MaybePromise<void>;
  /** Commits the innermost transaction or savepoint; the outermost commit stores the changes. */
  commit(): MaybePromise<void>;
  /** Rolls back the innermost transaction or savepoint. Throws nothing. */
  rollBack(): MaybePromise<void>;
  /** Whether other users would write into its open transaction if it waited for something else. */
  readonly mustNotWait: boolean;
  /** Whether all its work may be repeated after a conflict: none of it is stored. */
  readonly isRepeatable: boolean;
  /**
   * Ends the use of the database at any time, even while a command runs. Rolls back an open
   * transaction, and returns whether there was one. Throws nothing.
   */
  end(): MaybePromise<boolean>;
}

/** Applies named migrations, each once in the life of a database and in a transaction. */
export interface Migrations {
  /** Names of applied migrations whose SQL has changed since. */
  readonly changed: readonly string[];
  /**
   * Applies a migration that was not applied before. Its SQL may contain several statements.
   *
   * @throws Error that names the migration when it is declared twice, its SQL fails, or one of its
   *   statements cannot be rolled back with the others. The database is then unchanged.
   */
  apply(name: string, sql: string): MaybePromise<void>;
  /** Names of migrations that this project has applied, and does not declare any more. */
  findUndeclared(): MaybePromise<readonly string[]>;
  /** Completes the work after the last migration. */
  finish(note: (text: string) => void): MaybePromise<void>;
}

/** An open database. */
export interface Database {
  /** The kind of database, by its name in scripts. */
  readonly engine: Engine;
  /** For messages: the file, or the address without a password. */
  readonly name: string;
  /** Begins the statements of one user; the caller ends the runner with `end`. */
  openQueryRunner(user: DatabaseUser): QueryRunner;
  /**
   * Reads which migrations have been applied.
   *
   * @param project the name of the project that declares migrations; several may share a database
   * @throws DatabaseFault when the database cannot be read
   */
  openMigrations(project: string): MaybePromise<Migrations>;
  /** The column names of a table; empty when there is no such table. */
  columnsOf(table: string): MaybePromise<ReadonlySet<string>>;
  /** Drops cached knowledge of the tables: a migration may have changed their columns. */
  forget(): void;
  /** Called after the migrations: later statements wait for locks as long as `lockWait` allows. */
  limitWaits(): void;
  /**
   * Why statements would fail now, in a sentence without secrets; undefined when they would not.
   */
  findProblem(): MaybePromise<string | undefined>;
  /**
   * A warning, in a sentence, if the rights of the database user endanger more than this database;
   * otherwise undefined.
   *
   * @throws DatabaseFault
   */
  findRisk(): MaybePromise<string | undefined>;
  /** Closes all connections. No other method may be called afterwards. */
  close(): MaybePromise<void>;
}

/** A temporary schema in a PostgreSQL database. */
export interface ScratchSchema {
  /** Address of the database with this schema first in the `search_path`. */
  readonly address: string;
  /** Drops the schema and everything in it. */
  drop(): Promise<void>;
}
