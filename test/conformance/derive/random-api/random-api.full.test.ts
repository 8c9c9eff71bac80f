/** Many random APIs, others in each run, and each fault alone. */
import { afterAll, expect, test } from 'vitest';
import { seed } from '../../../extent.js';
import { recordFigures } from '../../../figures.js';
import { removeFolders } from '../../run-check.js';
import { checkRandomApi, type RandomCheck } from './check-random-api.js';
import { demandSound, shareOfPassed } from './demand-sound.js';
import { faults } from './faults.js';

afterAll(removeFolders);

const count = 100;

test('a hundred sound servers of random APIs conform', async (context) => {
  const checks: Pick<RandomCheck, 'ids'>[] = [];
  for (let one = seed; one < seed + count; one += 1) {
    const check = await checkRandomApi(one);
    demandSound(check);
    checks.push({ ids: check.ids });
    removeFolders();
  }
  const share = shareOfPassed(checks);
  expect(share).toBeGreaterThan(0.7);
  recordFigures(context, `${count} random APIs: ${Math.round(share * 100)} % of requirements pass`);
});

test.each(faults)('the check finds that $name', async ({ seed: one, plant, requirement }) => {
  const { ids, stdout } = await checkRandomApi(one, plant);
  expect(ids.get('fail'), stdout).toContain(requirement);
});
