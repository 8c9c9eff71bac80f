/** Which requirements noticed which mutants: the likeliest to notice their neighbors. */
import type { Mutant } from './mutants.js';

/** How many killers are tried first. */
const mostKillers = 4;

/** Remembers kills by their places. */
export class KillerMap {
  readonly #kills: { readonly mutant: Mutant; readonly killer: string }[] = [];

  add(mutant: Mutant, killer: string): void {
    this.#kills.push({ mutant, killer });
  }

  /** The killers of the nearest mutants of the same file, each once. */
  near({ file, line }: Mutant): string[] {
    const distance = (other: Mutant) => Math.abs(other.line - line);
    const inFile = this.#kills.filter(({ mutant }) => mutant.file === file).reverse();
    const nearest = inFile.sort((a, b) => distance(a.mutant) - distance(b.mutant));
    const killers = new Set(nearest.map(({ killer }) => killer));
    return [...killers].slice(0, mostKillers);
  }
}
