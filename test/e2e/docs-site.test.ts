import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../cli/docs.js';
import { makeFolder, removeFolders } from '../conformance/run-check.js';
import { findBarriers, measureOverflow, useBrowser } from './browser.js';

const open = useBrowser();
let folder = '';

beforeAll(async () => {
  folder = makeFolder();
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const code = await main({
    argv: ['--output', folder],
    env: {},
    cwd: folder,
    stdin,
    stdout,
    stderr,
  });
  if (code !== 0) throw new Error(String(stderr.read()));
});
afterAll(removeFolders);

const fileUrl = (name: string) => pathToFileURL(join(folder, name)).href;

describe('the API documentation, opened from a file', () => {
  it('describes every operation, from its own files alone', async () => {
    const { page, complaints, requests } = await open(fileUrl('index.html'));
    await page
      .getByRole('heading', { name: /create a product/i })
      .first()
      .waitFor();
    const operations = await page.locator('h2, h3').allTextContents();
    expect(operations.length).toBeGreaterThan(10);
    expect(requests.filter((request) => !/^(file|data|blob):/.test(request))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('has no barrier', async () => {
    const { page } = await open(fileUrl('index.html'));
    await page.getByRole('heading').first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
  }, 120_000);
});

describe('the catalogue of requirements, opened from a file', () => {
  it('is reached from the API documentation and leads back', async () => {
    const { page, complaints, requests } = await open(fileUrl('index.html'));
    await page.getByRole('link', { name: 'catalogue' }).click();
    await page.getByRole('heading', { name: 'Catalogue of requirements' }).waitFor();
    await page.getByRole('link', { name: 'API documentation' }).click();
    await page.getByRole('link', { name: 'catalogue' }).waitFor();
    expect(requests.filter((request) => !/^(file|data|blob):/.test(request))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('unfolds the requirement that a link names, with scenario and decision', async () => {
    const { page } = await open(`${fileUrl('requirements.html')}#users.create.duplicate-email`);
    const row = page.locator('[id="users.create.duplicate-email"]');
    expect(
      await row
        .getByText(/^features\/.*\.feature:\d+$/)
        .first()
        .isVisible(),
    ).toBe(true);
    expect(await row.getByText('Reference server').isVisible()).toBe(true);
    await row.locator('dd a').first().click();
    expect(await page.locator('details[open]').count()).toBe(2);
  });

  it('finds requirements by words, section and level, and keeps that in the address', async () => {
    const { page } = await open(fileUrl('requirements.html'));
    const rows = page.locator('details.requirement:not([hidden])');
    const all = await rows.count();
    await page.getByLabel('Level').selectOption('open');
    const ofLevel = await rows.count();
    expect(ofLevel).toBeLessThan(all);
    await page.getByRole('combobox', { name: 'Section' }).selectOption('§4.1');
    await page.getByLabel('Search').fill('duplicate');
    expect(await rows.count()).toBeLessThan(ofLevel);
    const { page: again } = await open(page.url());
    expect(await again.locator('#shown').textContent()).toBe(
      await page.locator('#shown').textContent(),
    );
    await page.getByLabel('Search').fill('no such words');
    expect(await page.getByText('No requirement matches the filters.').isVisible()).toBe(true);
    expect(await page.locator('section.part:not([hidden])').count()).toBe(0);
  });

  it('has no barrier, in dark colors either', async () => {
    const { page } = await open(fileUrl('requirements.html'));
    expect(await findBarriers(page)).toEqual([]);
    const { page: dark } = await open(fileUrl('requirements.html'), { colorScheme: 'dark' });
    expect(await findBarriers(dark, 'color-contrast')).toEqual([]);
  }, 120_000);

  it.each(['index.html', 'requirements.html'])('fits into 360 pixels with %s', async (name) => {
    const { page } = await open(fileUrl(name), { viewport: { width: 360, height: 740 } });
    await page.getByRole('heading').first().waitFor();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  });
});
