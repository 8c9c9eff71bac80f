import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scanProject } from '../../../reference-server/project/scan.js';
import { temporaryFolder, temporaryProject, writeFiles } from '../support/temporary.js';

test('finds endpoints by their path', () => {
  const folder = temporaryProject({ 'api/users.wren': '', 'api/shop/orders.wren': '' });
  const { endpoints } = scanProject(folder);
  expect(Object.fromEntries(endpoints)).toEqual({
    '/api/users': 'api/users.wren',
    '/api/shop/orders': 'api/shop/orders.wren',
  });
});

test.each([
  'api/_draft.wren',
  'api/.hidden.wren',
  'api/_parts/a.wren',
  'api/.git/a.wren',
  'api/notes.txt',
  'api/wren',
  'a.wren',
  '_app.wren',
  'other/a.wren',
])('does not serve %s', (path) => {
  const { endpoints } = scanProject(temporaryProject({ [path]: '', 'api/a.wren': '' }));
  expect([...endpoints.keys()]).toEqual(['/api/a']);
});

test('finds route scripts by the path of their folder', () => {
  const folder = temporaryProject({ 'api/_route.wren': '', 'api/shop/_route.wren': '' });
  expect(Object.fromEntries(scanProject(folder).routeScripts)).toEqual({
    '/api': 'api/_route.wren',
    '/api/shop': 'api/shop/_route.wren',
  });
});

test('finds the migration script', () => {
  const folder = temporaryProject({ '_migration.wren': '' });
  expect(scanProject(folder).migrations).toEqual([[folder]]);
  expect(scanProject(temporaryFolder()).migrations).toEqual([]);
});

test('names a folder that does not exist', () => {
  const folder = join(temporaryFolder(), 'missing');
  expect(() => scanProject(folder)).toThrow(`The project "${folder}" cannot be read`);
});

test('names a script that is a pipe', () => {
  const folder = temporaryProject({ 'api/b.wren': '' });
  execFileSync('mkfifo', [join(folder, 'api/a.wren')]);
  expect(() => scanProject(folder)).toThrow('"api/a.wren" is neither a file nor a folder.');
});

test('does not wait for a pipe with the name of the project file', () => {
  const folder = temporaryFolder();
  execFileSync('mkfifo', [join(folder, '_project.json')]);
  expect(() => scanProject(folder)).toThrow('_project.json" cannot be used: it is not a file.');
});

test('takes a folder whose name ends like that of a script for a folder', () => {
  const { endpoints } = scanProject(temporaryProject({ 'api/a.wren/b.wren': '' }));
  expect([...endpoints.keys()]).toEqual(['/api/a.wren/b']);
});

describe('links', () => {
  test('that multiply the scripts are errors', () => {
    const folder = temporaryProject({});
    for (let level = 0; level < 20; level++) {
      mkdirSync(join(folder, `api/d${level}`), { recursive: true });
      for (const name of ['one', 'two']) {
        symlinkSync(`../d${level + 1}`, join(folder, `api/d${level}`, name));
      }
    }
    writeFiles(folder, { 'api/d20/a.wren': '' });
    expect(() => scanProject(folder)).toThrow('d20" in more than 100 ways.');
  });

  test('are followed inside the project', () => {
    const folder = temporaryProject({ 'api/v1/users.wren': '' });
    symlinkSync(join(folder, 'api/v1'), join(folder, 'api/v2'));
    expect([...scanProject(folder).endpoints.keys()].sort()).toEqual([
      '/api/v1/users',
      '/api/v2/users',
    ]);
  });

  test.each(['api', '.'])('to a folder above are skipped: %s', (above) => {
    const folder = temporaryProject({ 'api/users.wren': '', 'other.wren': '' });
    symlinkSync(join(folder, above), join(folder, 'api/again'));
    expect([...scanProject(folder).endpoints.keys()]).toEqual(['/api/users']);
  });

  test.each(['api/secret.wren', 'api/_route.wren', 'api/folder'])(
    'out of the project are errors: %s',
    (path) => {
      const outside = temporaryFolder();
      writeFiles(outside, { 'target.wren': '' });
      const folder = temporaryProject({ 'api/a.wren': '' });
      const target = path.endsWith('.wren') ? join(outside, 'target.wren') : outside;
      symlinkSync(target, join(folder, path));
      expect(() => scanProject(folder)).toThrow(
        `"${path}" is a link to "${target}", which is outside of the project.`,
      );
    },
  );
});
