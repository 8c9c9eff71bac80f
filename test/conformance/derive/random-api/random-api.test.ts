/**
 * Random descriptions, each with a server that does what it says: the check accuses none of them, and
 * leaves alone what others have stored there.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { groupBy } from '../../../../kit/collections.js';
import { removeFolders } from '../../run-check.js';
import { checkRandomApi } from './check-random-api.js';
import { demandSound, shareOfPassed } from './demand-sound.js';
import { faults } from './faults.js';

afterAll(removeFolders);

/** Both have slugs and references; the first also entity tags, cursors and a key in the query. */
test.each([13, 107])('a sound server of random API %d conforms', async (seed) => {
  const check = await checkRandomApi(seed);
  demandSound(check);
  expect(shareOfPassed([check]), check.stdout).toBeGreaterThan(0.9);
});

describe('a server with faults is accused of each', () => {
  const quick = faults.filter(({ isAwaited }) => isAwaited !== true);
  test.each([...groupBy(quick, ({ seed }) => seed)])('of random API %d', async (seed, planted) => {
    const { ids, stdout } = await checkRandomApi(seed, (server) => {
      for (const { plant } of planted) plant(server);
    });
    const expected = planted.map(({ requirement }) => requirement);
    expect(ids.get('fail'), stdout).toEqual(expect.arrayContaining(expected));
  });
});
