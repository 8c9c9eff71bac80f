import { describe, expect, it } from 'vitest';
import { compareCounts } from '../../../steps/api/products/page-counts.js';

describe('two counts', () => {
  it('are equal or different', () => {
    expect(compareCounts('the count', 5, 5, 2)).toEqual([]);
    expect(compareCounts('the count', 5, 4, 2)).toEqual([
      { path: 'the count', expected: '5', observed: '4' },
    ]);
  });

  it('differ when both are smaller than the number of own rows', () => {
    expect(compareCounts('the count', 1, 1, 2)).toEqual([
      { path: 'the count', expected: '2 or more', observed: '1' },
    ]);
  });

  it('differ when the pages never end', () => {
    const [found] = compareCounts('the count', 5, Number.POSITIVE_INFINITY, 2);
    expect(found?.expected).toBe('an empty one after the last product');
  });
});
