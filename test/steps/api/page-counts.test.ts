import { describe, expect, it } from 'vitest';
import { inList } from '../../../conformance/mismatches/mismatch.js';
import { textOf } from '../../../conformance/mismatches/mismatch-text.js';
import { compareCounts } from '../../../steps/api/products/page-counts.js';

const countsCompared = (expected: number, observed: number, own: number) =>
  compareCounts(inList('the count'), expected, observed, own).map((one) => textOf(one));

describe('two counts', () => {
  it('are equal or different', () => {
    expect(countsCompared(5, 5, 2)).toEqual([]);
    expect(countsCompared(5, 4, 2)).toEqual([{ path: 'the count', expected: '5', observed: '4' }]);
  });

  it('differ when both are smaller than the number of own rows', () => {
    expect(countsCompared(1, 1, 2)).toEqual([
      { path: 'the count', expected: '2 or more', observed: '1' },
    ]);
  });

  it('differ when the pages never end', () => {
    const [found] = countsCompared(5, Number.POSITIVE_INFINITY, 2);
    expect(found?.expected).toBe('an empty one after the last product');
  });
});
