import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLargeReport } from '../../bench/report/large-report.js';
import { renderHtml } from '../../conformance/report/html/page.js';
import { makeFolder, removeFolders } from '../conformance/run-check.js';
import { useBrowser } from './browser.js';

const open = useBrowser();
const report = makeLargeReport(5000);
let url = '';

beforeAll(() => {
  const file = join(makeFolder(), 'report.html');
  writeFileSync(file, renderHtml(report));
  url = pathToFileURL(file).href;
});
afterAll(removeFolders);

describe('the report of 5000 cases with hundreds of failures', () => {
  it('filters by verdict and text, and unfolds a linked requirement', async () => {
    const { page, complaints } = await open(url);
    const rows = page.locator('details.requirement:not([hidden])');
    await page.locator('button.count[data-verdict="fail"]').click();
    await expect.poll(() => rows.count()).toBe(report.counts.fail);
    await page.locator('#text').fill('no such words');
    await expect.poll(() => rows.count()).toBe(0);
    const passed = report.requirements.findLast(({ verdict }) => verdict === 'pass');
    await page.goto(`${url}#${passed?.id}`);
    const row = page.locator(`[id="${passed?.id}"]`);
    await row.getByText('passing cases').waitFor();
    await expect.poll(async () => (await row.boundingBox())?.y).toBeLessThan(800);
    expect(complaints).toEqual([]);
  });

  it('makes elements of the contents of a folded row when the row is unfolded', async () => {
    const { page } = await open(url);
    const row = page.locator('.part:not(.failures) details.requirement').first();
    expect(await row.locator('.body').count()).toBe(0);
    await row.locator('summary').press('Enter');
    await row.locator('.passed > summary').press('Enter');
    await row.getByRole('button', { name: 'Copy curl' }).first().click();
    await row.getByText('Copied').waitFor();
  });

  it('can be read without scripts', async () => {
    const { page } = await open(url, { javaScriptEnabled: false });
    const row = page.locator('.part:not(.failures) details.requirement').first();
    await row.locator('summary').first().press('Enter');
    await row.locator('.passed > summary').waitFor();
  });
});
