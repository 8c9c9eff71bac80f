/** The record of the rows that a run may have created, for its clean-up. */
import type { Exchange } from '../http/exchange.js';

/** A row that the target claims to have created for a scenario. */
export interface CreatedRow {
  /** The row's collection, under the suite's name for it. */
  readonly resource: string;
  /** The id in the answer. */
  readonly id: string;
  /** Headers that its deletion needs, without secrets. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that deletes something the run has created. */
export interface Deletion {
  /** Usually `DELETE`. */
  readonly method: string;
  /** Below the base URL, with a leading slash: `/todos/7`. */
  readonly path: string;
  /** Beside those that the scenario sends with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * A path whose answer contains the run's marker when the run owns the resource. Default: `path`.
   */
  readonly shownBy?: string;
  /** Some of the headers with their placeholders: the answer that shows the resource may renew them. */
  readonly renewed?: Readonly<Record<string, string>>;
}

/** A row that a clean-up could not delete, or could not prove to be the run's own. */
export interface Leftover {
  readonly resource: string;
  /** `null` when no answer named it. */
  readonly id: string | null;
  /** The reason, as a sentence or a clause. */
  readonly reason: string;
  /** Headers for a later deletion, without secrets. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The missing option without which the row cannot be deleted, such as `--token`. */
  readonly option?: string;
}

/** The reason why a clean-up ended early, such as a `NotTested`. */
interface Ending {
  readonly message: string;
  readonly option?: string | undefined;
}

/** The reason for a leftover that no sentence of a suite deletes. */
export const keptReason = 'no sentence deletes it';

/** A leftover with the name of its server in reports. */
export interface ServerLeftover extends Leftover {
  readonly server: string;
}

/** A change of the record; all changes in order give the same record again. */
export type RowChange =
  | { readonly kind: 'added' | 'removed'; readonly row: CreatedRow }
  /** The number of rows without a name changes by `by`. */
  | { readonly kind: 'unnamed'; readonly resource: string; readonly by: number };

/** The rows that a session may have created. */
export class CreatedRows {
  /** The deletions that scenarios recorded, in order. */
  readonly deletions: Deletion[] = [];
  /** The paths at which a GET has shown resources of the run. */
  readonly shownPaths = new Set<string>();
  /** Answers to requests for whose creations a deletion or a leftover is recorded. */
  readonly recordedAnswers = new WeakSet<Exchange>();
  /** Answers that lack the names of what they created, for which a leftover is recorded. */
  readonly unnamedAnswers = new WeakSet<Exchange>();
  readonly #rows = new Map<string, CreatedRow>();
  readonly #unnamed = new Map<string, number>();
  readonly #late = new Map<string, number>();
  readonly #kept = new Map<string, number>();
  readonly #onChange: (change: RowChange) => void;

  /** @param onChange called after each change, and so before a request that may create a row */
  constructor(onChange: (change: RowChange) => void = () => {}) {
    this.#onChange = onChange;
  }

  add(row: CreatedRow): void {
    this.apply({ kind: 'added', row });
  }

  /** Records that a scenario deleted the row itself. */
  remove(row: CreatedRow): void {
    if (this.#rows.has(keyOf(row))) this.apply({ kind: 'removed', row });
  }

  /** Makes one change. */
  apply(change: RowChange): void {
    if (change.kind === 'unnamed') {
      this.#count(change.resource, change.by);
    } else if (change.kind === 'added') {
      this.#rows.set(keyOf(change.row), change.row);
      this.#count(change.row.resource, 0);
    } else {
      this.#rows.delete(keyOf(change.row));
    }
    this.#onChange(change);
  }

  /**
   * Records that a request is sent which may create a row.
   *
   * @returns a function to call when the answer names the row, or shows that none was created
   */
  expect(resource: string): () => void {
    this.apply({ kind: 'unnamed', resource, by: 1 });
    return () => this.apply({ kind: 'unnamed', resource, by: -1 });
  }

  /** The remaining rows, newest first: a row is deleted before older rows that it may refer to. */
  get rows(): readonly CreatedRow[] {
    return [...this.#rows.values()].reverse();
  }

  /** The fewest changes that give the same record again. */
  get changes(): readonly RowChange[] {
    const unnamed = [...this.#unnamed].filter(([, by]) => by !== 0);
    return [
      ...[...this.#rows.values()].map((row) => ({ kind: 'added', row }) as const),
      ...unnamed.map(([resource, by]) => ({ kind: 'unnamed', resource, by }) as const),
    ];
  }

  /** Every resource in which rows may have been created. */
  get resources(): readonly string[] {
    return [...this.#unnamed.keys()];
  }

  /** The number of rows of a resource that may exist although no answer names them. */
  countUnnamed(resource: string): number {
    return this.#unnamed.get(resource) ?? 0;
  }

  /**
   * All remaining rows as leftovers, for a clean-up that ended early.
   *
   * @param resource only the rows of one resource; default: of all
   */
  describeRest({ message, option }: Ending, resource?: string): readonly Leftover[] {
    const needed = option === undefined ? {} : { option };
    const isMeant = (name: string) => resource === undefined || name === resource;
    const named = this.rows.filter((row) => isMeant(row.resource));
    const unnamed = this.resources.filter(isMeant).flatMap((name) =>
      Array.from({ length: this.countUnnamed(name) }, () => ({
        ...{ resource: name, id: null, reason: message, ...needed },
      })),
    );
    return [...named.map((row) => ({ ...row, reason: message, ...needed })), ...unnamed];
  }

  /** Records that a request which may create a row was not answered in time. */
  noteLate(resource: string): void {
    this.#late.set(resource, this.countLate(resource) + 1);
  }

  /** The number of rows of a resource that the target may still create. */
  countLate(resource: string): number {
    return this.#late.get(resource) ?? 0;
  }

  /**
   * Records a row without a name that no sentence of the suite deletes.
   *
   * @returns a function to call when one does
   */
  keep(resource: string): () => void {
    const settle = this.expect(resource);
    this.#kept.set(resource, this.countKept(resource) + 1);
    return () => {
      settle();
      this.#kept.set(resource, this.countKept(resource) - 1);
    };
  }

  /** The number of rows without a name that no sentence of the suite deletes. */
  countKept(resource: string): number {
    return this.#kept.get(resource) ?? 0;
  }

  #count(resource: string, by: number): void {
    this.#unnamed.set(resource, this.countUnnamed(resource) + by);
  }
}

function keyOf({ resource, id }: CreatedRow): string {
  return `${resource} ${id}`;
}
