import { expect, it } from 'vitest';
import { listScripts, projectsWith } from './projects.js';

it('finds the projects that inherit a script', () => {
  const all = ['basic', 'bearer', 'route', 'users-api-key'];
  expect(projectsWith('basic/api/users.wren')).toEqual(all);
  expect(projectsWith('basic/_migration.wren')).toEqual(all);
  expect(projectsWith('route/api/_route.wren')).toEqual(['route']);
});

it('omits the projects that replace the script', () => {
  expect(projectsWith('basic/_guard.wren')).toEqual(['basic']);
});

it('lists the scripts of all projects', () => {
  expect(listScripts()).toEqual(
    expect.arrayContaining(['basic/api/users.wren', 'bearer/_guard.wren', 'route/api/_route.wren']),
  );
});
