import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../api-docs/main.js';
import { makeFolder, removeFolders } from '../conformance/run-check.js';
import { useBrowser } from './browser.js';

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
});
