/** What killed which mutants: the likeliest to kill their neighbors. */
import type { Killer } from './judge.js';
import type { Mutant } from './mutants.js';

/** How many killers are tried first. */
const mostKillers = 4;

/** Remembers kills by their places. */
export class KillerMap {
  readonly #kills: { readonly mutant: Mutant; readonly killer: Killer }[] = [];

  add(mutant: Mutant, killer: Killer): void {
    this.#kills.push({ mutant, killer });
  }

  /** The killers of the nearest mutants of the same file, each once. */
  near({ file, line }: Mutant): Killer[] {
    const distance = (other: Mutant) => Math.abs(other.line - line);
    const inFile = this.#kills.filter(({ mutant }) => mutant.file === file).reverse();
    const nearest = inFile.sort((a, b) => distance(a.mutant) - distance(b.mutant));
    const byRequirement = new Map(nearest.map(({ killer }) => [killer.requirement, killer]));
    return [...byRequirement.values()].slice(0, mostKillers);
  }
}
