/** Measures how long a page of rows keeps its reader waiting. */
import type { Page } from 'playwright-core';
import { launchChromium } from '../chromium.js';

/** An action of the reader, and the milliseconds until the new layout in each turn. */
export type BrowserTimes = Readonly<Record<string, readonly number[]>>;

/** Actions in pairs: the second of each undoes the first. */
const actions: Readonly<Record<string, string>> = {
  'search for a text': `text.value = 'product'; text.dispatchEvent(new Event('input'));`,
  'clear the search': `text.value = ''; text.dispatchEvent(new Event('input'));`,
  'filter by a verdict': `document.querySelector('button.count').click();`,
  'release the verdict': `document.querySelector('button.count').click();`,
};

/** Opens a page in Chromium repeatedly and uses its filters. */
export async function measureInBrowser(url: string, turns: number): Promise<BrowserTimes> {
  const names = ['open the page', ...Object.keys(actions)];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]]));
  const browser = await launchChromium();
  try {
    for (let turn = 0; turn < turns; turn++) {
      const page = await browser.newPage();
      const start = performance.now();
      await page.goto(url);
      times['open the page']?.push(performance.now() - start);
      for (const [name, script] of Object.entries(actions)) {
        times[name]?.push(await timeAction(page, script));
      }
      await page.close();
    }
  } finally {
    await browser.close();
  }
  return times;
}

/** Reading a height forces the browser to finish its layout. */
function timeAction(page: Page, script: string): Promise<number> {
  return page.evaluate<number>(`(() => {
    const text = document.getElementById('text');
    const start = performance.now();
    ${script}
    document.body.offsetHeight;
    return performance.now() - start;
  })()`);
}
