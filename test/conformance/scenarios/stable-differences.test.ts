import { expect, test } from 'vitest';
import { findStableDifferences } from '../../../conformance/scenarios/stable-differences.js';
import { undisturbed } from '../undisturbed.js';

const difference = { path: 'count', expected: '2', observed: '3' };

/** Returns one value after the other, then repeats the last. */
function sequence<T>(...values: readonly T[]): () => Promise<T> {
  const rest = [...values];
  return async () => (rest.length > 1 ? rest.shift() : rest[0]) as T;
}

test('a comparison without a difference ends the search', async () => {
  expect(await findStableDifferences(undisturbed, sequence(5), sequence([difference], []))).toEqual(
    [],
  );
});

test('a difference that is found each time counts', async () => {
  expect(await findStableDifferences(undisturbed, sequence(5), sequence([difference]))).toEqual([
    difference,
  ]);
});

test('the comparison is repeated when others changed the target meanwhile', async () => {
  const counts = sequence(5, 6, 6, 6);
  expect(await findStableDifferences(undisturbed, counts, sequence([difference], []))).toEqual([]);
});

test('a target that others keep changing is not judged', async () => {
  let count = 0;
  const change = async () => {
    count += 1;
    return count;
  };
  await expect(findStableDifferences(undisturbed, change, sequence([difference]))).rejects.toThrow(
    'two equal readings differed 20 times: other clients change the target, or its answers are not stable',
  );
});

test('the target is held during the comparison, and released even after an error', async () => {
  const events: string[] = [];
  const hold = async () => {
    events.push('hold');
    return () => void events.push('release');
  };
  const fail = () => Promise.reject(new Error('no list'));
  await findStableDifferences({ hold }, sequence(5), sequence([]));
  await expect(findStableDifferences({ hold }, fail, sequence([]))).rejects.toThrow('no list');
  expect(events).toEqual(['hold', 'release', 'hold', 'release']);
});
