/**
 * How much a run of the tests covers. `npm test` takes a fixed share of every survey, the same each time;
 * `npm run test:full` takes all of it, with choices by a new seed.
 */

/** Whether this is `npm run test:full`. */
export const isFull = process.env.TOUCHSTONE_TESTS === 'full';

/** Determines all random choices of tests: fixed in `npm test`, and otherwise printed. */
export const seed = readSeed(process.env.TOUCHSTONE_TEST_SEED);

function readSeed(given = '1'): number {
  const number = Number(given);
  if (Number.isInteger(number)) return number;
  throw new Error(`TOUCHSTONE_TEST_SEED has to be an integer, not "${given}".`);
}

/** All of a survey, or in `npm test` so many, evenly spread. */
export function share<T>(all: readonly T[], count: number): readonly T[] {
  if (isFull || all.length <= count) return all;
  return Array.from({ length: count }, (_, place) => {
    return all[Math.floor((place * all.length) / count)] as T;
  });
}

/** All of a survey, or in `npm test` the first of each kind. One may belong to several kinds. */
export function oneOfEachKind<T>(
  all: readonly T[],
  kindsOf: (one: T) => readonly string[],
): readonly T[] {
  const known = new Set<string>();
  return all.filter((one) => {
    const kinds = kindsOf(one);
    const isNew = kinds.some((kind) => !known.has(kind));
    for (const kind of kinds) known.add(kind);
    return isFull || isNew;
  });
}
