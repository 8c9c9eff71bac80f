import { fromBytes, type Value, WrenMap } from '../../interpreter/index.js';
import { fromSql, type SqlCell } from './values.js';

/** The columns of a row. */
export class RowShape {
  /** Each name once, as a byte string, with the position of its cell. */
  readonly columns: readonly (readonly [name: string, position: number])[];
  readonly #positionOf: ReadonlyMap<string, number>;

  /** @param columns the name of each cell; the last of several cells with one name counts */
  constructor(columns: readonly string[]) {
    this.#positionOf = new Map(columns.map((name, position) => [name, position]));
    this.columns = [...this.#positionOf];
  }

  /** Position of the cell of a column; undefined when there is no such column. */
  find(name: Value): number | undefined {
    return typeof name === 'string' ? this.#positionOf.get(name) : undefined;
  }
}

/** Approximate memory of a row as a map, in bytes. */
export function sizeOf(row: readonly SqlCell[]): number {
  let size = 64 * (row.length + 2);
  for (const cell of row) {
    if (typeof cell === 'string' || cell instanceof Buffer) size += cell.length;
  }
  return size;
}

/** A row as the database returned it. */
export interface DatabaseRow {
  readonly shape: RowShape;
  readonly cells: readonly SqlCell[];
}

/** The cell at a position of the row's shape, which has as many columns as the row has cells. */
export function cellAt({ cells }: DatabaseRow, position: number): SqlCell {
  return cells[position] as SqlCell;
}

/**
 * A row as a map by column name. Most rows go from the database to the client unread, and scripts
 * read few columns of the others. So a cell becomes a Wren value when a script reads it, and the
 * map's own entries are made only for other uses of the map.
 */
export class RowMap extends WrenMap {
  /** Undefined once its cells have become entries of the map. */
  private source: DatabaseRow | undefined;

  constructor(row: DatabaseRow) {
    super();
    this.source = row;
  }

  /** The row; undefined once the map has entries of its own, which may have been changed. */
  get row(): DatabaseRow | undefined {
    return this.source;
  }

  /** The cells by column, for code in TypeScript; empty once the map has entries of its own. */
  toObject(): Record<string, SqlCell> {
    const { source } = this;
    if (source === undefined) return {};
    const { columns } = source.shape;
    return Object.fromEntries(
      columns.map(([name, position]) => [fromBytes(name), cellAt(source, position)]),
    );
  }

  override get(key: Value): Value | undefined {
    const { source } = this;
    if (source === undefined) return super.get(key);
    const position = source.shape.find(key);
    return position === undefined ? undefined : fromSql(cellAt(source, position));
  }

  override get count(): number {
    return this.source?.shape.columns.length ?? super.count;
  }

  override set(key: Value, value: Value): void {
    this.fill();
    super.set(key, value);
  }

  override remove(key: Value): Value | undefined {
    this.fill();
    return super.remove(key);
  }

  override clear(): void {
    this.source = undefined;
    super.clear();
  }

  override forEach(visit: (key: Value, value: Value) => void): void {
    this.fill();
    super.forEach(visit);
  }

  override get positionEnd(): number {
    this.fill();
    return super.positionEnd;
  }

  override positionFrom(start: number): number {
    this.fill();
    return super.positionFrom(start);
  }

  override keyAt(position: number): Value | undefined {
    this.fill();
    return super.keyAt(position);
  }

  override valueAt(position: number): Value | undefined {
    this.fill();
    return super.valueAt(position);
  }

  private fill(): void {
    const { source } = this;
    if (source === undefined) return;
    this.source = undefined;
    for (const [name, position] of source.shape.columns) {
      super.set(name, fromSql(cellAt(source, position)));
    }
  }
}
