/** Results of translations, and how parameters are bound to them. */
import {
  encodeParameter,
  fitsColumn,
  isBesideColumn,
  type ParameterSlot,
  slotMark,
  usualType,
} from '../values/parameters.js';
import type { SqlParameter } from '../values/values.js';
import { quoteText } from './postgres-text.js';

/** Effect of a statement: reads rows, inserts rows, updates or deletes rows, or defines tables. */
export type StatementKind = 'select' | 'insert' | 'change' | 'define';

/** A statement with its parameters, ready to be sent. */
export interface BoundStatement {
  /** With `$1` and so on; the same string object for parameters of the same types. */
  readonly text: string;
  /** In the protocol's text format. */
  readonly values: readonly (string | null)[];
}

/** A translated statement. */
export interface Translation {
  readonly kind: StatementKind;
  /** Whether the script gets rows: of SELECT, and of statements with RETURNING. */
  readonly returnsRows: boolean;
  /**
   * Whether the last column contains the ids of new rows, null in a table without INTEGER PRIMARY
   * KEY. The script does not get this column.
   */
  readonly hasIdColumn: boolean;
  /** Whether the result is one cell with the number of changed rows. */
  readonly countsInCell: boolean;
  readonly parameterCount: number;
  /** Whether the text is in PostgreSQL's SQL already. */
  readonly isNative: boolean;
  /** Length of its texts together, in characters. */
  readonly size: number;
  /**
   * Binds one value to each placeholder.
   *
   * @throws Error when there are too few or too many values, or a value cannot be encoded
   */
  bind(values: readonly SqlParameter[]): BoundStatement;
}

/** A call of a compatibility function that executes SQL texts, with all values in an array. */
export interface EmbeddedStatement {
  /** The call, into which the texts are inserted as literals. */
  readonly frame: (texts: readonly string[], values: string) => string;
  readonly texts: readonly string[];
}

/** Assembles the text for given types of the slots. */
type Assemble = (types: readonly (string | undefined)[]) => string;

/** Maximum number of texts that a translation keeps for unusual combinations of types. */
const mostTexts = 8;

/** Texts that a statement keeps, usually: with marked slots, and for the usual types. */
const usualTexts = 2;

/** A translation that assembles a text for each combination of types on first use. */
export class TranslatedStatement implements Translation {
  readonly kind: StatementKind;
  readonly returnsRows: boolean;
  readonly hasIdColumn: boolean;
  readonly countsInCell: boolean;
  readonly parameterCount: number;
  readonly isNative: boolean;
  readonly #slots: readonly ParameterSlot[];
  readonly #assemble: Assemble;
  readonly #texts = new Map<string, string>();
  readonly #usualTypes: readonly (string | undefined)[];
  readonly #usualText: string;

  constructor(
    shape: Pick<Translation, 'kind' | 'returnsRows' | 'parameterCount'> & Partial<Translation>,
    slots: readonly ParameterSlot[],
    assemble: Assemble,
  ) {
    this.kind = shape.kind;
    this.returnsRows = shape.returnsRows;
    this.hasIdColumn = shape.hasIdColumn ?? false;
    this.countsInCell = shape.countsInCell ?? false;
    this.parameterCount = shape.parameterCount;
    this.isNative = shape.isNative ?? false;
    this.#slots = slots;
    this.#assemble = assemble;
    this.#usualTypes = slots.map(({ role }) => usualType(role));
    this.#usualText = assemble(this.#usualTypes);
  }

  get size(): number {
    return usualTexts * this.#usualText.length;
  }

  bind(values: readonly SqlParameter[]): BoundStatement {
    // The messages are those of SQLite's driver.
    if (values.length < this.parameterCount)
      throw new Error('Too few parameter values were provided');
    if (values.length > this.parameterCount)
      throw new Error('Too many parameter values were provided');
    const bound = ({ constant, source }: ParameterSlot): SqlParameter =>
      constant ?? values[source] ?? null;
    // All values or none are sent as numbers, so a statement has two texts at most for these
    // columns.
    const fit = this.#slots.every((slot) => fitsColumn(bound(slot), slot.role));
    const encoded = this.#slots.map((slot) => {
      const role = fit || !isBesideColumn(slot.role) ? slot.role : 'text';
      return encodeParameter(bound(slot), role, slot.source + 1);
    });
    const types = encoded.map(({ type }) => type);
    return { text: this.#textFor(types), values: encoded.map(({ value }) => value) };
  }

  #textFor(types: readonly (string | undefined)[]): string {
    if (types.every((type, index) => type === this.#usualTypes[index])) return this.#usualText;
    const key = types.join();
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const text = this.#assemble(types);
    if (this.#texts.size < mostTexts) this.#texts.set(key, text);
    return text;
  }
}

const typed = (value: string, type: string | undefined): string =>
  type === undefined ? value : `${value}::${type}`;

/**
 * Assembles a statement whose slots are PostgreSQL's parameters. The `used` slots become its
 * parameters, in this order: a part of a translation may have been dropped with its slots.
 */
export function assemblePlain(sql: string): {
  readonly used: readonly number[];
  readonly assemble: Assemble;
} {
  const used: number[] = [];
  const positions = new Map<number, number>();
  const parts = sql.split(slotMark).map((part, index) => {
    if (index % 2 === 0) return part;
    const slot = Number(part);
    const position = positions.get(slot) ?? used.push(slot) - 1;
    positions.set(slot, position);
    return position;
  });
  const assemble: Assemble = (types) =>
    parts
      .map((part) => (typeof part === 'string' ? part : typed(`$${part + 1}`, types[part])))
      .join('');
  return { used, assemble };
}

/**
 * Assembles a statement with embedded texts: the first parameter of each is the array of values.
 */
export function assembleEmbedded({ texts, frame }: EmbeddedStatement, count: number): Assemble {
  const values = Array.from({ length: count }, (_, slot) => `$${slot + 1}::text`);
  const written = (text: string, types: readonly (string | undefined)[]): string =>
    text
      .split(slotMark)
      .map((part, index) =>
        index % 2 === 0 ? part : typed(`($1)[${Number(part) + 1}]`, types[Number(part)] ?? 'text'),
      )
      .join('');
  return (types) => {
    const filled = texts.map((text) => quoteText(written(text, types)));
    return frame(filled, `ARRAY[${values.join(', ')}]::text[]`);
  };
}
