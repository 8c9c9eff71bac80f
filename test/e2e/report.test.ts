import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HistoryEntry, toEntry } from '../../conformance/report/history.js';
import { renderHtml } from '../../conformance/report/html/page.js';
import type { Report } from '../../conformance/report/model.js';
import { makeFolder, removeFolders } from '../conformance/run-check.js';
import { findBarriers, measureOverflow, useBrowser } from './browser.js';
import { checkFailingServer } from './failing-run.js';

const open = useBrowser();
let folder = '';
let url = '';
let report: Report;

beforeAll(async () => {
  folder = makeFolder();
  const result = await checkFailingServer(folder);
  if (result.report === undefined) throw new Error(result.stderr);
  report = result.report;
  url = pathToFileURL(join(folder, 'reports', 'report.html')).href;
});
afterAll(removeFolders);

/** Ids of the visible rows. */
function shownIds(page: Page): Promise<string[]> {
  return page.$$eval('details.requirement:not([hidden])', (rows) => rows.map(({ id }) => id));
}

function idsWhere(isWanted: (row: Report['requirements'][number]) => boolean): string[] {
  return report.requirements.filter((row) => row.selected && isWanted(row)).map(({ id }) => id);
}

function sorted(ids: readonly string[]): string[] {
  return [...ids].sort();
}

/** Clicks a visible link to a row and returns the row's distance from the top of the window. */
async function follow(page: Page, id: string): Promise<number> {
  await page.locator(`a[href="#${id}"]`).filter({ visible: true }).first().click();
  // The page unfolds the row after the click, when the event about the new fragment arrives.
  const row = page.locator(`[id="${id}"][open]`);
  await row.waitFor();
  return (await row.boundingBox())?.y ?? Number.NaN;
}

/** Twenty runs like this one; in every third run the failed requirements passed. */
function makeHistory(): HistoryEntry[] {
  const entry = toEntry(report);
  return Array.from({ length: 20 }, (_, index) => {
    const verdicts = Object.entries(entry.verdicts).map(
      ([id, verdict]) => [id, index % 3 === 1 && verdict === 'fail' ? 'pass' : verdict] as const,
    );
    return { ...entry, verdicts: Object.fromEntries(verdicts) };
  });
}

describe('the report of a failed run', () => {
  it('has hundreds of cases and all important verdicts', () => {
    expect(report.requirements.flatMap(({ cases }) => cases).length).toBeGreaterThan(300);
    expect(report.counts.fail).toBeGreaterThan(5);
    expect(report.counts.blocked).toBeGreaterThan(5);
    expect(report.counts['not tested']).toBeGreaterThan(0);
  });

  it('requests no other file and writes no errors to the console', async () => {
    const { page, complaints, requests } = await open(url);
    await page.getByRole('button', { name: /fail/ }).click();
    expect(requests).toEqual([url]);
    expect(complaints).toEqual([]);
  });

  it('shows the rows of the selected verdicts', async () => {
    const { page } = await open(url);
    await page.locator('button.count[data-verdict="fail"]').click();
    await expect
      .poll(async () => sorted(await shownIds(page)))
      .toEqual(sorted(idsWhere((r) => r.verdict === 'fail')));
    await page.locator('button.count[data-verdict="blocked"]').click();
    const either = idsWhere(({ verdict }) => verdict === 'fail' || verdict === 'blocked');
    await expect.poll(async () => sorted(await shownIds(page))).toEqual(sorted(either));
    await expect.poll(() => page.locator('#shown').textContent()).toMatch(`${either.length} of `);
  });

  it('filters rows by section, profile and text', async () => {
    const { page } = await open(url);
    await page.getByText('More filters').click();
    await page.getByLabel('Section').selectOption('§5.2');
    await expect
      .poll(async () => sorted(await shownIds(page)))
      .toEqual(sorted(idsWhere(({ section }) => section.split(' ')[0] === '5.2')));
    await page.getByLabel('Section').selectOption('all');
    await page.getByLabel('Profile').selectOption('bearer');
    const ofBearer = idsWhere(({ profiles }) => profiles.includes('bearer'));
    await expect.poll(async () => sorted(await shownIds(page))).toEqual(sorted(ofBearer));
    await page.getByLabel('Search').fill('PATCH branch');
    await expect.poll(() => shownIds(page)).toContain('users.fallback.patch');
    await expect.poll(async () => (await shownIds(page)).length).toBeLessThan(10);
    await page.getByLabel('Search').fill('no such words');
    await page.getByText('No requirement matches the filters.').waitFor();
  });
});

describe('the list of requirements', () => {
  it('shows omitted requirements on demand', async () => {
    const { page } = await open(url);
    await page.getByText('More filters').click();
    await page.locator('#class').selectOption('runtime');
    await expect.poll(() => shownIds(page)).toEqual([]);
    await page.getByLabel(/show \d+ omitted requirements/).check();
    await expect.poll(async () => (await shownIds(page)).length).toBeGreaterThan(10);
  });

  it('shows the first failure with its curl command without scrolling', async () => {
    const { page } = await open(url, { viewport: { width: 1280, height: 900 } });
    const row = page.locator('.failures details.requirement').first();
    for (const part of ['.request-line', '.expected', '.observed', '.curl code']) {
      const box = await row.locator(part).first().boundingBox();
      expect(box && box.y + box.height).toBeLessThan(900);
    }
  });

  it('keeps the filters in the URL', async () => {
    const { page } = await open(url);
    await page.locator('button.count[data-verdict="fail"]').click();
    await page.getByLabel('Search').fill('users');
    await page.getByText('More filters').click();
    await page.getByLabel('hide observed requirements').check();
    await page.waitForURL(/verdict=fail&text=users&observed=yes/);
    const shown = await shownIds(page);
    const { page: again } = await open(page.url());
    expect(await shownIds(again)).toEqual(shown);
    expect(shown.length).toBeGreaterThan(0);
    await expect.poll(() => again.getByLabel('Search').inputValue()).toBe('users');
  });

  it('shows failures first, with the requirements that they block', async () => {
    const { page } = await open(url);
    const [first = ''] = await shownIds(page);
    expect(idsWhere(({ verdict }) => verdict === 'fail')).toContain(first);
    const wrong = await page.$$eval('.failures details.requirement', (rows) =>
      rows.map(({ id }) => id),
    );
    const ids = idsWhere(({ verdict }) =>
      ['fail', 'blocked', 'unstable', 'error'].includes(verdict),
    );
    expect(sorted(wrong)).toEqual(sorted(ids));
  });

  it('hides observed requirements on demand', async () => {
    const { page } = await open(url);
    await page.getByText('More filters').click();
    await page.getByLabel('hide observed requirements').check();
    const others = idsWhere(({ verdict }) => verdict !== 'observed');
    await expect.poll(async () => sorted(await shownIds(page))).toEqual(sorted(others));
  });

  it('focuses the search on "/", which a search text can contain', async () => {
    const { page } = await open(url);
    await page.keyboard.press('/');
    await page.keyboard.type('a/b');
    await expect.poll(() => page.getByLabel('Search').inputValue()).toBe('a/b');
  });
});

describe('a requirement in the report', () => {
  it('scrolls the answer to the wrong member', async () => {
    const { page } = await open(url);
    const row = page.locator('[id="users.fields.id-integer"]');
    await row.getByText('Request and answer').first().click();
    const fault = row.locator('.bodies mark.fault').first();
    await expect.poll(() => fault.textContent()).toMatch(/^"id": "\d+"/);
    const answer = row.locator('.bodies pre.answer').first();
    const isInAnswer = async () => {
      const [inner, outer] = [await fault.boundingBox(), await answer.boundingBox()];
      return inner && outer && inner.y >= outer.y && inner.y < outer.y + outer.height;
    };
    await expect.poll(isInAnswer).toBe(true);
  });

  it('unfolds the linked row, even if the filters hide it', async () => {
    const { page } = await open(url);
    const [blocked = ''] = idsWhere(({ verdict }) => verdict === 'blocked');
    expect(await follow(page, blocked)).toBeLessThan(100);
    await page.getByLabel('Search').fill('no such words');
    const [question = ''] = idsWhere(({ observations }) => observations.length > 0);
    expect(await follow(page, question)).toBeLessThan(100);
    const { page: direct } = await open(`${url}#products.fields.created-at`);
    const observed = direct.locator('[id="products.fields.created-at"] .observed');
    await expect.poll(() => observed.first().textContent()).toContain('1970-01-01');
    await observed.first().waitFor();
  });

  it('links from a section to the requirement in the catalogue', async () => {
    const { page, complaints } = await open(url);
    await page
      .locator('[id="users.fallback.patch"] .facts')
      .getByRole('link', { name: '§4.1' })
      .click();
    await page.waitForURL(/requirements\.html#users\.fallback\.patch$/);
    const row = page.locator('[id="users.fallback.patch"]');
    await row.getByText('Checked by').waitFor();
    await page.getByRole('link', { name: 'Conformance report' }).click();
    await page.getByRole('heading', { name: 'What went wrong' }).waitFor();
    expect(complaints).toEqual([]);
  });
});

describe('the parts of the report', () => {
  it('show the time of each scenario, slowest first, with a link to its requirement', async () => {
    const { page } = await open(url);
    await page.locator('.timeline summary').click();
    const times = await page.locator('.timeline .took').allTextContents();
    const inMs = times.map((time) => Number.parseFloat(time) * (/ ms$/.test(time) ? 1 : 1000));
    expect(inMs.length).toBeGreaterThan(10);
    expect(inMs).toEqual([...inMs].sort((a, b) => b - a));
    await page.locator('.timeline svg').waitFor();
    const link = page.locator('.timeline li a').first();
    const id = await link.textContent();
    await link.click();
    await expect.poll(() => page.locator(`[id="${id}"]`).getAttribute('open')).not.toBeNull();
  });

  it('show the last runs in 360 pixels without an accessibility barrier', async () => {
    const file = join(folder, 'history.html');
    writeFileSync(file, renderHtml(report, makeHistory()));
    const look = { viewport: { width: 360, height: 740 } };
    const { page } = await open(pathToFileURL(file).href, look);
    expect(await page.locator('.runs tbody tr').count()).toBe(20);
    await page.getByText('flaky').first().waitFor();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await page.locator('.timeline summary').click();
    // Other tests cover the other sections, and axe-core is slow with hundreds of rows.
    await page.locator('main > section:not(:has(#history, #timeline))').evaluateAll((others) => {
      for (const other of others) other.remove();
    });
    expect(await findBarriers(page)).toEqual([]);
  }, 60_000);

  it('name the option that a requirement without a test needs', async () => {
    const { page } = await open(url);
    const group = page.locator('details.untested', { hasText: '--inactive-api-key' });
    await group.locator('summary').click();
    await group.getByRole('link', { name: 'auth.api-key.inactive' }).waitFor();
    await page.locator('details.untested', { hasText: '--class runtime' }).waitFor();
  });

  it('have a button that copies the command of a request', async () => {
    const { page } = await open(url, { permissions: ['clipboard-read', 'clipboard-write'] });
    const row = page.locator('[id="users.fallback.patch"]');
    await row.getByRole('button', { name: 'Copy curl' }).first().click();
    await row.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    const cases = report.requirements.find(({ id }) => id === 'users.fallback.patch')?.cases;
    expect(cases?.flatMap(({ exchanges }) => exchanges).map(({ curl }) => curl)).toContain(copied);
  });
});

describe('the report as a page', () => {
  it('is usable with the keyboard only', async () => {
    const { page } = await open(url);
    await page.locator('button.count[data-verdict="pass"]').focus();
    await page.keyboard.press('Space');
    await expect
      .poll(async () => sorted(await shownIds(page)))
      .toEqual(sorted(idsWhere((r) => r.verdict === 'pass')));
    const [first = ''] = await shownIds(page);
    await page.locator(`[id="${first}"] > summary`).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator(`[id="${first}"]`).getAttribute('open')).not.toBeNull();
  });

  it('has no accessibility barrier', async () => {
    const { page } = await open(url);
    await page.locator('details.untested, details.passed').evaluateAll((folded) => {
      for (const one of folded.slice(0, 5)) one.setAttribute('open', '');
    });
    expect(await findBarriers(page)).toEqual([]);
  });

  it('has sufficient contrast in dark colours', async () => {
    const { page } = await open(url, { colorScheme: 'dark' });
    expect(await findBarriers(page, 'color-contrast')).toEqual([]);
  });

  it('follows the preferred colour scheme', async () => {
    const background = async (colorScheme: 'light' | 'dark') => {
      const { page } = await open(url, { colorScheme });
      return page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    };
    expect(await background('dark')).toBe('rgb(17, 21, 28)');
    expect(await background('light')).toBe('rgb(246, 247, 249)');
  });

  it('prints without controls', async () => {
    const { page } = await open(url);
    await page.emulateMedia({ media: 'print' });
    const row = page.locator('[id="users.fallback.patch"]');
    await row.locator('.case > .curl code').first().waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
    expect(await page.getByLabel('Search').isVisible()).toBe(false);
  });

  it('fits 360 pixels with all rows unfolded', async () => {
    const { page } = await open(url, { viewport: { width: 360, height: 740 } });
    await page.locator('details').evaluateAll((folded) => {
      for (const one of folded) one.setAttribute('open', '');
    });
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  });

  it('breaks a long path in the conclusion', async () => {
    const { page } = await open(url, { viewport: { width: 360, height: 740 } });
    await page.locator('.conclusion p').evaluate((reason) => {
      reason.textContent = `features/api/${'folder/'.repeat(9)}update.feature:158`;
    });
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  });
});
