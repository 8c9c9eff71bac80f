/** Which rows a run may have created. */
import type { CreatedRow, Ledger } from '../scenarios/scenario-run.js';

/** The ledger of one session. */
export class RowLedger implements Ledger {
  readonly #rows = new Map<string, CreatedRow>();
  readonly #unnamed = new Map<string, number>();

  add(row: CreatedRow): void {
    this.#rows.set(keyOf(row), row);
    this.#count(row.resource, 0);
  }

  remove(row: CreatedRow): void {
    this.#rows.delete(keyOf(row));
  }

  expect(resource: string): () => void {
    this.#count(resource, 1);
    return () => this.#count(resource, -1);
  }

  /** What is still there, the newest first, so that rows go before those they may refer to. */
  get rows(): readonly CreatedRow[] {
    return [...this.#rows.values()].reverse();
  }

  get resources(): readonly string[] {
    return [...this.#unnamed.keys()];
  }

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
