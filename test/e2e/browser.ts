/**
 * Opens pages in Chromium and records their console messages and requests.
 *
 * A click ends before the page has handled its events. What an action changes is therefore read
 * with `waitFor` or `expect.poll`, which wait for it.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchChromium } from '../../bench/chromium.js';

/** An opened page with its console messages and requests. */
export interface OpenedPage {
  readonly page: Page;
  /** Uncaught script errors, and errors and warnings in the console. */
  readonly complaints: readonly string[];
  /** URLs of all requests, including the page. */
  readonly requests: readonly string[];
}

/** Returns a function that opens pages in a browser. The browser closes after the file's last test. */
export function useBrowser(): (url: string, look?: BrowserContextOptions) => Promise<OpenedPage> {
  let browser: Browser | undefined;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });
  afterAll(() => browser?.close());
  return async (url, look = {}) => {
    if (browser === undefined)
      throw new Error('The browser is not running: open pages in tests or in beforeAll.');
    const context = await browser.newContext(look);
    contexts.push(context);
    return openPage(context, url);
  };
}

async function openPage(context: BrowserContext, url: string): Promise<OpenedPage> {
  const complaints: string[] = [];
  const requests: string[] = [];
  const page = await context.newPage();
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(url);
  return { page, complaints, requests };
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns the violations that axe-core finds, each with its first element.
 *
 * @param rules ids of the rules to apply. Default: all rules.
 */
export async function findBarriers(page: Page, ...rules: readonly string[]): Promise<string[]> {
  await page.waitForLoadState();
  await page.evaluate(axe);
  const options = JSON.stringify(rules.length === 0 ? {} : { runOnly: rules });
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${options})`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
}

/** Number of pixels by which the page is wider than the window, once its styles are loaded. */
export async function measureOverflow(page: Page): Promise<number> {
  // A click on a link ends when the new page begins to load.
  await page.waitForLoadState();
  return page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
}
