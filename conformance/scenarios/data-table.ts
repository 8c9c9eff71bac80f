/** The table below a step, with the methods that step files know from Cucumber. */
export class DataTable {
  readonly #cells: readonly (readonly string[])[];

  constructor({ rows }: StepTable) {
    this.#cells = rows.map(({ cells }) => cells.map(({ value }) => value));
  }

  /** All rows, the first one included. */
  raw(): string[][] {
    return this.#cells.map((row) => [...row]);
  }

  /** All rows but the first, which has the names of the columns. */
  rows(): string[][] {
    return this.raw().slice(1);
  }

  /** For each row after the first, its cells by the names in the first. */
  hashes(): Record<string, string>[] {
    const [names = []] = this.#cells;
    return this.rows().map((row) => Object.fromEntries(row.map((cell, i) => [names[i], cell])));
  }

  /**
   * Of a table with two columns, the second cells by the first ones.
   *
   * @throws Error when a row has another number of cells
   */
  rowsHash(): Record<string, string> {
    if (this.#cells.some((row) => row.length !== 2)) {
      throw new Error('The table below the step must have two columns.');
    }
    return Object.fromEntries(this.#cells);
  }
}

/** A table as Gherkin's parser gives it. */
export interface StepTable {
  readonly rows: readonly { readonly cells: readonly { readonly value: string }[] }[];
}
