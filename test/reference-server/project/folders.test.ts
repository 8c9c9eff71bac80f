import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageFile } from '../../../kit/package-root.js';
import { createProject, databaseOf } from '../../../reference-server/project/folders.js';
import { temporaryFolder } from '../support/temporary.js';

test('the database of an earlier release is used until there is another one', () => {
  const [shipped, cwd] = [temporaryFolder(), temporaryFolder()];
  const project = join(shipped, 'basic');
  mkdirSync(project);
  const [former, present] = [join(project, '_db.sqlite3'), join(cwd, 'basic.sqlite3')];
  expect(databaseOf(project, cwd, shipped)).toEqual({ file: present });
  writeFileSync(former, '');
  expect(databaseOf(project, cwd, shipped)).toEqual({ file: former, movesTo: present });
  writeFileSync(present, '');
  expect(databaseOf(project, cwd, shipped)).toEqual({ file: present });
});

test('the user can write the files of a project that comes from a read-only installation', () => {
  const template = packageFile('reference-server', 'project-template', '_migration.wren');
  const { mode } = statSync(template);
  const folder = temporaryFolder();
  chmodSync(template, 0o444);
  try {
    createProject(folder);
  } finally {
    chmodSync(template, mode);
  }
  expect(statSync(join(folder, '_migration.wren')).mode & 0o200).toBe(0o200);
});
