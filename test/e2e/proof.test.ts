/** The page of a proof. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolder, removeFolders, runCommand } from '../conformance/run-check.js';
import { startTodoServer, todoSuite } from '../suites/todo-server.js';
import { findBarriers, measureOverflow, useBrowser } from './browser.js';

const open = useBrowser();
afterAll(removeFolders);

let url = '';
beforeAll(async () => {
  const server = await startTodoServer();
  const cwd = makeFolder();
  const few = ['--only', 'todos.read.*', '--seed', '1', '--max-faults', '30'];
  await runCommand('prove', ['--suite', todoSuite, '--base-url', server.url, ...few], {}, cwd);
  await server.close();
  url = pathToFileURL(join(cwd, 'reports', 'proof.html')).href;
});

it.each([
  { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
] as const)('fits the window and has no accessibility barrier: %j', async (look) => {
  const { page, complaints, requests } = await open(url, look);
  const unfold = 'for (const one of document.querySelectorAll("details")) one.open = true';
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  await page.evaluate(unfold);
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  expect(await findBarriers(page)).toEqual([]);
  expect([complaints, requests]).toEqual([[], [url]]);
});

it('unfolds a survivor to its answers and the scenario that notices it, with the keyboard', async () => {
  const { page } = await open(url);
  const survivor = page
    .locator('details.case')
    .filter({ hasText: 'This scenario notices it' })
    .first();
  await survivor.locator('summary').press('Enter');
  await survivor.getByText('With the fault:').waitFor();
  await survivor.getByText('@req:todos.').waitFor();
});
