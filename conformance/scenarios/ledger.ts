/** What a run may have created, so that the clean-up finds it. */

/** A row that the target says it made for a scenario: a claim, until something proves it. */
export interface CreatedRow {
  /** The collection that it belongs to, as the suite calls it. */
  readonly resource: string;
  /** As the target gave it. */
  readonly id: string;
}

/** A row that a clean-up could not delete, or did not dare to. */
export interface Leftover {
  readonly resource: string;
  /** `null` when no answer named it. */
  readonly id: string | null;
  /** Why, in a sentence or a part of one. */
  readonly reason: string;
}

/** A row that is left on one of the servers, which is named as in reports. */
export interface ServerLeftover extends Leftover {
  readonly server: string;
}

/** Remembers what a session may have created. */
export class Ledger {
  readonly #rows = new Map<string, CreatedRow>();
  readonly #unnamed = new Map<string, number>();

  add(row: CreatedRow): void {
    this.#rows.set(keyOf(row), row);
    this.#count(row.resource, 0);
  }

  /** To be called when a scenario deleted the row itself. */
  remove(row: CreatedRow): void {
    this.#rows.delete(keyOf(row));
  }

  /**
   * To be called before a request that may create a row.
   *
   * @returns to be called when its answer says that it created none, or which one
   */
  expect(resource: string): () => void {
    this.#count(resource, 1);
    return () => this.#count(resource, -1);
  }

  /** What is still there, the newest first, so that rows go before those they may refer to. */
  get rows(): readonly CreatedRow[] {
    return [...this.#rows.values()].reverse();
  }

  /** Every resource in which rows may have been created. */
  get resources(): readonly string[] {
    return [...this.#unnamed.keys()];
  }

  /** How many rows of a resource may have been created by requests whose answers name none. */
  countUnnamed(resource: string): number {
    return this.#unnamed.get(resource) ?? 0;
  }

  #count(resource: string, change: number): void {
    this.#unnamed.set(resource, this.countUnnamed(resource) + change);
  }
}

function keyOf({ resource, id }: CreatedRow): string {
  return `${resource} ${id}`;
}
