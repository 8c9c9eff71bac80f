/** Names that suites can have, made from names that descriptions have. */

/** Small letters and digits with hyphens between words; the fallback where nothing is left. */
export function kebab(text: string, fallback: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .match(/[a-z\d]+/g);
  return (words ?? [fallback]).join('-').slice(0, 60).replace(/-$/, '');
}

/** Gives each name once: `read`, `read-2`. */
export class UniqueNames {
  readonly #taken: Set<string>;

  /** @param taken names that must not be given */
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
