import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { main as key } from '../../cli/key.js';
import { packageFile } from '../../kit/package-root.js';
import type { Database } from '../../reference-server/database/database.js';
import { openFile } from '../../reference-server/database/sqlite/file.js';
import { openProjectDatabase } from '../../reference-server/index.js';
import { runCommand } from '../reference-server/support/command.js';
import { serveFolder } from '../reference-server/support/serve.js';
import { connectionOf } from '../reference-server/support/sqlite.js';
import {
  temporaryFolder,
  temporaryProject,
  writeFiles,
} from '../reference-server/support/temporary.js';

/** A copy of the project basic, without a database. */
function copyBasic(): string {
  const folder = join(temporaryFolder(), 'shop');
  const source = packageFile('reference-server', 'projects', 'basic');
  cpSync(source, folder, { recursive: true, filter: (path) => !path.includes('_db.sqlite3') });
  return folder;
}

async function createKey(...argv: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand(key, ['create', ...argv]);
  expect([code, stderr]).toEqual([0, '']);
  return stdout.trimEnd();
}

async function statusWith(url: string, apiKey: string): Promise<number> {
  const response = await fetch(`${url}/api/products`, { headers: { 'X-API-Key': apiKey } });
  return response.status;
}

test('create before the first start prints a key that the server accepts', async () => {
  const project = copyBasic();
  const apiKey = await createKey('--project', project);
  expect(apiKey).toMatch(/^tk_[\w-]{43}$/);
  const { url } = await serveFolder(project);
  expect(await statusWith(url, apiKey)).toBe(200);
  expect(await statusWith(url, `${apiKey}x`)).toBe(401);
});

test('create and revoke take effect in a running server', async () => {
  const project = copyBasic();
  const { url, database } = await serveFolder(project);
  const apiKey = await createKey('--db', database.name);
  expect(await statusWith(url, apiKey)).toBe(200);

  const { code, stdout } = await runCommand(key, ['revoke', apiKey, '--db', database.name]);
  expect([code, stdout]).toEqual([0, `The key 1 (${apiKey.slice(0, 9)}…) is revoked.\n`]);
  expect(await statusWith(url, apiKey)).toBe(401);
});

test('a list changes nothing', async () => {
  const project = copyBasic();
  const missing = await runCommand(key, ['list', '--project', project]);
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('no such file')]);
  await createKey('--project', project);
  writeFiles(project, { '_migration.wren': 'Db.migrate("999", "CREATE TABLE later (id)")' });
  expect((await runCommand(key, ['list', '--project', project])).code).toBe(0);
  const database = openFile(join(project, '_db.sqlite3'));
  const tables = database.prepare('SELECT name FROM sqlite_master').pluck().all();
  database.close();
  expect(tables).toContain('api_keys');
  expect(tables).not.toContain('later');
});

test('create uses one user for all keys, or the user of --user', async () => {
  const project = copyBasic();
  const { url, database } = await serveFolder(project);
  await createKey('--project', project);
  await createKey('--project', project);
  const users = await (await fetch(`${url}/api/users`)).json();
  expect(users).toEqual([expect.objectContaining({ id: 1, name: 'API user' })]);

  connectionOf(database).exec("INSERT INTO users (id, name, email) VALUES (7, 'a', 'b')");
  await createKey('--project', project, '--user', '7');
  const owners = connectionOf(database)
    .prepare('SELECT user_id FROM api_keys ORDER BY id')
    .pluck()
    .all();
  expect(owners).toEqual([1, 1, 7]);
});

test('list shows id, user, state, creation time and prefix of each key', async () => {
  const project = copyBasic();
  const first = await createKey('--project', project);
  const second = await createKey('--project', project);
  await runCommand(key, ['revoke', '1', '--project', project]);

  const { code, stdout } = await runCommand(key, ['list', '--project', project]);
  expect(code).toBe(0);
  const rows = stdout.trimEnd().split('\n');
  expect(rows[0]).toBe('id  user  active  created              key');
  expect(rows[1]).toMatch(
    new RegExp(`^1   1     no      [\\d-]{10} [\\d:]{8}  ${first.slice(0, 9)}…$`),
  );
  expect(rows[2]).toMatch(
    new RegExp(`^2   1     yes     [\\d-]{10} [\\d:]{8}  ${second.slice(0, 9)}…$`),
  );
});

test('exits with 1 for an unknown key or user', async () => {
  const project = copyBasic();
  await (await openProjectDatabase({ project })).close();
  const revoked = await runCommand(key, ['revoke', '9', '--project', project]);
  expect(revoked).toEqual({
    code: 1,
    stdout: '',
    stderr: 'touchstone key: There is no key with the id, the text or the prefix "9".\n',
  });
  const created = await runCommand(key, ['create', '--user', '9', '--project', project]);
  expect(created).toEqual({
    code: 1,
    stdout: '',
    stderr: 'touchstone key: No key was created: there is no user with id 9.\n',
  });
});

test('a key is created while an endpoint script does not compile', async () => {
  const project = copyBasic();
  writeFiles(project, { 'api/draft.wren': 'Response.json(' });
  const { code, stdout, stderr } = await runCommand(key, ['create', '--project', project]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^tk_\S+\n$/);
});

test('list without keys prints only the heading', async () => {
  const project = copyBasic();
  await (await openProjectDatabase({ project })).close();
  const { code, stdout } = await runCommand(key, ['list', '--project', project]);
  expect([code, stdout]).toEqual([0, 'id  user  active  created              key\n']);
});

test('list and revoke print neither a whole key nor its hash', async () => {
  const project = copyBasic();
  const apiKey = await createKey('--project', project);
  const hash = createHash('sha256').update(apiKey).digest('hex');
  const list = await runCommand(key, ['list', '--project', project]);
  const revoke = await runCommand(key, ['revoke', apiKey, '--project', project]);
  for (const { stdout } of [list, revoke]) {
    expect(stdout).toContain(apiKey.slice(0, 9));
    expect(stdout).not.toContain(apiKey.slice(0, 10));
    expect(stdout).not.toContain(hash.slice(0, 8));
  }
});

/** Ids of the revoked keys. */
function revokedIds(database: Database): unknown[] {
  return connectionOf(database)
    .prepare('SELECT id FROM api_keys WHERE active = 0 ORDER BY id')
    .pluck()
    .all();
}

test('revoke accepts a prefix as shown by list', async () => {
  const { database } = await serveFolder(copyBasic());
  const db = ['--db', database.name];
  await createKey(...db);
  const [second, third] = [await createKey(...db), await createKey(...db)];
  expect((await runCommand(key, ['revoke', `${second.slice(0, 9)}…`, ...db])).code).toBe(0);
  expect(revokedIds(database)).toEqual([2]);
  expect((await runCommand(key, ['revoke', third.slice(0, 9), ...db])).code).toBe(0);
  expect(revokedIds(database)).toEqual([2, 3]);
});

test.each(['', '…', 't', 'tk_', 'TK_'])('revoke "%s" revokes nothing', async (name) => {
  const { database } = await serveFolder(copyBasic());
  const db = ['--db', database.name];
  await createKey(...db);
  connectionOf(database).exec("UPDATE api_keys SET key_prefix = '' WHERE id = 1");
  await createKey(...db);
  expect((await runCommand(key, ['revoke', name, ...db])).code).toBe(1);
  expect(revokedIds(database)).toEqual([]);
});

test('revoke exits with 1 for a prefix of several keys and prints their ids', async () => {
  const { database } = await serveFolder(copyBasic());
  const db = ['--db', database.name];
  for (let n = 0; n < 3; n++) await createKey(...db);
  connectionOf(database).exec("UPDATE api_keys SET key_prefix = 'tk_shared' WHERE id <> 2");
  expect(await runCommand(key, ['revoke', 'tk_shared', ...db])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'touchstone key: Several keys begin with "tk_shared". Give one of these ids: 1, 3.\n',
  });
  expect(revokedIds(database)).toEqual([]);
});

test('exits with 2 for a database without API keys', async () => {
  const project = temporaryProject({ 'api/a.wren': 'Response.json(1)' });
  await (await openProjectDatabase({ project })).close();
  const { code, stderr } = await runCommand(key, ['list', '--project', project]);
  expect(code).toBe(2);
  expect(stderr).toContain('has no table "api_keys"');
});

test('exits with 2 for a database file that does not exist', async () => {
  const { code, stderr } = await runCommand(key, ['list', '--db', 'none.sqlite3']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^touchstone key: The database ".*none\.sqlite3" cannot be opened/);
});

test.each([[[]], [['make']], [['create', '--user', 'x']], [['revoke']]])(
  'exits with 2 for wrong usage: %j',
  async (argv) => {
    const { code, stderr } = await runCommand(key, argv);
    expect(code).toBe(2);
    expect(stderr).not.toBe('');
  },
);

test('--help has examples', async () => {
  const { code, stdout } = await runCommand(key, ['--help']);
  expect(code).toBe(0);
  expect(stdout).toContain('Examples:\n  touchstone key create');
});
