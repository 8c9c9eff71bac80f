import { fromBytes, type Value, WrenMap } from '../../interpreter/index.js';
import { fromSql, type SqlCell } from './values.js';

/** The columns of a row: names and the positions of their cells. */
export class RowShape {
  /** Each name once, as a byte string. */
  readonly names: readonly string[];
  /** Position of the cell of each name. */
  readonly positions: readonly number[];
  readonly #positionOf: ReadonlyMap<string, number>;

  /** @param columns the name of each cell; the last of several cells with one name counts */
  constructor(columns: readonly string[]) {
    this.#positionOf = new Map(columns.map((name, position) => [name, position]));
    this.names = [...this.#positionOf.keys()];
    this.positions = [...this.#positionOf.values()];
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
    const { shape, cells } = this.source ?? { shape: new RowShape([]), cells: [] };
    const entries = shape.names.map((name, index): [string, SqlCell] => [
      fromBytes(name),
      cells[shape.positions[index] ?? 0] ?? null,
    ]);
    return Object.fromEntries(entries);
  }

  override get(key: Value): Value | undefined {
    const { source } = this;
    if (source === undefined) return super.get(key);
    const position = source.shape.find(key);
    return position === undefined ? undefined : fromSql(source.cells[position] ?? null);
  }

  override get count(): number {
    return this.source?.shape.names.length ?? super.count;
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
    const { shape, cells } = source;
    for (const [index, name] of shape.names.entries()) {
      super.set(name, fromSql(cells[shape.positions[index] ?? 0] ?? null));
    }
  }
}
