/** What the code of a step receives: the parameters in its text, and the table below it. */
import type { StepTable } from './scenario.js';

/**
 * The values of the parameter types by name. A suite that defines its own adds them:
 *
 *     declare module 'touchstone' {
 *       interface ParameterTypes { color: Color }
 *     }
 */
export interface ParameterTypes {
  readonly int: number;
  readonly float: number;
  readonly double: number;
  readonly byte: number;
  readonly short: number;
  readonly long: number;
  readonly biginteger: bigint;
  readonly bigdecimal: string;
  readonly word: string;
  readonly string: string;
  /** The parameter without a name: `{}`. */
  readonly '': string;
}

/**
 * The parameters of a step, followed by the doc string or data table below it:
 * `[number, string | DataTable]` for `I wait {int} seconds`. A pattern that is no literal text, such as
 * a regular expression, has parameters of any number and type.
 */
export type ParametersOf<Pattern> = string extends Pattern
  ? unknown[]
  : Pattern extends string
    ? [...Placeholders<Pattern>, argument: string | DataTable]
    : unknown[];

/** A backslash before a brace makes it a part of the text. */
type Placeholders<Pattern> = Pattern extends `${infer Before}{${infer Name}}${infer Rest}`
  ? Before extends `${string}\\`
    ? Placeholders<`${Name}}${Rest}`>
    : [TypeOf<Name>, ...Placeholders<Rest>]
  : [];

type TypeOf<Name> = Name extends keyof ParameterTypes ? ParameterTypes[Name] : unknown;

/** The table below a step, with the methods of Cucumber's DataTable. */
export class DataTable {
  readonly #cells: readonly (readonly string[])[];

  constructor({ rows }: StepTable) {
    this.#cells = rows.map(({ cells }) => cells.map(({ value }) => value));
  }

  /** All rows, with the first one. */
  raw(): string[][] {
    return this.#cells.map((row) => [...row]);
  }

  /** All rows without the first one, which names the columns. */
  rows(): string[][] {
    return this.raw().slice(1);
  }

  /** The cells of each row after the first, by the column names in the first row. */
  hashes(): Record<string, string>[] {
    const [names = []] = this.#cells;
    return this.rows().map((row) => Object.fromEntries(row.map((cell, i) => [names[i], cell])));
  }

  /**
   * The cells of the second column by those of the first.
   *
   * @throws Error when a row does not have two cells
   */
  rowsHash(): Record<string, string> {
    if (this.#cells.some((row) => row.length !== 2)) {
      throw new Error('The table below the step must have two columns.');
    }
    return Object.fromEntries(this.#cells);
  }
}
