import { execFileSync } from 'node:child_process';
import { chmodSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createServer } from '../../../reference-server/index.js';
import { loadFolder } from '../../../reference-server/serving/prepare-project.js';
import { serveFiles } from '../support/serve.js';
import { temporaryProject, writeFiles } from '../support/temporary.js';

async function startErrorOf(files: Record<string, string>): Promise<string> {
  try {
    await createServer({ project: temporaryProject(files) });
    return '';
  } catch (error) {
    return String(error);
  }
}

test('the event loop turns while a project is loaded', async () => {
  const script = 'Response.json([1, 2].map {|number| number + 1 }.toList)\n'.repeat(100);
  const paths = Array.from({ length: 60 }, (_, index) => `api/script${index}.wren`);
  const project = temporaryProject(Object.fromEntries(paths.map((path) => [path, script])));
  let turns = 0;
  const count = setInterval(() => turns++, 1);
  await loadFolder({ project });
  clearInterval(count);
  expect(turns).toBeGreaterThan(2);
});

test('lists the errors of all scripts with file and line', async () => {
  const message = await startErrorOf({
    'api/one.wren': 'var a = 1\nvar b = (',
    'api/two.wren': 'class {',
    'api/good.wren': 'Response.json(1)',
  });
  expect(message).toContain('has errors in its scripts');
  expect(message).toContain('[api/one.wren line 2] Error');
  expect(message).toContain('[api/two.wren line 1] Error');
  expect(message).not.toContain('good');
});

test('finds the errors of modules that are only imported', async () => {
  const message = await startErrorOf({
    'api/one.wren': 'import "_app" for A\nResponse.json(A)',
    '_app.wren': 'var A = ]',
  });
  expect(message).toContain('[_app.wren line 1] Error');
});

test('names an import of a missing module', async () => {
  const message = await startErrorOf({ 'api/one.wren': 'var a\nimport "./missing" for A' });
  const error = 'Error: There is no "api/missing.wren" in the project.';
  expect(message).toContain(`[api/one.wren line 2] ${error}`);
});

test('imports are relative to the project or to the importing file', async () => {
  const { url } = await serveFiles({
    '_app.wren': 'var App = "app"',
    'api/_beside.wren': 'import "../lib/above" for Above\nvar Beside = "beside, " + Above',
    'lib/above.wren': 'var Above = "above"',
    'api/one.wren':
      'import "_app" for App\nimport "./_beside" for Beside\nResponse.json([App, Beside])',
  });
  expect(await (await fetch(`${url}/api/one`)).json()).toEqual(['app', 'beside, above']);
});

test('imports find the library modules of Wren', async () => {
  const { url } = await serveFiles({
    'api/one.wren': 'import "random" for Random\nResponse.json(Random.new(1).float() < 1)',
  });
  expect(await (await fetch(`${url}/api/one`)).json()).toBe(true);
});

test('imports never leave the project, not even through a link', async () => {
  const outside = temporaryProject({ 'secret.wren': 'var Secret = 1' });
  const beside = `${basename(outside)}/secret`;
  const folder = temporaryProject({ 'api/_.wren': '' });
  symlinkSync(join(outside, 'secret.wren'), join(folder, 'linked.wren'));
  for (const name of [`../../${beside}`, `../${beside}`, `${outside}/secret`, 'linked']) {
    writeFiles(folder, { 'api/one.wren': `import "${name}" for Secret` });
    await expect(createServer({ project: folder })).rejects.toThrow(/line 1\] Error: There is no/);
  }
});

test('module variables are new for every request', async () => {
  const { url } = await serveFiles({
    '_app.wren': 'class Counter {\n  static next { __count = (__count || 0) + 1 }\n}',
    'api/one.wren': 'import "_app" for Counter\nResponse.json(Counter.next)',
  });
  for (let round = 0; round < 3; round++) {
    expect(await (await fetch(`${url}/api/one`)).json()).toBe(1);
  }
});

const tooLong = `// ${'a'.repeat(524_288)}`;
const tooLongError = 'Error: The source code is longer than 524288 bytes.';

test('names a script that is too long, also an imported one', async () => {
  const message = await startErrorOf({
    'api/long.wren': tooLong,
    'api/one.wren': 'import "_app" for A\nResponse.json(A)',
    '_app.wren': `${tooLong}\nvar A = 1`,
  });
  expect(message).toContain(`[api/long.wren line 1] ${tooLongError}`);
  expect(message).toContain(`[_app.wren line 1] ${tooLongError}`);
});

test('compiles a script of the maximum length', async () => {
  const script = 'Response.json(1) // ';
  const { url } = await serveFiles({
    'api/long.wren': script + 'a'.repeat(524_288 - script.length),
  });
  expect((await fetch(`${url}/api/long`)).status).toBe(200);
});

test('rejects a project whose scripts are too large in total', async () => {
  const text = `// ${'a'.repeat(500_000)}`;
  const scripts = Array.from({ length: 17 }, (_, index) => [`api/s${index}.wren`, text]);
  const message = await startErrorOf(Object.fromEntries(scripts));
  expect(message).toMatch(/is too large: it can have at most 5000 scripts with 8388608 bytes/);
});

test('rejects a project with too many scripts', async () => {
  const scripts = Array.from({ length: 5_001 }, (_, index) => [`api/s${index}.wren`, '']);
  expect(await startErrorOf(Object.fromEntries(scripts))).toMatch(/is too large/);
});

test('rejects a project whose endpoints import too much in total', async () => {
  const shared = `// ${'a'.repeat(500_000)}\nvar A = 1`;
  const scripts = Array.from({ length: 70 }, (_, index) => [
    `api/s${index}.wren`,
    'import "_app" for A',
  ]);
  const message = await startErrorOf({ '_app.wren': shared, ...Object.fromEntries(scripts) });
  expect(message).toMatch(/is too large: .* its endpoints can have at most 33554432 bytes/);
});

/** Acts as a user whom the file system can refuse something. */
async function asOrdinaryUser(act: () => Promise<void>): Promise<void> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.('nobody');
  try {
    await act();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

test.each([
  ['_app.wren', '[api/a.wren line 1] Error: "_app.wren" cannot be read: permission denied.'],
  ['api/a.wren', '"api/a.wren" cannot be read: permission denied.'],
  ['api/b', 'cannot be read: EACCES: permission denied'],
  ['.', 'cannot be used: EACCES: permission denied'],
])('names what cannot be read: %s', async (path, message) => {
  const project = temporaryProject({
    'api/a.wren': 'import "_app" for A',
    'api/b/c.wren': '',
    '_app.wren': 'var A = 1',
  });
  chmodSync(project, 0o755);
  chmodSync(join(project, path), 0);
  onTestFinished(() => chmodSync(project, 0o755));
  await asOrdinaryUser(() => expect(createServer({ project })).rejects.toThrow(message));
});

test('does not wait for a pipe with the name of a module', async () => {
  const project = temporaryProject({ 'api/a.wren': 'import "_app" for A' });
  execFileSync('mkfifo', [join(project, '_app.wren')]);
  await expect(createServer({ project })).rejects.toThrow(
    '"_app.wren" cannot be read: it is not a file.',
  );
});

test('evaluates code of at most 64 KiB', async () => {
  const evaluate = (length: number): string =>
    `import "meta" for Meta\nResponse.json(Meta.compileExpression("1" + " " * ${length - 1}) != null)`;
  const { url } = await serveFiles({
    'api/fits.wren': evaluate(65_536),
    'api/long.wren': evaluate(65_537),
  });
  expect(await (await fetch(`${url}/api/fits`)).json()).toBe(true);
  expect(await (await fetch(`${url}/api/long`)).json()).toBe(false);
});
