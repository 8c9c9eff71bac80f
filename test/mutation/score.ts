/** The score of the trials. */
import { coversMutant, type Equivalence } from './equivalents.js';
import type { Trial } from './trial.js';

/** The share of valid, not equivalent mutants that the suite must kill. */
export const requiredScore = 0.95;

/** Numbers of mutants. */
export interface Tally {
  readonly killed: number;
  readonly survived: number;
  readonly equivalent: number;
  readonly invalid: number;
  /** Killed / (killed + survived); 1 if both are 0. */
  readonly score: number;
}

/** The class of a trial in the score. */
export type Class = 'killed' | 'survived' | 'equivalent' | 'invalid';

/** Returns the class of a trial; a survivor that an entry covers is equivalent. */
export function classify({ mutant, fate }: Trial, equivalences: readonly Equivalence[]): Class {
  if (fate.kind !== 'survived') return fate.kind;
  const isArgued = equivalences.some((equivalence) => coversMutant(equivalence, mutant));
  return isArgued ? 'equivalent' : 'survived';
}

/** Counts trials per class. */
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
