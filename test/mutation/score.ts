/** What trials come to. */
import { coversMutant, type Equivalence } from './equivalents.js';
import type { Trial } from './trial.js';

/** The share of the mutants which are not equivalent that the suite has to notice. */
export const requiredScore = 0.95;

/** Numbers of mutants. */
export interface Tally {
  readonly killed: number;
  readonly survived: number;
  readonly equivalent: number;
  readonly invalid: number;
  /** Killed among killed and survived; 1 when there are neither. */
  readonly score: number;
}

/** What a trial counts as. */
export type Class = 'killed' | 'survived' | 'equivalent' | 'invalid';

/** Equivalent is a mutant that survived and of which it is argued that it may. */
export function classify({ mutant, fate }: Trial, equivalences: readonly Equivalence[]): Class {
  if (fate.kind !== 'survived') return fate.kind;
  const isArgued = equivalences.some((equivalence) => coversMutant(equivalence, mutant));
  return isArgued ? 'equivalent' : 'survived';
}

/** Counts trials by what they are. */
export function tally(trials: readonly Trial[], equivalences: readonly Equivalence[]): Tally {
  const classes = trials.map((trial) => classify(trial, equivalences));
  const count = (wanted: Class) => classes.filter((one) => one === wanted).length;
  const [killed, survived] = [count('killed'), count('survived')];
  return {
    killed,
    survived,
    equivalent: count('equivalent'),
    invalid: count('invalid'),
    score: killed + survived === 0 ? 1 : killed / (killed + survived),
  };
}
