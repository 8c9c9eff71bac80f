import { expect, test } from 'vitest';
import { findAtRest } from '../../../conformance/scenarios/at-rest.js';
import { undisturbed } from '../undisturbed.js';

const difference = { path: 'count', expected: '2', observed: '3' };

/** Gives one value after the other, and then the last one again and again. */
function sequence<T>(...values: readonly T[]): () => Promise<T> {
  const rest = [...values];
  return async () => (rest.length > 1 ? rest.shift() : rest[0]) as T;
}

test('there is no difference once none was found', async () => {
  expect(await findAtRest(undisturbed, sequence(5), sequence([difference], []))).toEqual([]);
});

test('there is the difference that shows each time', async () => {
  expect(await findAtRest(undisturbed, sequence(5), sequence([difference]))).toEqual([difference]);
});

test('all is looked at again when others changed it meanwhile', async () => {
  const counts = sequence(5, 6, 6, 6);
  expect(await findAtRest(undisturbed, counts, sequence([difference], []))).toEqual([]);
});

test('nothing can be said when it never rests', async () => {
  let count = 0;
  const change = async () => {
    count += 1;
    return count;
  };
  await expect(findAtRest(undisturbed, change, sequence([difference]))).rejects.toThrow(
    'other clients changed the target 20 times while it was judged',
  );
});

test('the target is held while it is judged, and released whatever comes of it', async () => {
  const events: string[] = [];
  const hold = async () => {
    events.push('hold');
    return () => void events.push('release');
  };
  const fail = () => Promise.reject(new Error('no list'));
  await findAtRest({ hold }, sequence(5), sequence([]));
  await expect(findAtRest({ hold }, fail, sequence([]))).rejects.toThrow('no list');
  expect(events).toEqual(['hold', 'release', 'hold', 'release']);
});
