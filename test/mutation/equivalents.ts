/** Mutants that violate no requirement; `equivalent.yaml` states the reason of each. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { messageOf } from '../../kit/errors.js';
import type { Mutant } from './mutants.js';
import type { Trial } from './trial.js';

/**
 * An entry of `equivalent.yaml`. Patterns are globs in which `*` matches any text; a mutant must
 * match all patterns of the entry.
 */
export interface Equivalence {
  readonly id?: string;
  /** The original line without surrounding space. */
  readonly before?: string;
  /** The mutated line without surrounding space. */
  readonly after?: string;
  readonly reason: string;
}

/** @throws Error with the file and the number of an invalid entry */
export function readEquivalences(file: string): Equivalence[] {
  const document: unknown = parse(readFileSync(file, 'utf8'));
  if (!Array.isArray(document)) throw new Error(`${file} must be a list.`);
  return document.map((entry: unknown, index) => {
    try {
      return readEntry(entry);
    } catch (error) {
      throw new Error(`${file}, entry ${index + 1}: ${messageOf(error)}`);
    }
  });
}

const patterns = ['id', 'before', 'after'] as const;

function readEntry(entry: unknown): Equivalence {
  if (typeof entry !== 'object' || entry === null) throw new Error('the entry must be an object.');
  for (const [name, value] of Object.entries(entry)) {
    if (![...patterns, 'reason'].includes(name)) throw new Error(`the key "${name}" is unknown.`);
    if (typeof value !== 'string' || value === '')
      throw new Error(`${name} must be a non-empty text.`);
  }
  if (!('reason' in entry)) throw new Error('the reason is missing.');
  if (!patterns.some((name) => name in entry))
    throw new Error(`one of ${patterns.join(', ')} is required.`);
  return entry as Equivalence;
}

/** Whether a glob, in which `*` matches any text, matches the whole text. */
export function matchesGlob(pattern: string, text: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+^${}()|[\]\\?]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
}

/** Whether an entry applies to a mutant. */
export function coversMutant(equivalence: Equivalence, mutant: Mutant): boolean {
  return patterns.every((name) => {
    const pattern = equivalence[name];
    return pattern === undefined || matchesGlob(pattern, mutant[name]);
  });
}

/**
 * Returns the entries that match no surviving mutant. An entry that also matches untried mutants
 * is not stale.
 *
 * @param all all mutants
 * @param trials the trials of some or all of them
 */
export function findStale(
  equivalences: readonly Equivalence[],
  all: readonly Mutant[],
  trials: readonly Trial[],
): Equivalence[] {
  const fates = new Map(trials.map(({ mutant, fate }) => [mutant.id, fate.kind]));
  return equivalences.filter((equivalence) => {
    const covered = all.filter((mutant) => coversMutant(equivalence, mutant));
    return covered.every(({ id }) => fates.has(id) && fates.get(id) !== 'survived');
  });
}
