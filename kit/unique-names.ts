/** Makes names unique: `read`, `read-2`. */
export class UniqueNames {
  readonly #taken: Set<string>;

  /** @param taken names that are in use already */
  constructor(taken: readonly string[] = []) {
    this.#taken = new Set(taken);
  }

  take(name: string): string {
    let free = name;
    for (let number = 2; this.#taken.has(free); number += 1) free = `${name}-${number}`;
    this.#taken.add(free);
    return free;
  }
}
