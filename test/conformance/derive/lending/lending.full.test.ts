/** All faults, variations and many seeds of the API with most that descriptions show. */
import { afterAll, describe, expect, test } from 'vitest';
import { seed } from '../../../extent.js';
import { removeFolders } from '../../run-check.js';
import { checkLending } from './check-lending.js';
import { faults } from './faults.js';
import { variations } from './variations.js';

afterAll(removeFolders);

test('finds 95 % of the faults, and 90 % by one requirement alone', async () => {
  const found = new Map<string, readonly string[]>();
  for (const { name, plant } of faults) found.set(name, (await checkLending(plant)).failed);
  const having = (isMeant: (failed: readonly string[]) => boolean) =>
    [...found].flatMap(([name, failed]) => (isMeant(failed) ? [`${name}: ${failed}`] : []));
  const [missed, several] = [
    having(({ length }) => length === 0),
    having(({ length }) => length > 1),
  ];
  expect(faults.length).toBeGreaterThanOrEqual(120);
  expect(missed.length / faults.length, missed.join('\n')).toBeLessThanOrEqual(0.05);
  expect(several.length / faults.length, several.join('\n')).toBeLessThanOrEqual(0.1);
});

describe('does not accuse', () => {
  test.each(variations)('a service that %s', async (_name, vary) => {
    const { failed, stdout } = await checkLending(vary, ['--seed', String(seed)]);
    expect(failed, stdout).toEqual([]);
  });

  test('a sound service, with 50 seeds', async () => {
    for (let one = seed; one < seed + 50; one += 1) {
      const { failed, stdout } = await checkLending(() => {}, ['--seed', String(one)]);
      expect(failed, stdout).toEqual([]);
    }
  });
});
