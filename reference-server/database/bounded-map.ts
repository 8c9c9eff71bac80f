/** The limits of a bounded map. */
export interface MapLimits {
  /** Maximum number of entries. */
  readonly entries: number;
  /** Maximum sum of their sizes. */
  readonly size: number;
}

/** Largest part of the size limit that one entry may take. */
const largestShare = 1 / 8;

/** A map with a limited number and a limited total size of entries: new ones replace the oldest. */
export class BoundedMap<Key, Value> {
  readonly #limits: MapLimits;
  readonly #onDrop: (key: Key, size: number) => void;
  readonly #entries = new Map<Key, { readonly value: Value; readonly size: number }>();
  #size = 0;

  /** @param onDrop called with the key and size of each replaced entry */
  constructor(limits: MapLimits, onDrop: (key: Key, size: number) => void = () => undefined) {
    this.#limits = limits;
    this.#onDrop = onDrop;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  /**
   * Adds an entry with a new key.
   *
   * @returns whether it was added: a very large one is not
   */
  add(key: Key, value: Value, size: number): boolean {
    if (size > this.#limits.size * largestShare) return false;
    this.#entries.set(key, { value, size });
    this.#size += size;
    while (this.#entries.size > this.#limits.entries || this.#size > this.#limits.size) {
      this.#dropOldest();
    }
    return true;
  }

  /** Removes all entries without calling `onDrop`. */
  clear(): void {
    this.#entries.clear();
    this.#size = 0;
  }

  #dropOldest(): void {
    for (const [key, { size }] of this.#entries) {
      this.#entries.delete(key);
      this.#size -= size;
      this.#onDrop(key, size);
      return;
    }
  }
}
