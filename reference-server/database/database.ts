/**
 * What the rooms above know of databases. Two drivers, each in a folder of its own, do what stands
 * here; SQLite's answers at once, PostgreSQL's later.
 */
import type { RowMap } from './row-map.js';
import type { SqlParameter } from './values.js';

/** The kinds of databases, by the names that scripts know. */
export type Engine = 'sqlite' | 'postgresql';

/** What a driver answers: at once where it has no need to wait. */
export type Answer<Result> = Result | Promise<Result>;

/** Goes on with an answer: at once if it is there. */
export function after<Result, Next>(
  answer: Answer<Result>,
  next: (result: Result) => Answer<Next>,
): Answer<Next> {
  return answer instanceof Promise ? answer.then(next) : next(answer);
}

/** As `after`, with another way to go on for a failure of the answer itself. */
export function settle<Result, Next>(
  begin: () => Answer<Result>,
  next: (result: Result) => Answer<Next>,
  fail: (error: unknown) => Answer<Next>,
): Answer<Next> {
  let answer: Answer<Result>;
  try {
    answer = begin();
  } catch (error) {
    return fail(error);
  }
  return answer instanceof Promise ? answer.then(next, fail) : next(answer);
}

/** The client for whom a script uses the database; one object for each request. */
export interface DatabaseClient {
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
  /** The descriptor of the client's socket; undefined when it cannot be written to. */
  readonly descriptor: number | undefined;
  /** The headers that belong to any answer: names and values in turn, as byte strings. */
  readonly headers: readonly string[];
}

/** Who uses a database: a script as a rule. */
export interface DatabaseUser {
  /** When its time is over, in milliseconds as `performance.now` counts them. */
  readonly deadline: number;
  /** Undefined when it works for no request. */
  readonly client: DatabaseClient | undefined;
  /** Whether a statement that fails need not be the end of its transaction: an error may be caught. */
  readonly isGuarded: boolean;
  /** Called before a row is kept; throws when the user may not have that many bytes more. */
  reserve(bytes: number): void;
}

/**
 * Watches statements from outside of the thread that they keep busy: SQLite comes back from a
 * statement when it is done, however long that takes.
 */
export interface StatementWatch {
  /** @param left the time that the statement may take, in milliseconds */
  begin(sql: string, user: DatabaseUser, left: number): void;
  /** Does not come back when the statement has been answered for already. */
  end(): void;
}

/** For work that nobody limits. */
export const unlimitedUser: DatabaseUser = {
  deadline: Infinity,
  client: undefined,
  isGuarded: false,
  reserve: () => undefined,
};

/**
 * Why a statement fails:
 *
 * - `statement`: the statement is wrong, or a constraint forbids what it does
 * - `reference`: as `statement`, for a row that refers to one that does not exist
 * - `busy`: others keep the database from doing it now; so does a lack of free connections
 * - `conflict`: others changed what the transaction has read, or wait for it while it waits for them
 * - `away`: the database cannot be reached
 * - `unavailable`: the database cannot be written to
 * - `damaged`: its content is damaged
 * - `overdue`: the statement took longer than it may
 */
export type FaultKind =
  | 'statement'
  | 'reference'
  | 'busy'
  | 'conflict'
  | 'away'
  | 'unavailable'
  | 'damaged'
  | 'overdue';

/** Why a statement failed, in the words of the database. */
export class DatabaseFault extends Error {
  readonly kind: FaultKind;
  /** The database's own name of it: `SQLITE_BUSY`, `40001`. */
  readonly code: string;

  constructor(kind: FaultKind, message: string, code: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseFault';
    this.kind = kind;
    this.code = code;
  }
}

/** What a statement gives: an INSERT the new row's id, or null when there is none; rows; changes. */
export type Outcome = number | null | RowMap[];

/**
 * What one user does with a database, one thing after the other.
 *
 * All methods throw a DatabaseFault, or an Error for a statement that they do not accept.
 */
export interface Session {
  /**
   * The first row of a statement; undefined when there is none.
   *
   * @param sql one statement, a byte string, in the words of SQLite, with a `?` for each parameter
   */
  first(sql: string, parameters: readonly SqlParameter[]): Answer<RowMap | undefined>;
  /** All rows of a statement. */
  all(sql: string, parameters: readonly SqlParameter[]): Answer<RowMap[]>;
  /** Runs a statement, whatever it does. */
  run(sql: string, parameters: readonly SqlParameter[]): Answer<Outcome>;
  /** Begins a transaction; within one, a part of it that can be undone by itself. */
  begin(): Answer<void>;
  /** Ends what was begun last and stores it, as soon as the outermost transaction is stored. */
  commit(): Answer<void>;
  /** Ends what was begun last and undoes it. It throws nothing. */
  rollBack(): Answer<void>;
  /** Whether others would write into its transaction if it waited for something else. */
  readonly mustNotWait: boolean;
  /**
   * Whether all that it did may be done once more after a conflict, since nothing of it is stored.
   */
  readonly isRepeatable: boolean;
  /** Ends it. Returns whether a transaction was open, which is rolled back. */
  end(): boolean;
}

/** Applies named migrations, each once in the life of a database and as a whole. */
export interface Migrations {
  /** The names of those that were applied with other SQL than they have now. */
  readonly changed: readonly string[];
  /**
   * Applies a migration unless it was applied before. Its SQL may hold several statements.
   *
   * @throws Error that names the migration, when it is declared twice, its SQL fails, or a statement
   *   of it would not be undone with the others; the database is then as it was before.
   */
  apply(name: string, sql: string): Answer<void>;
  /** Does what is due when all have been applied. */
  finish(note: (text: string) => void): Answer<void>;
}

/** A database that is open. */
export interface Database {
  readonly engine: Engine;
  /** For people: the file, or the address without a password. */
  readonly name: string;
  openSession(user: DatabaseUser): Session;
  openMigrations(): Answer<Migrations>;
  /** The names of a table's columns; none when there is no such table. */
  columnsOf(table: string): Answer<ReadonlySet<string>>;
  /** Drops what is known of tables: after a migration, their columns may have other names. */
  forget(): void;
  /** Why statements would fail now, in a sentence without secrets; undefined when they would not. */
  findProblem(): Answer<string | undefined>;
  close(): Answer<void>;
}

/** A schema of its own in a database of PostgreSQL, for something that leaves nothing behind. */
export interface ScratchSchema {
  /** The address of the database, with this schema in the place of the usual one. */
  readonly address: string;
  /** Drops the schema with all that is in it. */
  drop(): Promise<void>;
}
