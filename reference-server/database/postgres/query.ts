/**
 * Commands in the form that the driver runs (`Submittable`). Unlike the driver's own queries, a
 * prepared statement is sent in one write and is not described again
 * (https://www.postgresql.org/docs/18/protocol-flow.html, "Extended Query").
 */
import type pg from 'pg';
import { serialize } from 'pg-protocol';
import { BoundedMap } from '../bounded-map.js';
import { toPostgresFault } from './faults.js';

/** A command for the server. */
export interface Command {
  readonly text: string;
  /** Name of the prepared statement; undefined for a command that is used once. */
  readonly name?: string | undefined;
  /** Without values, the text may contain several statements. */
  readonly values?: readonly (string | null)[];
  /** Whether the command may change settings of the connection, or take locks that outlast it. */
  readonly mayLeaveState?: boolean;
}

/** Limits of the statements that a connection keeps prepared; sizes are characters of their SQL. */
export const preparedLimits = { entries: 500, size: 2_000_000 };

/** A column of a result: its name and the OID of its type. */
export interface Column {
  readonly name: string;
  readonly type: number;
}

/** A row in PostgreSQL's text format. */
export type TextRow = readonly (string | null)[];

/** The result of a command. */
export interface QueryResult {
  readonly columns: readonly Column[];
  readonly rows: readonly TextRow[];
  /** Number of changed rows. */
  readonly changes: number;
}

/** The driver's state of a connection: prepared texts by name. */
interface DriverState {
  readonly parsedStatements: Record<string, string>;
}

/** The statements that a connection has prepared. */
export class PreparedStatements {
  readonly #dropped: string[] = [];
  readonly #columns = new BoundedMap<string, { columns: readonly Column[] }>(
    preparedLimits,
    (name) => this.#dropped.push(name),
  );

  /** The columns of a prepared statement; none if it returns no rows. */
  columnsOf(name: string): readonly Column[] {
    return this.#columns.get(name)?.columns ?? noColumns;
  }

  setColumns(name: string, columns: readonly Column[]): void {
    const statement = this.#columns.get(name);
    if (statement !== undefined) statement.columns = columns;
  }

  /**
   * Announces that a statement is being prepared.
   *
   * @returns the names of those that it replaces, which must be closed
   */
  add(name: string, text: string): readonly string[] {
    if (this.#columns.get(name) === undefined) {
      this.#columns.add(name, { columns: noColumns }, text.length);
    }
    return this.#dropped.splice(0);
  }
}

/**
 * Called when the server has completed the command; without a result when it failed, with a
 * DatabaseFault or what `keep` threw.
 */
type Done = (error: unknown, result?: QueryResult) => void;

const noColumns: readonly Column[] = [];

interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

/** A command in execution: sends it and collects its result. */
export class ServerQuery implements pg.Submittable {
  /** The driver records which names it has prepared. */
  readonly name: string | undefined;
  readonly text: string;
  readonly #values: Command['values'];
  readonly #prepared: PreparedStatements;
  readonly #keep: ((row: TextRow) => void) | undefined;
  readonly #refuse: () => void;
  readonly #done: Done;
  #columns = noColumns;
  #rows: TextRow[] = [];
  #changes = 0;
  /** What `keep` threw. */
  #refusal: { readonly reason: unknown } | undefined;

  /**
   * @param keep called before each row is kept
   * @param refuse called when `keep` has thrown: no more rows are wanted
   */
  constructor(
    { name, text, values }: Command,
    prepared: PreparedStatements,
    keep: ((row: TextRow) => void) | undefined,
    refuse: () => void,
    done: Done,
  ) {
    this.name = name;
    this.text = text;
    this.#values = values;
    this.#prepared = prepared;
    this.#keep = keep;
    this.#refuse = refuse;
    this.#done = done;
  }

  submit(connection: pg.Connection): void {
    const { stream, parsedStatements } = connection as pg.Connection & DriverState;
    if (stream.writable) stream.write(this.#messages(parsedStatements));
  }

  handleRowDescription({ fields }: RowDescription): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
    this.#rows = [];
    if (this.name !== undefined) this.#prepared.setColumns(this.name, this.#columns);
  }

  handleDataRow({ fields }: { readonly fields: TextRow }): void {
    if (this.#refusal !== undefined) return;
    try {
      this.#keep?.(fields);
      this.#rows.push(fields);
    } catch (reason) {
      this.#refusal = { reason };
      this.#rows = [];
      this.#refuse();
    }
  }

  /** The tag ends with the number of rows: `UPDATE 3`, `INSERT 0 1`. */
  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#changes = Number(/\d+$/.exec(text)?.[0] ?? 0);
  }

  handleEmptyQuery(): void {
    this.#changes = 0;
  }

  /** A native COPY FROM STDIN would wait for data. */
  handleCopyInResponse(connection: pg.Connection): void {
    const { stream } = connection;
    if (stream.writable) stream.write(serialize.copyFail('COPY is not available'));
  }

  /** Ignores the output of a native COPY TO STDOUT. */
  handleCopyData(): void {}

  handleError(error: Error): void {
    this.#done(this.#refusal === undefined ? toPostgresFault(error) : this.#refusal.reason);
  }

  handleReadyForQuery(): void {
    if (this.#refusal !== undefined) this.#done(this.#refusal.reason);
    else
      this.#done(undefined, { columns: this.#columns, rows: this.#rows, changes: this.#changes });
  }

  /** @param parsed the prepared texts by name */
  #messages(parsed: DriverState['parsedStatements']): Buffer {
    const { name = '', text } = this;
    if (this.#values === undefined) return serialize.query(text);
    const values = [...this.#values];
    const run = [
      serialize.bind({ statement: name, values }),
      serialize.execute(),
      serialize.sync(),
    ];
    if (name !== '' && parsed[name] !== undefined) {
      this.#columns = this.#prepared.columnsOf(name);
      return Buffer.concat(run);
    }
    const dropped = name === '' ? [] : this.#prepared.add(name, text);
    for (const each of dropped) delete parsed[each];
    return Buffer.concat([
      ...dropped.map((each) => serialize.close({ type: 'S', name: each })),
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      ...run,
    ]);
  }
}
