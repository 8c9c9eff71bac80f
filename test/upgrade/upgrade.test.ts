/**
 * Files of released formats, opened by the present version. A release that changes a format adds a
 * folder with its own; nothing in the folder of an earlier release changes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { openFile } from '../../reference-server/database/sqlite/file.js';
import { shippedProject } from '../../reference-server/index.js';
import { makeFolder, removeFolders, runCheck, runCommand } from '../conformance/run-check.js';
import { listen } from '../faulty/listen.js';
import { serveFolder } from '../reference-server/support/serve.js';

afterAll(removeFolders);

const here = fileURLToPath(new URL('.', import.meta.url));
const releases = readdirSync(here, { withFileTypes: true }).filter((one) => one.isDirectory());

/** The key that each database of the folders accepts. */
const apiKey = 'tk_MMU-UnRuo3PPz2MBADoy2ChTzeGdg8OdSm40Y49d9aQ';

describe.each(releases.map(({ name }) => name))('of release %s', (release) => {
  const file = (...path: string[]) => join(here, release, ...path);

  test('the database keeps its rows, and its keys are valid', async () => {
    const path = join(makeFolder(), 'basic.sqlite3');
    const database = openFile(path);
    database.exec(readFileSync(file('basic.sql'), 'utf8'));
    database.close();
    const { url } = await serveFolder(shippedProject('basic'), { database: path });
    const read = async (resource: string, key: string) => {
      const answer = await fetch(`${url}/api/${resource}`, { headers: { 'X-API-Key': key } });
      return [answer.status, await answer.json()];
    };
    expect(await read('users', apiKey)).toEqual([
      200,
      [expect.objectContaining({ id: 1 }), expect.objectContaining({ id: 2, name: 'Ada' })],
    ]);
    expect(await read('products', apiKey)).toEqual([
      200,
      expect.objectContaining({ data: [expect.objectContaining({ name: 'Lamp', price: 9.5 })] }),
    ]);
    expect((await read('products', `${apiKey}x`))[0]).toBe(401);
  });

  test('the report is compared', async () => {
    const report = file('report.json');
    const compared = await runCommand('compare', [report, report], {}, makeFolder());
    expect([compared.code, compared.stderr]).toEqual([0, '']);
    expect(compared.stdout).toContain('agree in all 2 requirements');
  });

  test('the suite lints clean and judges', async () => {
    const suite = file('suite');
    expect((await runCommand('lint', [suite], {}, suite)).stdout).toBe('No problems found.\n');
    const server = await listen(createServer((_request, response) => void response.end('{}')));
    onTestFinished(server.close);
    const { report } = await runCheck(['--suite', suite, '--base-url', server.url]);
    expect(report?.counts).toMatchObject({ pass: 1, fail: 1 });
  });
});
