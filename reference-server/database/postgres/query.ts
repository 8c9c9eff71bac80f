/**
 * A statement on its way, as the driver runs it (`Submittable`). It differs from the driver's own in
 * what it spares: a statement that is prepared goes out as one piece, and is not described again.
 */
import type pg from 'pg';
import { serialize } from 'pg-protocol';

/** A statement as it goes to the server. */
export interface Command {
  readonly text: string;
  /** By which the server keeps it prepared; undefined for one that is used once. */
  readonly name?: string | undefined;
  /** Without them, the text may hold several statements. */
  readonly values?: readonly (string | null)[];
}

/** A column of a result: its name, and the number of its type. */
export interface Column {
  readonly name: string;
  readonly type: number;
}

/** A row as PostgreSQL writes it. */
export type TextRow = readonly (string | null)[];

/** What the server answers. */
export interface Reply {
  readonly columns: readonly Column[];
  readonly rows: readonly TextRow[];
  /** How many rows it has changed. */
  readonly changes: number;
}

/** What the driver knows of a connection: the texts that it has prepared, by their names. */
interface DriverState {
  readonly parsedStatements: Readonly<Record<string, string>>;
}

/** The columns of prepared statements by their names; those that return no rows are not among them. */
export type PreparedColumns = Map<string, readonly Column[]>;

/** Called when the server has answered. */
type Done = (error: unknown, reply?: Reply) => void;

const noColumns: readonly Column[] = [];

interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

export class ServerQuery implements pg.Submittable {
  /** The driver notes which names it has prepared. */
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
  /** What `keep` has thrown. */
  #refusal: { readonly reason: unknown } | undefined;

  /**
   * @param keep called for each row before it is kept
   * @param refuse called when it has thrown something: no more rows are wanted
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

  /** The text ends with the number of rows: `UPDATE 3`, `INSERT 0 1`. */
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

  /** @param isPrepared whether the server has prepared it already, with that name */
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
