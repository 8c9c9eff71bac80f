/** Migrations at the start of a server. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFile } from '../../../reference-server/database/sqlite/file.js';
import { openProjectDatabase, start } from '../../../reference-server/index.js';
import { serveFolder } from '../support/serve.js';
import { temporaryProject, writeFiles } from '../support/temporary.js';

const migration = (sql: string): { '_migration.wren': string } => ({
  '_migration.wren': `Db.migrate("001_a", \`${sql}\`)`,
});

test('a changed migration is reported, and the server starts', async () => {
  const folder = temporaryProject(migration('CREATE TABLE a (id)'));
  expect((await serveFolder(folder)).logged()).toBe('');
  writeFiles(folder, migration('CREATE TABLE a (id, text)'));
  expect((await serveFolder(folder)).logged()).toBe(
    'The migration "001_a" has changed since it was applied. It is not applied again: put ' +
      'the change into a new migration.\n',
  );
});

test('a database that a later release of the project has migrated is refused unless that is allowed', async () => {
  const earlier = migration('CREATE TABLE a (id)')['_migration.wren'];
  const later = ['002_b', '003_c'].map((name) => `Db.migrate("${name}", "SELECT 1")`).join('\n');
  const folder = temporaryProject({ '_migration.wren': `${earlier}\n${later}` });
  expect((await serveFolder(folder)).logged()).toBe('');
  writeFiles(folder, { '_migration.wren': earlier });
  const newer = /^The database ".*" is newer than the project, .*: 002_b, 003_c\./;
  const database = join(folder, '_db.sqlite3');
  for (const workers of [undefined, 1]) {
    const refused = start({ project: folder, port: 0, ...(workers && { workers }) });
    await expect(refused).rejects.toThrow(newer);
  }
  for (const more of [{ dev: true }, { allowNewerDatabase: true }]) {
    const { url, logged } = await serveFolder(folder, more);
    expect(logged()).toMatch(newer);
    const health = await (await fetch(`${url}/__health`)).json();
    expect(health).toEqual({ status: 'ok', newerMigrations: ['002_b', '003_c'] });
  }
  const other = await serveFolder(temporaryProject({ '_migration.wren': earlier }), { database });
  expect(other.logged()).toBe('');
});

test('nothing is stored of a migration that would end its transaction', async () => {
  const folder = temporaryProject(migration('CREATE TABLE a (id); COMMIT; CREATE TABLE b (id)'));
  await expect(start({ project: folder, port: 0 })).rejects.toThrow(
    'Migration "001_a" failed: its SQL must not contain COMMIT',
  );
  const database = openFile(join(folder, '_db.sqlite3'));
  expect(database.prepare('SELECT name FROM sqlite_master').pluck().all()).not.toContain('a');
  expect(database.prepare('SELECT COUNT(*) FROM _migrations').pluck().get()).toBe(0);
  database.close();
});

test('a migration script that leaves a transaction open fails the start', async () => {
  const project = temporaryProject({
    '_migration.wren': 'Db.migrate("001_a", "CREATE TABLE a (id)")\n`BEGIN`.query',
  });
  await expect(openProjectDatabase({ project })).rejects.toThrow('ended with an open transaction');
});

test('a damaged database fails the start with its name', async () => {
  const project = temporaryProject(migration('CREATE TABLE a (id)'));
  await (await openProjectDatabase({ project })).close();
  const file = join(project, '_db.sqlite3');
  writeFileSync(file, Buffer.alloc(8 * 4096, 0xff), { flag: 'r+' });
  await expect(openProjectDatabase({ project })).rejects.toThrow(
    `The database "${file}" cannot be`,
  );
});
