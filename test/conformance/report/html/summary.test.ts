import { expect, it } from 'vitest';
import { renderFailures } from '../../../../conformance/report/html/summary.js';
import { sampleReport, sampleRequirement } from '../sample.js';

function renderBlocking(count: number): string {
  const blocked = Array.from({ length: count }, (_, index) =>
    sampleRequirement('blocked', { id: `sample.blocked.${index}`, reason: 'no row' }),
  );
  const cause = sampleRequirement('fail', { id: 'sample.fail.rule' });
  const requirements = [cause, ...blocked];
  return renderFailures(sampleReport({ requirements })).text;
}

it('names what a failure blocks, and how that showed', () => {
  const page = renderBlocking(2);
  expect(page.match(/<li>blocks .*?<\/li>/g)).toHaveLength(2);
  expect(page).toMatch(/<li>blocks .*?sample\.blocked\.1.*?no row<\/span><\/li>/);
});

it('folds up what a failure blocks when that is much', () => {
  const page = renderBlocking(30);
  expect(page).toContain('<summary>blocks 30 others</summary>');
  expect(page).toContain('href="#sample.blocked.29"');
});

it('says why a requirement is blocked where no failure explains it', () => {
  const reason = 'GET /api/users was answered with 500.';
  const requirements = [sampleRequirement('blocked', { blockedBy: 'sample.none.rule', reason })];
  expect(renderFailures(sampleReport({ requirements })).text).toContain(reason);
});
