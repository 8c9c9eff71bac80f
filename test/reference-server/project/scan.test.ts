import { symlinkSync } from 'node:fs';
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

describe('links', () => {
  test('are followed inside the project', () => {
    const folder = temporaryProject({ 'api/v1/users.wren': '' });
    symlinkSync(join(folder, 'api/v1'), join(folder, 'api/v2'));
    expect([...scanProject(folder).endpoints.keys()].sort()).toEqual([
      '/api/v1/users',
      '/api/v2/users',
    ]);
  });

  test('to a folder above are skipped', () => {
    const folder = temporaryProject({ 'api/users.wren': '' });
    symlinkSync(join(folder, 'api'), join(folder, 'api/again'));
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
