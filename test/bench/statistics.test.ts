import { describe, expect, it } from 'vitest';
import { geometricMean, median, percentile } from '../../bench/statistics.js';

describe('median', () => {
  it('is the value in the middle of an odd number of values', () => {
    expect(median([30, 1, 2])).toBe(2);
  });

  it('is the mean of the two in the middle of an even number of values', () => {
    expect(median([4, 1, 100, 2])).toBe(3);
  });

  it('does not exist without values', () => {
    expect(() => median([])).toThrow('An empty list');
  });
});

describe('percentile', () => {
  const values = Array.from({ length: 200 }, (_, index) => 200 - index);

  it('is the smallest value that the share of values does not exceed', () => {
    expect(percentile(values, 0.99)).toBe(198);
  });

  it('is the largest value for a share of 1', () => {
    expect(percentile(values, 1)).toBe(200);
  });

  it('is the only value when there is one', () => {
    expect(percentile([7], 0.01)).toBe(7);
  });
});

describe('geometricMean', () => {
  it('takes twice as fast and half as fast for equal', () => {
    expect(geometricMean([2, 0.5])).toBeCloseTo(1, 12);
  });
});
