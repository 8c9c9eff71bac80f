import { describe, expect, it } from 'vitest';
import { compareAtRest, compareCounts } from '../../../steps/api/page-counts.js';

const difference = { path: 'count', expected: '2', observed: '3' };

/** Gives one value after the other, and then the last one again and again. */
function sequence<T>(...values: readonly T[]): () => Promise<T> {
  const rest = [...values];
  return async () => (rest.length > 1 ? rest.shift() : rest[0]) as T;
}

describe('a list that is compared', () => {
  it('has no difference once it was found without one', async () => {
    expect(await compareAtRest(sequence(5), sequence([difference], []))).toEqual([]);
  });

  it('has the difference that shows each time', async () => {
    expect(await compareAtRest(sequence(5), sequence([difference]))).toEqual([difference]);
  });

  it('is compared again when others changed it meanwhile', async () => {
    const counts = sequence(5, 6, 6, 6);
    expect(await compareAtRest(counts, sequence([difference], []))).toEqual([]);
  });

  it('cannot be compared when it never rests', async () => {
    let count = 0;
    const change = async () => {
      count += 1;
      return count;
    };
    await expect(compareAtRest(change, sequence([difference]))).rejects.toThrow(
      'The list changed 20 times while it was being read.',
    );
  });
});

describe('two counts', () => {
  it('are the same, or differ', () => {
    expect(compareCounts(5, 5, 2)).toEqual([]);
    expect(compareCounts(5, 4, 2)).toEqual([
      { path: 'products on all pages', expected: '5', observed: '4' },
    ]);
  });

  it('differ from what the scenario made itself when both are too small', () => {
    expect(compareCounts(1, 1, 2)).toEqual([
      { path: 'products on all pages', expected: '2 or more', observed: '1' },
    ]);
  });

  it('differ when the pages never end', () => {
    const [found] = compareCounts(5, Number.POSITIVE_INFINITY, 2);
    expect(found?.expected).toBe('an empty one after the last product');
  });
});
