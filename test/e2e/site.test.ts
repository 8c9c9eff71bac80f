import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../conformance/report/model.js';
import { makeFolder, removeFolders, runCheck } from '../conformance/run-check.js';
import { type Extent, generateResults } from '../conformance/site/generated-results.js';
import { makeSite } from '../conformance/site/pages.js';
import { startTodoServer, todoSuite } from '../suites/todo-server.js';
import { findBarriers, measureOverflow, useBrowser } from './browser.js';

const open = useBrowser();
afterAll(removeFolders);

let report: Report | undefined;
beforeAll(async () => {
  const server = await startTodoServer();
  report = (await runCheck(['--suite', todoSuite, '--base-url', server.url, '--disposable']))
    .report;
  await server.close();
});

/** Writes a site of the todo suite; returns the addresses of its files. */
function writeSite(extent: Extent): (path: string) => string {
  if (report === undefined) throw new Error('The check wrote no report.');
  const folder = makeFolder();
  for (const [path, text] of makeSite(generateResults(report, extent)).pages) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return (path) => pathToFileURL(join(folder, path)).href;
}

/** Both widths and both colour schemes. */
const looks = [
  { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
] as const;

/** The texts of cells that would cover the next cell. */
function listWideCells(page: Page): Promise<readonly string[]> {
  return page.evaluate<string[]>(
    `[...document.querySelectorAll('tbody :is(th, td)')].filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)`,
  );
}

/** A page of each kind, but for sections, which have pages in larger sites only. */
const kinds = [
  'index.html',
  'todo/implementations/server-5.html',
  'todo/requirements/todos.create.title.html',
  'todo/requirements/todos.order.default.html',
  'todo/versions/1.html',
  'todo/implementation-report.html',
  'todo/add-your-implementation.html',
];

describe.each([2, 12])('a site of %i implementations', (implementations) => {
  let urlOf: (path: string) => string;
  beforeAll(() => {
    urlOf = writeSite({ implementations, runs: 3 });
  });
  // Only the tables of the first page depend on the number of implementations.
  const pages = implementations === 2 ? kinds.slice(0, 1) : kinds;

  it.each(pages)('%s fits the window and has no accessibility barrier', async (path) => {
    for (const look of looks) {
      const { page, complaints, requests } = await open(urlOf(path), look);
      expect(complaints).toEqual([]);
      expect(requests.every((url) => url.startsWith(urlOf('')))).toBe(true);
      expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
      expect(await listWideCells(page)).toEqual([]);
      expect(await findBarriers(page)).toEqual([]);
    }
  });

  it('can be read without scripts', async () => {
    const { page } = await open(urlOf('index.html'), { javaScriptEnabled: false });
    await page.getByRole('row', { name: 'server-0' }).first().waitFor();
    await page.getByRole('link', { name: '§2' }).click();
    await page.getByRole('link', { name: 'todos.create.title' }).waitFor();
  });
});

describe('a site of 100 implementations', () => {
  let urlOf: (path: string) => string;
  beforeAll(() => {
    urlOf = writeSite({ implementations: 100, runs: 1 });
  });

  // Its tables have the rows and cells of the small site, whose barriers are looked for.
  it.each(looks)('unfolds a section in a page of its own: %j', async (look) => {
    const { page } = await open(urlOf('index.html'), look);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole('link', { name: '§2' }).click();
    await page.waitForURL(urlOf('todo/sections/2.html'));
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  });

  it('finds an implementation by its name, with the keyboard', async () => {
    const { page } = await open(urlOf('index.html'));
    await page.keyboard.press('/');
    await page.keyboard.type('server-77');
    await expect.poll(() => page.locator('tr.implementation:not([hidden])').count()).toBe(1);
    await page.getByRole('link', { name: 'server-77' }).press('Enter');
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).textContent())
      .toBe('server-77');
  });

  it('leads from a sign to the difference, and from there to the report of the run', async () => {
    const { page } = await open(urlOf('todo/sections/2.html'));
    await page.getByRole('link', { name: 'fail' }).first().press('Enter');
    await page.getByText('status: expected 200, observed 500').first().waitFor();
    await page.getByRole('link', { name: 'in the report' }).first().press('Enter');
    await expect
      .poll(() => page.locator('details.requirement:target').getAttribute('open'))
      .not.toBeNull();
  });

  it('has a feed in well-formed XML', async () => {
    const { page } = await open(urlOf('todo/changes.atom'));
    expect(await page.evaluate('document.querySelectorAll("entry").length')).toBe(50);
    expect(await page.evaluate('document.querySelector("parsererror")')).toBeNull();
  });
});
