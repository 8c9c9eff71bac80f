/** The requirements that killed mutants: they are likely to kill neighboring mutants. */
import type { Mutant } from './mutants.js';

/** Number of killers that run first. */
const mostKillers = 4;

/** Killed mutants with their killers. */
export class KillerMap {
  readonly #kills: { readonly mutant: Mutant; readonly killer: string }[] = [];

  add(mutant: Mutant, killer: string): void {
    this.#kills.push({ mutant, killer });
  }

  /** The killers of the nearest mutants in the same file, without duplicates. */
  near({ file, line }: Mutant): string[] {
    const distance = (other: Mutant) => Math.abs(other.line - line);
    const inFile = this.#kills.filter(({ mutant }) => mutant.file === file).reverse();
    const nearest = inFile.sort((a, b) => distance(a.mutant) - distance(b.mutant));
    const killers = new Set(nearest.map(({ killer }) => killer));
    return [...killers].slice(0, mostKillers);
  }
}
