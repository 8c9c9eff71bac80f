import { describe, expect, it } from 'vitest';
import { readRounds } from '../../../bench/interpreter/program-runner.js';

describe('readRounds', () => {
  it('returns the times of the first and the fastest round in milliseconds', () => {
    expect(readRounds('0.5 42\n0.2 42\n0.25 42\n', '42')).toEqual({ first: 500, settled: 200 });
  });

  it('reads seconds with an exponent and answers with spaces', () => {
    const { settled } = readRounds('2.5e-05 10 words, 4 at most\n', '10 words, 4 at most');
    expect(settled).toBeCloseTo(0.025, 12);
  });

  it('throws for a wrong answer in any round', () => {
    expect(() => readRounds('0.5 42\n0.2 43\n', '42')).toThrow(
      'The answer is "43", expected "42".',
    );
  });

  it.each(['', 'sieve', 'soon 42'])('throws for the output %j', (output) => {
    expect(() => readRounds(output, '42')).toThrow('Expected the seconds and the answer');
  });
});
