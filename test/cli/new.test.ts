import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { main as createProject } from '../../cli/new.js';
import { runCommand } from '../reference-server/support/command.js';
import { serveFolder } from '../reference-server/support/serve.js';
import { temporaryFolder } from '../reference-server/support/temporary.js';

async function makeShop(): Promise<string> {
  const cwd = temporaryFolder();
  const { code, stdout, stderr } = await runCommand(createProject, ['shop'], cwd);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toBe(
    'The project is in shop. Serve it with:\n  npx touchstone serve shop --dev\n',
  );
  return join(cwd, 'shop');
}

test('creates a project that answers requests', async () => {
  const { url } = await serveFolder(await makeShop());
  expect(await (await fetch(`${url}/api/hello`)).json()).toEqual({ hello: 'world' });
  expect(await (await fetch(`${url}/api/hello?name=Ada`)).json()).toEqual({ hello: 'Ada' });
});

test('the notes of the project can be created, listed, read, updated and deleted', async () => {
  const { url } = await serveFolder(await makeShop());
  const call = async (method: string, query = '', body?: unknown): Promise<unknown[]> => {
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${url}/api/notes${query}`, { method, ...content });
    const text = await response.text();
    return [response.status, text === '' ? undefined : JSON.parse(text)];
  };
  const note = { id: 1, text: 'Buy milk' };
  const stored = { ...note, created_at: expect.any(String) };
  const error = { error: expect.any(String) };

  expect(await call('POST', '', { text: 'Buy milk' })).toEqual([201, note]);
  expect(await call('POST', '', { text: '' })).toEqual([400, error]);
  expect(await call('POST', '', [])).toEqual([400, error]);
  expect(await call('GET')).toEqual([200, [stored]]);
  expect(await call('GET', '?id=1')).toEqual([200, stored]);
  expect(await call('PUT', '?id=1', { text: 'Buy tea' })).toEqual([
    200,
    { id: 1, text: 'Buy tea' },
  ]);
  expect(await call('GET', '?id=2')).toEqual([404, error]);
  expect(await call('PATCH', '?id=1')).toEqual([404, error]);
  expect(await call('DELETE', '?id=1')).toEqual([204, undefined]);
  expect(await call('GET')).toEqual([200, []]);
});

test('the README of the project names each script', async () => {
  const folder = await makeShop();
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const scripts = files.filter((file) => file.endsWith('.wren'));
  expect(scripts).toHaveLength(4);
  for (const script of scripts) expect(readme).toContain(`\`${script}\``);
});

test('uses an existing empty folder', async () => {
  const cwd = temporaryFolder();
  const { code, stdout } = await runCommand(createProject, ['.'], cwd);
  expect(code).toBe(0);
  expect(stdout).toContain('touchstone serve . --dev');
  expect(readdirSync(cwd)).toContain('_migration.wren');
});

test('exits with 2 for a folder that is not empty, and leaves it unchanged', async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'shop'));
  writeFileSync(join(cwd, 'shop', '.hidden'), 'x');
  const { code, stdout, stderr } = await runCommand(createProject, ['shop'], cwd);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toBe(
    `touchstone new: The folder "${join(cwd, 'shop')}" is not empty; nothing was written.\n`,
  );
  expect(readdirSync(join(cwd, 'shop'))).toEqual(['.hidden']);
});

test('exits with 2 for a path that is a file', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'shop'), 'x');
  const { code, stderr } = await runCommand(createProject, ['shop'], cwd);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^touchstone new: The folder ".*shop" cannot be created: /);
});

test('exits with 2 for wrong usage', async () => {
  expect((await runCommand(createProject, [])).code).toBe(2);
  expect((await runCommand(createProject, ['a', 'b'])).code).toBe(2);
});

test('quotes the name of the folder for the shell', async () => {
  const { stdout } = await runCommand(createProject, ["Ada's shop"]);
  expect(stdout).toContain(`npx touchstone serve 'Ada'\\''s shop' --dev\n`);
});
