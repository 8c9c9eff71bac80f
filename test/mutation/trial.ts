/** Tries mutants: which of them does the suite notice? */
import type { StartedTarget } from '../../conformance/servers/target.js';
import { Judge } from './judge.js';
import { KillerMap } from './killer-map.js';
import type { Mutant } from './mutants.js';
import { profileOf, projectsWith } from './projects.js';
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
  const projects = new Set(mutants.flatMap(({ file }) => projectsWith(file)));
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
    const objection = killer ?? unjudged;
    if (objection === undefined) return;
    throw new Error(`The project ${project} does not pass without any change: ${objection}.`);
  } finally {
    await target.close();
  }
}

interface TriedMutant {
  readonly fate: Fate;
  readonly killer?: string | undefined;
}

/**
 * Tries a mutant in all projects in which its script runs. What two of them have to fulfill alike
 * is looked at in the first one.
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

/** The server, or why there is none. */
async function serveOrExplain(project: string, mutant: Mutant): Promise<StartedTarget | string> {
  try {
    return await serveProject(project, mutant);
  } catch (error) {
    return (error as Error).message;
  }
}
