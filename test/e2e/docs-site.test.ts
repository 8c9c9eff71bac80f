import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../cli/docs.js';
import { makeFolder, removeFolders } from '../conformance/run-check.js';
import { runCommand } from '../reference-server/support/command.js';
import { findBarriers, measureOverflow, useBrowser } from './browser.js';

const open = useBrowser();
let folder = '';

beforeAll(async () => {
  folder = makeFolder();
  const { code, stderr } = await runCommand(main, ['--output', folder], folder);
  if (code !== 0) throw new Error(stderr);
});
afterAll(removeFolders);

const fileUrl = (name: string) => pathToFileURL(join(folder, name)).href;

const sizes = [
  { width: 1400, height: 900 },
  { width: 820, height: 1100 },
  { width: 360, height: 740 },
];
const looks = sizes.flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme })),
);

describe('the API documentation, opened from a file', () => {
  it('shows all operations and requests no other file', async () => {
    const { page, complaints, requests } = await open(fileUrl('index.html'));
    await page.getByRole('heading', { name: 'Create a product' }).waitFor();
    const operations = await page.locator('main h3').allTextContents();
    expect(operations.length).toBeGreaterThan(10);
    expect(requests).toEqual([fileUrl('index.html')]);
    expect(complaints).toEqual([]);
  });

  it.each(looks)(
    'fits $viewport.width pixels in $colorScheme without an accessibility barrier',
    async (look) => {
      const { page } = await open(fileUrl('index.html'), look);
      expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
      expect(await findBarriers(page)).toEqual([]);
      const title = await page.getByRole('heading', { level: 1 }).boundingBox();
      expect(title?.y).toBeLessThan(look.viewport.height / 2);
      const background = 'getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0] < 128';
      expect(await page.evaluate(background)).toBe(look.colorScheme === 'dark');
    },
  );

  it('uses the full width of the window', async () => {
    const { page } = await open(fileUrl('index.html'), { viewport: { width: 1400, height: 900 } });
    const boxes = await page
      .locator('main > *')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().right));
    const end = await page.evaluate<number>(
      'document.querySelector("main").getBoundingClientRect().right',
    );
    for (const right of boxes) expect(end - right).toBeLessThan(40);
  });

  it('finds text in examples, descriptions and the introduction, and highlights it', async () => {
    const { page } = await open(fileUrl('index.html'));
    await page.keyboard.press('/');
    // The texts of an example, a description and the introduction.
    for (const [words, heading] of [
      ['Oak 349.5', 'Create a product'],
      ['floor( pages', 'Read one product, or list a page'],
      ['openapi.json', 'REST API Scripting Service, example endpoints 1.0.0'],
    ] as const) {
      await page.getByRole('searchbox').fill(words);
      await page.getByRole('heading', { name: heading, exact: true }).waitFor();
      await expect.poll(() => page.getByRole('heading', { name: 'Delete a user' }).count()).toBe(0);
      const found = 'CSS.highlights.get("hit").size';
      await expect.poll(() => page.evaluate<number>(found)).toBeGreaterThan(0);
    }
    await page.getByRole('searchbox').fill('no such words');
    await expect.poll(() => page.getByRole('status').textContent()).toMatch(/^0 of \d+$/);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Delete a user' }).waitFor();
  });

  it('follows a link to an entry that the search hides', async () => {
    const { page } = await open(fileUrl('index.html'));
    await page.getByRole('searchbox').fill('floor( pages');
    await page.evaluate('location.hash = "#schema-NewUser"');
    await page.getByRole('heading', { name: 'NewUser' }).waitFor();
  });
});

describe('the catalogue of requirements, opened from a file', () => {
  it('is linked with the API documentation in both directions', async () => {
    const { page, complaints, requests } = await open(fileUrl('index.html'));
    await page.getByRole('link', { name: 'catalogue' }).click();
    await page.getByRole('heading', { name: 'Catalogue of requirements' }).waitFor();
    await page.getByRole('link', { name: 'API documentation' }).click();
    await page.getByRole('link', { name: 'catalogue' }).waitFor();
    expect(requests.filter((request) => !/^(file|data|blob):/.test(request))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('unfolds the linked requirement with its scenario and decision', async () => {
    const { page } = await open(`${fileUrl('requirements.html')}#users.create.duplicate-email`);
    const row = page.locator('[id="users.create.duplicate-email"]');
    await row
      .getByText(/^features\/.*\.feature:\d+$/)
      .first()
      .waitFor();
    await row.getByText('Reference server').waitFor();
    await row.locator('dd a').first().click();
    await expect.poll(() => page.locator('details[open]').count()).toBe(2);
  });

  it('filters by words, section and level, and keeps the filters in the URL', async () => {
    const { page } = await open(fileUrl('requirements.html'));
    const rows = page.locator('details.requirement:not([hidden])');
    const all = await rows.count();
    await page.getByLabel('Level').selectOption('open');
    await expect.poll(() => rows.count()).toBeLessThan(all);
    const ofLevel = await rows.count();
    await page.getByRole('combobox', { name: 'Section' }).selectOption('§4.1');
    await page.getByLabel('Search').fill('duplicate');
    await expect.poll(() => rows.count()).toBeLessThan(ofLevel);
    await page.waitForURL(/duplicate/);
    const { page: again } = await open(page.url());
    await expect
      .poll(() => again.locator('#shown').textContent())
      .toBe(await page.locator('#shown').textContent());
    await page.getByLabel('Search').fill('no such words');
    await page.getByText('No requirement matches the filters.').waitFor();
    await expect.poll(() => page.locator('section.part:not([hidden])').count()).toBe(0);
  });

  it('has no accessibility barrier, and sufficient contrast in dark colours', async () => {
    const { page } = await open(fileUrl('requirements.html'));
    expect(await findBarriers(page)).toEqual([]);
    const { page: dark } = await open(fileUrl('requirements.html'), { colorScheme: 'dark' });
    expect(await findBarriers(dark, 'color-contrast')).toEqual([]);
  });

  it('fits 360 pixels', async () => {
    const look = { viewport: { width: 360, height: 740 } };
    const { page } = await open(fileUrl('requirements.html'), look);
    await page.getByRole('heading').first().waitFor();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  });
});
