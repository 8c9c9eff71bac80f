/** A translated statement, and how the values for its placeholders are put into it. */
import { quoteText } from './names.js';
import { type Slot, type SqlValue, send, usualType } from './parameters.js';
import { slotMark } from './statement.js';
import type { Embedded } from './writes.js';

/** What a statement does: looks something up, adds rows, changes or removes rows, or defines. */
export type StatementKind = 'select' | 'insert' | 'change' | 'define';

/** What PostgreSQL is sent. */
export interface BoundStatement {
  /** With `$1` and so on; the same object of text for values of the same types. */
  readonly text: string;
  /** All of them texts, in the text format of the protocol. */
  readonly values: readonly (string | null)[];
}

/** A statement for PostgreSQL. It depends on nothing but the text it was made of. */
export interface Translation {
  readonly kind: StatementKind;
  /** Whether the script gets rows: of SELECT, and of all others with RETURNING. */
  readonly returnsRows: boolean;
  /**
   * Whether the last column of each row is the new row's id, null in a table without INTEGER PRIMARY
   * KEY; no part of what the script gets.
   */
  readonly hasIdColumn: boolean;
  /** Whether the only cell of the only row is the number of changed rows. */
  readonly countsInCell: boolean;
  readonly parameterCount: number;
  /**
   * The statement for a list of values.
   *
   * @throws Error when there are too few or too many, or a text contains U+0000
   */
  bind(values: readonly SqlValue[]): BoundStatement;
}

/** Makes the text for given types of the slots. */
type Assemble = (types: readonly (string | undefined)[]) => string;

/** A translation whose texts are made when values of other types come. */
export class PostgresStatement implements Translation {
  readonly kind: StatementKind;
  readonly returnsRows: boolean;
  readonly hasIdColumn: boolean;
  readonly countsInCell: boolean;
  readonly parameterCount: number;
  readonly #slots: readonly Slot[];
  readonly #assemble: Assemble;
  readonly #texts = new Map<string, string>();
  readonly #usualTypes: readonly (string | undefined)[];
  readonly #usualText: string;

  constructor(
    shape: Pick<Translation, 'kind' | 'returnsRows' | 'parameterCount'> & Partial<Translation>,
    slots: readonly Slot[],
    assemble: Assemble,
  ) {
    this.kind = shape.kind;
    this.returnsRows = shape.returnsRows;
    this.hasIdColumn = shape.hasIdColumn ?? false;
    this.countsInCell = shape.countsInCell ?? false;
    this.parameterCount = shape.parameterCount;
    this.#slots = slots;
    this.#assemble = assemble;
    this.#usualTypes = slots.map(({ role }) => usualType(role));
    this.#usualText = assemble(this.#usualTypes);
  }

  bind(values: readonly SqlValue[]): BoundStatement {
    // The messages are those that scripts get on SQLite.
    if (values.length < this.parameterCount)
      throw new Error('Too few parameter values were provided');
    if (values.length > this.parameterCount)
      throw new Error('Too many parameter values were provided');
    const sent = this.#slots.map(({ source, role, constant }) =>
      send(constant ?? values[source] ?? null, role, source + 1),
    );
    const types = sent.map(({ type }) => type);
    return { text: this.#textFor(types), values: sent.map(({ value }) => value) };
  }

  #textFor(types: readonly (string | undefined)[]): string {
    if (types.every((type, index) => type === this.#usualTypes[index])) return this.#usualText;
    const key = types.join();
    const known = this.#texts.get(key) ?? this.#assemble(types);
    this.#texts.set(key, known);
    return known;
  }
}

/** SQL with marks for its slots, with something in the place of each. */
function fill(sql: string, write: (slot: number) => string): string {
  return sql
    .split(slotMark)
    .map((part, index) => (index % 2 === 0 ? part : write(Number(part))))
    .join('');
}

const typed = (value: string, type: string | undefined): string =>
  type === undefined ? value : `${value}::${type}`;

/** The slots that are left in the SQL: others were made for what came to nothing. */
export function usedSlots(sql: string): readonly number[] {
  const marked = sql.split(slotMark).filter((_, index) => index % 2 === 1);
  return [...new Set(marked)].map(Number);
}

/** The text of a statement, its slots numbered as PostgreSQL's parameters are. */
export function assemblePlain(sql: string, used: readonly number[]): Assemble {
  const positions = new Map(used.map((slot, index) => [slot, index]));
  return (types) =>
    fill(sql, (slot) => {
      const position = positions.get(slot) ?? 0;
      return typed(`$${position + 1}`, types[position]);
    });
}

/** The values of embedded texts are texts in an array, which is the first parameter of each. */
export function assembleEmbedded({ texts, frame }: Embedded, count: number): Assemble {
  const values = Array.from({ length: count }, (_, slot) => `$${slot + 1}::text`);
  return (types) => {
    const filled = texts.map((text) =>
      quoteText(fill(text, (slot) => typed(`($1)[${slot + 1}]`, types[slot] ?? 'text'))),
    );
    return frame(filled, `ARRAY[${values.join(', ')}]::text[]`);
  };
}
