/** Databases of releases that stored keys and tokens in plain text. */
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { expect, test } from 'vitest';
import { packageFile } from '../../../kit/package-root.js';
import { openFile } from '../../../reference-server/database/sqlite/file.js';
import { openProjectDatabase, shippedProject } from '../../../reference-server/index.js';
import { serveFolder, type TestServer } from '../support/serve.js';
import { startServerProcess } from '../support/server-process.js';
import { connectionOf } from '../support/sqlite.js';
import { temporaryFolder, temporaryProject } from '../support/temporary.js';

/** The migrations of a shipped project before a given one. */
function migrationsBefore(project: string, name: string): string {
  const path = packageFile('reference-server', 'projects', project, '_migration.wren');
  const text = readFileSync(path, 'utf8');
  const end = text.indexOf(`Db.migrate("${name}"`);
  expect(end).toBeGreaterThan(0);
  return text.slice(0, end);
}

/** Creates a database with the migrations before the hashing ones. */
async function olderDatabase(fill: (database: Database) => void): Promise<string> {
  const folder = temporaryProject({
    'basic/_migration.wren': migrationsBefore('basic', '007_hash_api_keys'),
    'bearer/_migration.wren': migrationsBefore('bearer', '008_hash_tokens'),
    'bearer/_project.json': JSON.stringify({ base: '../basic' }),
    'bearer/api/a.wren': '',
  });
  const file = join(folder, 'older.sqlite3');
  const opened = await openProjectDatabase({ project: join(folder, 'bearer'), database: file });
  const database = connectionOf(opened);
  database.exec("INSERT INTO users (id, name, email) VALUES (1, 'Ada', 'ada@example.com')");
  fill(database);
  database.close();
  return file;
}

function addKeys(database: Database, keys: readonly string[], active = 1): void {
  const insert = database.prepare('INSERT INTO api_keys (key, user_id, active) VALUES (?, 1, ?)');
  database.transaction(() => {
    for (const key of keys) insert.run(key, active);
  })();
}

/** The bytes of all files of a database. */
function bytesOf(file: string): Buffer {
  const files = [file, `${file}-wal`].filter((path) => existsSync(path));
  return Buffer.concat(files.map((path) => readFileSync(path)));
}

async function statusWithKey(url: string, key: string): Promise<number> {
  // Headers are byte strings.
  const header = Buffer.from(key).toString('latin1');
  return (await fetch(`${url}/api/products`, { headers: { 'X-API-Key': header } })).status;
}

const madeKey = 'tk_Pd3vXh0mYJ6Qw9LzR2tKc8NbFs5Gu7Ae1iVo4TyWxZk';

/** A key as `key create` made them, and unusual keys. */
const oldKeys = [
  madeKey,
  'Swapped-Case',
  'sWAPPED-cASE',
  'schlüssel 鍵 🔑',
  `'; DROP TABLE api_keys; --`,
  '42',
  '1',
  'x'.repeat(8_000),
];

function serveOlder(file: string, project = 'basic'): Promise<TestServer> {
  return serveFolder(shippedProject(project), { database: file });
}

test('keys are accepted as before', async () => {
  const file = await olderDatabase((database) => {
    addKeys(database, oldKeys);
    addKeys(database, ['revoked', 'OTHER CASE'], 0);
  });
  const { url } = await serveOlder(file);
  for (const key of oldKeys) expect([key, await statusWithKey(url, key)]).toEqual([key, 200]);
  const wrong = [
    'revoked',
    'other case',
    'SWAPPED-CASE',
    hash('sha256', madeKey),
    `${madeKey}x`,
    '2',
  ];
  for (const key of wrong) expect([key, await statusWithKey(url, key)]).toEqual([key, 401]);
});

test('lists show at most a fifth of a key', async () => {
  const file = await olderDatabase((database) => addKeys(database, oldKeys));
  const opened = await openProjectDatabase({ project: shippedProject('basic'), database: file });
  const database = connectionOf(opened);
  const prefixes = database.prepare('SELECT key_prefix FROM api_keys ORDER BY id').pluck().all();
  database.close();
  expect(prefixes).toEqual(['tk_Pd3vXh', 'Sw', 'sW', 'sc', "'; DR", '', '', 'xxxxxxxxx']);
});

test('the files of a running server contain no keys', async () => {
  // With so many keys, pages are split and merged, which leaves copies behind.
  const keys = Array.from(
    { length: 2_000 },
    (_, n) => `tk_${hash('sha256', String(n)).slice(0, 43)}`,
  );
  const [kept, gone] = [keys.slice(0, 1_000), keys.slice(1_000)];
  const file = await olderDatabase((database) => {
    addKeys(database, keys);
    const remove = database.prepare('DELETE FROM api_keys WHERE key = ?');
    database.transaction(() => {
      for (const key of gone) remove.run(key);
    })();
  });
  const findIn = (bytes: Buffer) => keys.filter((key) => bytes.includes(key.slice(3)));
  expect(findIn(bytesOf(file)).length).toBeGreaterThan(kept.length);

  const { url, logged } = await serveOlder(file);
  expect(findIn(bytesOf(file))).toEqual([]);
  expect(logged()).toContain(`hashed values in the database "${file}". Its file is rewritten`);
  expect(await statusWithKey(url, kept[0] ?? '')).toBe(200);
  expect((await serveOlder(file)).logged()).not.toContain('hashed values');
});

test('tokens are accepted as before, and the files do not contain them', async () => {
  const tokens = ['tt_Pd3vXh0mYJ6Qw9LzR2tKc8NbFs5Gu7Ae1iVo4TyWxZk', 'täst', 'T'];
  const file = await olderDatabase((database) => {
    const insert = database.prepare('INSERT INTO sessions (token, expires_at) VALUES (?, ?)');
    for (const token of tokens) insert.run(token, '2999-01-01 00:00:00');
    insert.run('expired', '2001-01-01 00:00:00');
  });
  const { url } = await serveOlder(file, 'bearer');
  const statusWith = async (token: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${Buffer.from(token).toString('latin1')}` };
    return (await fetch(`${url}/api/users`, { headers })).status;
  };
  for (const token of tokens) expect([token, await statusWith(token)]).toEqual([token, 200]);
  for (const token of ['expired', 't', hash('sha256', 'T')]) {
    expect([token, await statusWith(token)]).toEqual([token, 401]);
  }
  for (const token of ['Pd3vXh0mYJ6Qw9LzR2tKc8NbFs5Gu7', 'täst', 'expired']) {
    expect([token, bytesOf(file).includes(token)]).toEqual([token, false]);
  }
});

test('while another program reads the file, its rewriting is left to the next start', async () => {
  const file = await olderDatabase((database) => addKeys(database, [madeKey]));
  const reader = openFile(file);
  const rows = reader.prepare('SELECT * FROM api_keys').iterate();
  rows.next();
  const options = { database: file, limits: { databaseWait: 50 } };
  const { url, logged } = await serveFolder(shippedProject('basic'), options);
  expect(logged()).toContain('could not be rewritten: another process is using it.');
  expect(await statusWithKey(url, madeKey)).toBe(200);
  rows.return?.();
  reader.close();

  await serveOlder(file);
  expect(bytesOf(file).includes(madeKey)).toBe(false);
});

test('two servers that start at the same time hash the keys once', async () => {
  const file = await olderDatabase((database) => addKeys(database, oldKeys));
  const servers = await Promise.all([
    startServerProcess('basic', '--db', file),
    startServerProcess('basic', '--db', file),
  ]);
  for (const { url } of servers) {
    for (const key of oldKeys) expect([key, await statusWithKey(url, key)]).toEqual([key, 200]);
  }
  expect(bytesOf(file).includes(madeKey)).toBe(false);
});

test('a new database is not rewritten', async () => {
  const file = join(temporaryFolder(), 'new.sqlite3');
  expect((await serveOlder(file)).logged()).toBe('');
});
