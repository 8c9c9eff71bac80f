import { expect, it } from 'vitest';
import { listScripts, projectsWith } from './projects.js';

it('finds the projects that take a script over', () => {
  const all = ['basic', 'bearer', 'route', 'users-api-key'];
  expect(projectsWith('basic/api/users.wren')).toEqual(all);
  expect(projectsWith('basic/_migration.wren')).toEqual(all);
  expect(projectsWith('route/api/_route.wren')).toEqual(['route']);
});

it('leaves out those that replace it', () => {
  expect(projectsWith('basic/_guard.wren')).toEqual(['basic']);
});

it('lists the scripts of all projects', () => {
  expect(listScripts()).toEqual(
    expect.arrayContaining(['basic/api/users.wren', 'bearer/_guard.wren', 'route/api/_route.wren']),
  );
});
