import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../cli/compare.js';
import { argumentsFor, makeFolder, removeFolders, runCheck } from '../conformance/run-check.js';
import { startConformingServer } from '../faulty/conforming-server.js';
import { runCommand } from '../reference-server/support/command.js';
import { findBarriers, measureOverflow, useBrowser } from './browser.js';
import { checkFailingServer } from './failing-run.js';

const open = useBrowser();
let url = '';

async function checkConformingServer(folder: string): Promise<void> {
  const server = await startConformingServer();
  await runCheck(argumentsFor(server), {}, folder);
  await server.close();
}

beforeAll(async () => {
  const [good, bad] = [makeFolder(), makeFolder()];
  await Promise.all([checkConformingServer(good), checkFailingServer(bad)]);
  const argv = [good, bad].map((folder) => join(folder, 'reports', 'report.json'));
  const { code, stderr } = await runCommand(main, argv, good);
  if (code !== 0) throw new Error(stderr);
  url = pathToFileURL(join(good, 'reports', 'comparison.html')).href;
});
afterAll(removeFolders);

const row = 'tr.matrix-row:not([hidden])';

describe('the comparison of a conforming and a faulty server', () => {
  it('shows rows with a difference, and the others on demand', async () => {
    const { page, complaints, requests } = await open(url);
    await page.locator('[id="users.fallback.patch"]').waitFor();
    expect(await page.locator('[id="users.create.status"]').isVisible()).toBe(false);
    const differing = await page.locator(row).count();
    const cell = page.locator('[id="users.fallback.patch"] td').nth(1);
    await cell
      .getByText(/expected .*, observed /)
      .first()
      .waitFor();
    expect(await page.locator('.results td[data-target="fail"]').allTextContents()).toEqual([
      '0',
      expect.stringMatching(/^[1-9]\d*$/),
    ]);
    await page.getByLabel('show rows without a difference').check();
    await expect.poll(() => page.locator(row).count()).toBeGreaterThan(differing);
    await page.getByLabel('Search').fill('patch 4.1');
    await expect.poll(() => page.locator(row).count()).toBeLessThan(differing);
    expect(requests).toEqual([url]);
    expect(complaints).toEqual([]);
  });

  it('has no accessibility barrier', async () => {
    const { page } = await open(url);
    expect(await findBarriers(page)).toEqual([]);
  });

  it('has sufficient contrast in dark colours', async () => {
    const { page } = await open(url, { colorScheme: 'dark' });
    expect(await findBarriers(page, 'color-contrast')).toEqual([]);
  });

  it('fits 360 pixels, with cells as wide as the page', async () => {
    const { page } = await open(url, { viewport: { width: 360, height: 740 } });
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    const expected = page.getByText(/expected .*, observed /).first();
    expect((await expected.boundingBox())?.width).toBeGreaterThan(250);
  });
});
