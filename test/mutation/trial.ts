/** Runs the suite against mutants. */
import type { StartedTarget } from '../../conformance/servers/target.js';
import { messageOf } from '../../kit/errors.js';
import { Judge } from './judge.js';
import type { Mutant } from './mutants.js';
import { profileOf, projectsWith } from './projects.js';
import { serveProject } from './serve.js';

/** The result of a mutant's trial. */
export type Fate =
  | { readonly kind: 'killed'; readonly by: string }
  /** `unjudged` names a requirement without a verdict; no requirement failed. */
  | { readonly kind: 'survived'; readonly unjudged?: string }
  /** The mutant does not compile, or the server does not start with it. */
  | { readonly kind: 'invalid'; readonly reason: string };

/** A mutant that was tried. */
export interface Trial {
  readonly mutant: Mutant;
  readonly fate: Fate;
}

/** Number of killers that run first. */
const mostKillers = 4;

/** The requirements that killed mutants: they are likely to kill neighbouring mutants. */
class KillerMap {
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

/** Number of simultaneous trials. The suite mostly waits for clocks, so they overlap well. */
const concurrency = 4;

/**
 * Tries mutants concurrently.
 *
 * @param onTrial called after each trial
 * @returns the trials in the order of the mutants
 * @throws Error if an unchanged project does not pass, so that the trials would mean nothing
 */
export async function tryMutants(
  mutants: readonly Mutant[],
  onTrial: (trial: Trial) => void,
): Promise<Trial[]> {
  const judge = new Judge();
  const killers = new KillerMap();
  const projects = new Set(mutants.flatMap(({ file }) => projectsWith(file)));
  for (const project of projects) await requirePass(project, judge);
  const trials: Trial[] = [];
  const queue = mutants.entries();
  const tryFromQueue = async () => {
    for (const [index, mutant] of queue) {
      const { fate, killer } = await tryMutant(mutant, judge, killers.near(mutant));
      if (killer !== undefined) killers.add(mutant, killer);
      const trial = { mutant, fate };
      trials[index] = trial;
      onTrial(trial);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, tryFromQueue));
  return trials;
}

async function requirePass(project: string, judge: Judge): Promise<void> {
  const target = await serveProject(project);
  try {
    const { killer, unjudged } = await judge.examine(target);
    const problem = killer ?? unjudged;
    if (problem === undefined) return;
    throw new Error(`The unchanged project ${project} does not pass: ${problem}.`);
  } finally {
    await target.close();
  }
}

interface TriedMutant {
  readonly fate: Fate;
  readonly killer?: string | undefined;
}

/**
 * Tries a mutant in all projects in which its script runs. Requirements of several profiles are
 * judged in the first project only.
 */
async function tryMutant(
  mutant: Mutant,
  judge: Judge,
  likely: readonly string[],
): Promise<TriedMutant> {
  const judged: string[] = [];
  let unjudged: string | undefined;
  for (const project of projectsWith(mutant.file)) {
    const profile = profileOf(project);
    if (judged.includes(profile)) continue;
    const target = await serveOrExplain(project, mutant);
    if (typeof target === 'string') return { fate: { kind: 'invalid', reason: target } };
    const { killer, unjudged: reason } = await judge
      .examine(target, { likely, judged })
      .finally(() => target.close());
    if (killer !== undefined) return { fate: { kind: 'killed', by: killer }, killer };
    unjudged ??= reason;
    judged.push(profile);
  }
  return { fate: { kind: 'survived', ...(unjudged === undefined ? {} : { unjudged }) } };
}

/** Returns the server, or the reason why it does not start. */
async function serveOrExplain(project: string, mutant: Mutant): Promise<StartedTarget | string> {
  try {
    return await serveProject(project, mutant);
  } catch (error) {
    return messageOf(error);
  }
}
