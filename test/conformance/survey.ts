/** Common parts of the tests of the suite itself. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../conformance/report/model.js';
import { packageFile } from '../../kit/package-root.js';
import { timeLimit } from '../machine-speed.js';

/**
 * Whether the whole suite runs against every fault, variation and combination, which takes hours:
 * `TOUCHSTONE_SURVEY=full`. Otherwise it runs against a sample, and the others are checked for the
 * concerned requirements only.
 */
export const isFull = process.env.TOUCHSTONE_SURVEY === 'full';

/**
 * The seed of the samples: `TOUCHSTONE_SURVEY_SEED`, or else a hash of the suite and of the faulty
 * servers. Each change of them draws new samples, and a failed test is repeatable.
 */
export const surveySeed = readSeed(process.env.TOUCHSTONE_SURVEY_SEED);

function readSeed(given: string | undefined): number {
  const seed = given === undefined ? seedOf('features', 'steps', 'test/faulty') : Number(given);
  if (Number.isInteger(seed)) return seed;
  throw new Error(`TOUCHSTONE_SURVEY_SEED has to be an integer, not "${given}".`);
}

function seedOf(...folders: readonly string[]): number {
  const hash = createHash('sha1');
  for (const folder of folders.map((name) => packageFile(name))) {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
    for (const name of names.filter((one) => /\.\w+$/.test(one))) {
      hash.update(readFileSync(join(folder, name)));
    }
  }
  return Number.parseInt(hash.digest('hex').slice(0, 6), 16) % 1_000_000;
}

/** Prints the result of a survey, with its seed. */
export function printFigures(sentence: string): void {
  process.stdout.write(`${sentence} (TOUCHSTONE_SURVEY_SEED=${surveySeed})\n`);
}

/** The timeout of a test that may run the whole suite. */
export const longTestMs = timeLimit(120_000);

/** Ids of the requirements with one of the verdicts. */
export function idsWith(report: Report | undefined, ...verdicts: readonly string[]): string[] {
  const rows = report?.requirements ?? [];
  return rows
    .filter(({ verdict, selected }) => selected && verdicts.includes(verdict))
    .map(({ id }) => id);
}

/** Ids of the blocked requirements that do not name a failed one. */
export function idsBlockedByNothing(report: Report | undefined): string[] {
  const failed = new Set(idsWith(report, 'fail', 'unstable'));
  const rows = report?.requirements ?? [];
  return rows
    .filter(({ verdict, blockedBy }) => verdict === 'blocked' && !failed.has(blockedBy ?? ''))
    .map(({ id }) => id);
}
