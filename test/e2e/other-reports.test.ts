/** Reports of a conforming server and of a server that stopped during the run. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { argumentsFor, makeFolder, removeFolders, runCheck } from '../conformance/run-check.js';
import { type RunningServer, startConformingServer } from '../faulty/conforming-server.js';
import { startUnreliableServer } from '../faulty/unreliable-server.js';
import { findBarriers, measureOverflow, useBrowser } from './browser.js';

const open = useBrowser();
afterAll(removeFolders);

/** Checks a server, stops it and returns the URL of the report. */
async function check(server: RunningServer, ...more: readonly string[]): Promise<string> {
  const folder = makeFolder();
  await runCheck([...argumentsFor(server), ...more], {}, folder);
  await server.close();
  return pathToFileURL(join(folder, 'reports', 'report.html')).href;
}

/** Whether a text is visible without scrolling. */
async function isInFirstScreen(page: Page, text: string | RegExp): Promise<boolean> {
  const box = await page.getByText(text).first().boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= (page.viewportSize()?.height ?? 0);
}

const looks = [
  ['a desktop', { viewport: { width: 1280, height: 900 } }],
  ['768 pixels, in dark colours', { viewport: { width: 768, height: 1024 }, colorScheme: 'dark' }],
  ['360 pixels', { viewport: { width: 360, height: 740 } }],
] as const;

describe('the report of a conforming server', () => {
  let url = '';
  beforeAll(async () => {
    url = await check(await startConformingServer());
  });

  it.each(looks)('says on %s that it conforms, and lists no failure', async (_name, look) => {
    const { page, complaints } = await open(url, look);
    expect(await isInFirstScreen(page, 'The server conforms')).toBe(true);
    expect(await page.getByRole('heading', { name: 'What went wrong' }).count()).toBe(0);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
  });

  it('shows the first and last requests of a passing case, and the number of omitted ones', async () => {
    const { page } = await open(url);
    const row = page.locator('[id="users.update.stores"]');
    await row.locator(':scope > summary').click();
    await row.getByText(/passing case/).click();
    await row
      .getByText(/\d+ requests? left out/)
      .first()
      .waitFor();
    await expect.poll(() => row.locator('.passed .status').last().textContent()).toBe('200');
    expect(await findBarriers(page, 'color-contrast', 'nested-interactive')).toEqual([]);
  }, 60_000);
});

describe('the report of a server that stopped during the run', () => {
  let url = '';
  beforeAll(async () => {
    const decide = ({ number }: { number: number }) =>
      number > 250 ? ('ends the server' as const) : ('is answered' as const);
    url = await check(await startUnreliableServer(decide), '--timeout', '1000');
  });

  it.each(looks)(
    'says on %s that it stopped, and how to delete its leftovers',
    async (_name, look) => {
      const { page, complaints } = await open(url, look);
      expect(await isInFirstScreen(page, /stopped answering at/)).toBe(true);
      expect(await isInFirstScreen(page, /touchstone clean \S*report\.json/)).toBe(true);
      expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
      expect(complaints).toEqual([]);
    },
  );

  it('groups the requirements that were not judged by their reason', async () => {
    const { page } = await open(url);
    const group = page.locator('details.untested', { hasText: 'stopped answering' });
    await group.locator('summary').click();
    await expect.poll(() => group.getByRole('listitem').count()).toBeGreaterThan(50);
  });
});
