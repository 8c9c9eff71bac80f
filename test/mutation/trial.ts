/** Tries mutants one after the other: which of them does the suite notice? */
import type { Target } from '../../conformance/target/target.js';
import { Judge, type Killer } from './judge.js';
import type { Mutant } from './mutants.js';
import type { Workspace } from './workspace.js';

/** What became of a mutant. */
export type Fate =
  | { readonly kind: 'killed'; readonly by: string }
  /** With what could not be judged, if anything: the suite then says nothing against it either. */
  | { readonly kind: 'survived'; readonly unjudged?: string }
  /** It does not compile, or the server does not start with it. */
  | { readonly kind: 'invalid'; readonly reason: string };

/** A mutant that was tried. */
export interface Trial {
  readonly mutant: Mutant;
  readonly fate: Fate;
}

/** How many requirements that killed near a place are tried first there. */
const likelyKillers = 4;

/** What killed mutants where. */
class KillerMap {
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
    return [...byRequirement.values()].slice(0, likelyKillers);
  }
}

/**
 * Tries mutants in their order.
 *
 * @param onTrial called with every mutant that was tried
 * @throws Error when a project without any change does not pass, so that nothing could be told
 */
export async function tryMutants(
  mutants: readonly Mutant[],
  workspace: Workspace,
  onTrial: (trial: Trial) => void,
): Promise<Trial[]> {
  const judge = new Judge();
  const killers = new KillerMap();
  await requireSoundProjects(mutants, workspace, judge);
  const trials: Trial[] = [];
  for (const mutant of mutants) {
    const likely = killers.near(mutant);
    const { fate, killer } = await tryMutant(mutant, workspace, judge, likely);
    if (killer !== undefined) killers.add(mutant, killer);
    trials.push({ mutant, fate });
    onTrial({ mutant, fate });
  }
  return trials;
}

async function requireSoundProjects(
  mutants: readonly Mutant[],
  workspace: Workspace,
  judge: Judge,
): Promise<void> {
  for (const project of new Set(mutants.map((mutant) => mutant.project))) {
    const target = await workspace.serve(project);
    try {
      const { killer, unjudged } = await judge.examine(target);
      const objection = killer?.requirement ?? unjudged;
      if (objection === undefined) continue;
      throw new Error(`The project ${project} does not pass without any change: ${objection}.`);
    } finally {
      await target.close();
    }
  }
}

function tryMutant(
  mutant: Mutant,
  workspace: Workspace,
  judge: Judge,
  likely: readonly Killer[],
): Promise<{ fate: Fate; killer?: Killer }> {
  return workspace.withMutant(mutant, async () => {
    const target = await serveOrExplain(mutant, workspace);
    if (typeof target === 'string') return { fate: { kind: 'invalid', reason: target } };
    try {
      const { killer, unjudged } = await judge.examine(target, likely);
      if (killer !== undefined) return { fate: { kind: 'killed', by: killer.requirement }, killer };
      return { fate: { kind: 'survived', ...(unjudged === undefined ? {} : { unjudged }) } };
    } finally {
      await target.close();
    }
  });
}

/** The server, or why there is none. */
async function serveOrExplain(mutant: Mutant, workspace: Workspace): Promise<Target | string> {
  try {
    return await workspace.serve(mutant.project);
  } catch (error) {
    return (error as Error).message;
  }
}
