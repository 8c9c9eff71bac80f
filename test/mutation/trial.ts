/** Tries mutants: which of them does the suite notice? */
import type { Target } from '../../conformance/target/target.js';
import { Judge, type Killer } from './judge.js';
import type { Mutant } from './mutants.js';
import { serveProject } from './serve.js';

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

/** How many mutants are tried at a time: the suite waits for clocks more than it computes. */
const atATime = 4;

/**
 * Tries mutants, several at a time.
 *
 * @param onTrial called with every mutant that was tried
 * @returns the trials in the order of the mutants
 * @throws Error when a project without any change does not pass, so that nothing could be told
 */
export async function tryMutants(
  mutants: readonly Mutant[],
  onTrial: (trial: Trial) => void,
): Promise<Trial[]> {
  const judge = new Judge();
  const killers = new KillerMap();
  const projects = new Set(mutants.map(({ project }) => project));
  for (const project of projects) await requireSoundProject(project, judge);
  const trials: Trial[] = [];
  const queue = mutants.entries();
  const tryOneByOne = async () => {
    for (const [index, mutant] of queue) {
      const { fate, killer } = await tryMutant(mutant, judge, killers.near(mutant));
      if (killer !== undefined) killers.add(mutant, killer);
      const trial = { mutant, fate };
      trials[index] = trial;
      onTrial(trial);
    }
  };
  await Promise.all(Array.from({ length: atATime }, tryOneByOne));
  return trials;
}

async function requireSoundProject(project: string, judge: Judge): Promise<void> {
  const target = await serveProject(project);
  try {
    const { killer, unjudged } = await judge.examine(target);
    const objection = killer?.requirement ?? unjudged;
    if (objection === undefined) return;
    throw new Error(`The project ${project} does not pass without any change: ${objection}.`);
  } finally {
    await target.close();
  }
}

async function tryMutant(
  mutant: Mutant,
  judge: Judge,
  likely: readonly Killer[],
): Promise<{ fate: Fate; killer?: Killer }> {
  const target = await serveOrExplain(mutant);
  if (typeof target === 'string') return { fate: { kind: 'invalid', reason: target } };
  try {
    const { killer, unjudged } = await judge.examine(target, likely);
    if (killer !== undefined) return { fate: { kind: 'killed', by: killer.requirement }, killer };
    return { fate: { kind: 'survived', ...(unjudged === undefined ? {} : { unjudged }) } };
  } finally {
    await target.close();
  }
}

/** The server, or why there is none. */
async function serveOrExplain(mutant: Mutant): Promise<Target | string> {
  try {
    return await serveProject(mutant.project, mutant);
  } catch (error) {
    return (error as Error).message;
  }
}
