/**
 * Commands in the form that the driver runs (`Submittable`). Unlike the driver's own queries, a
 * prepared statement is sent in one write and is not described again
 * (https://www.postgresql.org/docs/18/protocol-flow.html, "Extended Query").
 */
import type pg from 'pg';
import { serialize } from 'pg-protocol';

/** A command for the server. */
export interface Command {
  readonly text: string;
  /** Name of the prepared statement; undefined for a command that is used once. */
  readonly name?: string | undefined;
  /** Without values, the text may contain several statements. */
  readonly values?: readonly (string | null)[];
}

/** A column of a result: its name and the OID of its type. */
export interface Column {
  readonly name: string;
  readonly type: number;
}

/** A row in PostgreSQL's text format. */
export type TextRow = readonly (string | null)[];

/** The result of a command. */
export interface ServerResult {
  readonly columns: readonly Column[];
  readonly rows: readonly TextRow[];
  /** Number of changed rows. */
  readonly changes: number;
}

/** The driver's state of a connection: prepared texts by name. */
interface DriverState {
  readonly parsedStatements: Readonly<Record<string, string>>;
}

/** Columns of prepared statements by name, without statements that return no rows. */
export type PreparedColumns = Map<string, readonly Column[]>;

/** Called when the server has completed the command; without a result when it failed. */
type Done = (error: unknown, result?: ServerResult) => void;

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
  readonly #prepared: PreparedColumns;
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
    prepared: PreparedColumns,
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
    const isPrepared = this.name !== undefined && parsedStatements[this.name] !== undefined;
    if (stream.writable) stream.write(this.#messages(isPrepared));
  }

  handleRowDescription({ fields }: RowDescription): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
    this.#rows = [];
    if (this.name !== undefined) this.#prepared.set(this.name, this.#columns);
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

  handleError(error: Error): void {
    this.#done(this.#refusal === undefined ? error : this.#refusal.reason);
  }

  handleReadyForQuery(): void {
    if (this.#refusal !== undefined) this.#done(this.#refusal.reason);
    else
      this.#done(undefined, { columns: this.#columns, rows: this.#rows, changes: this.#changes });
  }

  /** @param isPrepared whether the server has prepared the text under this name already */
  #messages(isPrepared: boolean): Buffer {
    const { name = '', text } = this;
    if (this.#values === undefined) return serialize.query(text);
    const values = [...this.#values];
    const run = [
      serialize.bind({ statement: name, values }),
      serialize.execute(),
      serialize.sync(),
    ];
    if (isPrepared) {
      this.#columns = this.#prepared.get(name) ?? noColumns;
      return Buffer.concat(run);
    }
    return Buffer.concat([
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      ...run,
    ]);
  }
}
