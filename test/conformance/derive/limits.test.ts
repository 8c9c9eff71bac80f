/** `--max-requests` and `--allow`: what a check by a description leaves out, and what it says about it. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { listen } from '../../faulty/listen.js';
import { makeFolder, removeFolders, runCheck } from '../run-check.js';
import { Notes, token } from './notes-server.js';

afterAll(removeFolders);

const object = { type: 'object', required: ['color'], properties: { color: { type: 'string' } } };
const content = { 'application/json': { schema: object } };
const responses = { 200: { description: 'The settings', content } };
const settings = {
  openapi: '3.1.0',
  info: { title: 'Settings', version: '1' },
  paths: {
    '/settings': {
      get: { operationId: 'getSettings', responses },
      put: { operationId: 'saveSettings', requestBody: { required: true, content }, responses },
    },
  },
};

/** Checks a service that has settings of its owner, and returns the methods that it gets. */
async function checkSettings(argv: readonly string[]) {
  const folder = makeFolder();
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
  const methods: string[] = [];
  const server = createServer((request, response) => {
    methods.push(request.method ?? '');
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"color":"red"}');
  });
  const { url, close } = await listen(server);
  const options = ['--openapi', 'settings.json', '--base-url', url, ...argv];
  const result = await runCheck(options, {}, folder);
  await close();
  return { ...result, methods };
}

describe('--allow', () => {
  const note =
    'PUT /settings is not sent: it may change data of others. --allow save-settings sends it.\n';

  test('names what is not sent without it', async () => {
    const { stdout, methods } = await checkSettings([]);
    expect(stdout).toContain(note);
    expect(methods).not.toContain('PUT');
    expect((await checkSettings(['--list'])).stdout).toContain(note);
  });

  test.each(['save-settings', 'PUT /settings'])('%s sends the operation', async (name) => {
    const { stdout, methods } = await checkSettings(['--allow', name]);
    expect(stdout).not.toContain('is not sent');
    expect(methods).toContain('PUT');
  });

  test('suggests the operation that a mistyped name stands for', async () => {
    const { code, stderr } = await checkSettings(['--allow', 'save-setings']);
    expect(code).toBe(2);
    expect(stderr).toContain('no operation "save-setings". Did you mean "save-settings"?');
  });
});

test('--max-requests takes the operations in turns, and names what it leaves out', async () => {
  const notes = new Notes();
  const { url, close } = await listen(notes.listen());
  const openapi = fileURLToPath(new URL('notes.yaml', import.meta.url));
  const argv = ['--openapi', openapi, '--base-url', url, '--token', token];
  const { stdout, report } = await runCheck([...argv, '--max-requests', '60']);
  await close();
  expect(stdout).toMatch(/--max-requests 60 leaves out \d+ requirements: \S+, .*, …\n/);
  // The whole check sends more than 200.
  expect(report?.traffic.requests).toBeLessThan(120);
  const operations = report?.requirements.map(({ id }) => id.split('.')[0]);
  expect([...new Set(operations)]).toEqual(
    expect.arrayContaining([
      'list-notes',
      'create-note',
      'get-note',
      'replace-note',
      'delete-note',
    ]),
  );
});

test('--max-requests 0 is refused like any number that is none', async () => {
  const openapi = fileURLToPath(new URL('notes.yaml', import.meta.url));
  const argv = ['--openapi', openapi, '--base-url', 'http://127.0.0.1:1', '--max-requests', '0'];
  const { code, stderr } = await runCheck(argv);
  expect(code).toBe(2);
  expect(stderr).toContain('--max-requests: "0" is not a whole number from 1 on.');
});
