/** Mutants that do nothing which the specification forbids, each argued in `equivalent.yaml`. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Mutant } from './mutants.js';
import type { Trial } from './trial.js';

/**
 * Which mutants are equivalent and why. Patterns are globs, in which `*` is any text; a mutant
 * has to match all that are given.
 */
export interface Equivalence {
  readonly id?: string;
  /** The line as it was, without the space around it. */
  readonly before?: string;
  /** The line as it became. */
  readonly after?: string;
  readonly reason: string;
}

/** @throws Error naming the entry that is not as it should be. */
export function readEquivalences(file: string): Equivalence[] {
  const document: unknown = parse(readFileSync(file, 'utf8'));
  if (!Array.isArray(document)) throw new Error(`${file} must be a list.`);
  return document.map((entry: unknown, index) => {
    try {
      return readEntry(entry);
    } catch (error) {
      throw new Error(`${file}, entry ${index + 1}: ${(error as Error).message}`);
    }
  });
}

const patterns = ['id', 'before', 'after'] as const;

function readEntry(entry: unknown): Equivalence {
  if (typeof entry !== 'object' || entry === null) throw new Error('it must be an object.');
  for (const [name, value] of Object.entries(entry)) {
    if (![...patterns, 'reason'].includes(name)) throw new Error(`"${name}" is unknown.`);
    if (typeof value !== 'string' || value === '') throw new Error(`${name} must be a text.`);
  }
  if (!('reason' in entry)) throw new Error('the reason is missing.');
  if (!patterns.some((name) => name in entry)) throw new Error('it names no mutants.');
  return entry as Equivalence;
}

/** Whether a glob, in which `*` is any text, matches the whole of a text. */
export function matchesGlob(pattern: string, text: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+^${}()|[\]\\?]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
}

/** Whether an entry speaks of a mutant. */
export function coversMutant(equivalence: Equivalence, mutant: Mutant): boolean {
  return patterns.every((name) => {
    const pattern = equivalence[name];
    return pattern === undefined || matchesGlob(pattern, mutant[name]);
  });
}

/**
 * The entries that are of no use any more: they match no mutant that survives. One that matches
 * mutants which were not tried cannot be told.
 *
 * @param all the mutants that there are
 * @param trials those of them that were tried
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
