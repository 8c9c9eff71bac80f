import { describe, expect, it } from 'vitest';
import { geometricMean, median, percentile } from '../../bench/statistics.js';

describe('median', () => {
  it('is the middle of an odd number of values', () => {
    expect(median([30, 1, 2])).toBe(2);
  });

  it('is the mean of the two middle values of an even number of values', () => {
    expect(median([4, 1, 100, 2])).toBe(3);
  });

  it('throws without values', () => {
    expect(() => median([])).toThrow('An empty list');
  });
});

describe('percentile', () => {
  const values = Array.from({ length: 200 }, (_, index) => 200 - index);

  it('is the smallest value that at least this share of values does not exceed', () => {
    expect(percentile(values, 0.99)).toBe(198);
  });

  it('is the largest value for a share of 1', () => {
    expect(percentile(values, 1)).toBe(200);
  });

  it('is the value of a single-element list', () => {
    expect(percentile([7], 0.01)).toBe(7);
  });
});

describe('geometricMean', () => {
  it('is 1 for a ratio and its inverse', () => {
    expect(geometricMean([2, 0.5])).toBeCloseTo(1, 12);
  });
});
