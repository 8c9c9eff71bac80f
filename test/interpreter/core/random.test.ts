import { describe, expect, it } from 'vitest';
import { RandomState } from '../../../interpreter/core/random-state.js';

/** Two words and a fraction in thousandths, by seed, from Wren's C implementation. */
const sequences: [number, number, number, string][] = [
  [0, 1887882396, 845037701, '287.26735351436'],
  [42, 1999102467, 554368451, '108.26520282467'],
  [12345, 1811369796, 3310713053, '432.44261718137'],
];

describe('random state', () => {
  it.each(sequences)(
    'draws the same numbers as Wren for the seed %d',
    (seed, one, two, thousandths) => {
      const state = RandomState.fromSeed(seed);
      expect([state.next(), state.next()]).toEqual([one, two]);
      expect((state.nextFraction() * 1000).toPrecision(14)).toBe(thousandths);
    },
  );

  it('can be set to sixteen words', () => {
    const words = Uint32Array.from({ length: 16 }, (_, index) => [1, 2, 3][index % 3] ?? 0);
    const state = new RandomState(words);
    expect([state.next(), state.next()]).toEqual([269221892, 806617100]);
  });

  it('differs between random seeds', () => {
    const words = new Set(Array.from({ length: 8 }, () => RandomState.fromRandomSeed().next()));
    expect(words.size).toBe(8);
  });
});
