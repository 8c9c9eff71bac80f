/**
 * Keys and tokens in the specification's tables, which store them unhashed, and in unusual tables.
 */
import { expect, test } from 'vitest';
import { openFile } from '../../../reference-server/database/sqlite/file.js';
import { SqliteDatabase } from '../../../reference-server/database/sqlite/sqlite-database.js';
import {
  createApiKey,
  createToken,
  listApiKeys,
  listTokens,
  revokeApiKey,
  revokeToken,
} from '../../../reference-server/index.js';
import { serveFiles } from '../support/serve.js';

const users = `CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE
);`;

const apiKeys = (columns: string): string => `CREATE TABLE api_keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ${columns},
  user_id INTEGER NOT NULL REFERENCES users (id),
  active INTEGER DEFAULT 1,
  created_at DATETIME DEFAULT CURRENT_TIMESTAMP
);`;

function openTables(sql: string): SqliteDatabase {
  const connection = openFile(':memory:');
  connection.exec(sql);
  return new SqliteDatabase(connection);
}

/** The specification's table with given keys. */
function openPlain(...keys: string[]): SqliteDatabase {
  const database = openTables(users + apiKeys('key TEXT NOT NULL UNIQUE'));
  database.connection.exec("INSERT INTO users VALUES (1, 'Ada', 'ada@example.com')");
  const insert = database.connection.prepare('INSERT INTO api_keys (key, user_id) VALUES (?, 1)');
  for (const key of keys) insert.run(key);
  return database;
}

function activeKeys(database: SqliteDatabase): unknown[] {
  return database.connection
    .prepare('SELECT key FROM api_keys WHERE active = 1 ORDER BY id')
    .pluck()
    .all();
}

test("scripts with the specification's own SQL find new keys and tokens", async () => {
  const { url, database } = await serveFiles({
    '_migration.wren': [
      `Db.migrate("001_users", \`${users}\`)`,
      `Db.migrate("002_api_keys", \`${apiKeys('key TEXT NOT NULL UNIQUE')}\`)`,
      'Db.migrate("003_sessions", `CREATE TABLE sessions (token TEXT, expires_at DATETIME)`)',
    ].join('\n'),
    'api/key.wren': [
      'var key = Request.header("x-api-key")',
      'var row = `SELECT * FROM api_keys WHERE key = ? AND active = 1`.first([key])',
      'Response.status(row ? 200 : 401)',
    ].join('\n'),
    'api/token.wren': [
      'var parts = Request.header("authorization").split(" ")',
      "var row = `SELECT * FROM sessions WHERE token = ? AND expires_at > datetime('now')`.first([parts[1]])",
      'Response.status(row ? 200 : 401)',
    ].join('\n'),
  });
  const statusOf = async (path: string, headers: Record<string, string>): Promise<number> =>
    (await fetch(`${url}/api/${path}`, { headers })).status;
  const key = { 'X-API-Key': await createApiKey(database) };
  const token = { Authorization: `Bearer ${await createToken(database)}` };
  expect([await statusOf('key', key), await statusOf('token', token)]).toEqual([200, 200]);
  await revokeApiKey(database, '1');
  await revokeToken(database, '1');
  expect([await statusOf('key', key), await statusOf('token', token)]).toEqual([401, 401]);
});

test('lists show the same prefix of an unhashed key as of a hashed one', async () => {
  const database = openPlain('1234', '12345', 'tést-kéy-1', '🔑'.repeat(10));
  const key = await createApiKey(database, 1);
  const prefixes = (await listApiKeys(database)).map(({ prefix }) => prefix);
  expect(prefixes).toEqual(['', '1', 'té', '🔑🔑', key.slice(0, 9)]);
});

test('a name is an id, else a key, else a prefix', async () => {
  const database = openPlain('2', '3', 'tk-key-number-one');
  await revokeApiKey(database, '2');
  expect(activeKeys(database)).toEqual(['2', 'tk-key-number-one']);
  await revokeApiKey(database, 'tk-');
  expect(activeKeys(database)).toEqual(['2']);
  await revokeApiKey(database, '1');
  expect(activeKeys(database)).toEqual([]);
});

test('a key with swapped case is not found', async () => {
  const database = openPlain('Key', 'kEY');
  expect(await revokeApiKey(database, 'key')).toEqual([]);
  expect(await revokeApiKey(database, 'kEY')).toEqual([{ id: 2, prefix: '' }]);
  expect(activeKeys(database)).toEqual(['Key']);
});

test('all rows of a token that is stored several times are revoked', async () => {
  const database = openTables('CREATE TABLE sessions (token TEXT, expires_at DATETIME)');
  const insert = "INSERT INTO sessions VALUES ('twice', '2999-01-01'), (NULL, NULL), (?, ?)";
  database.connection.prepare(insert).run('twice', '2999-01-01');
  expect((await revokeToken(database, 'twice')).map(({ id }) => id)).toEqual([1, 3]);
  expect((await listTokens(database)).filter(({ valid }) => valid === 1)).toEqual([]);
});

test.each(['note TEXT', 'key_hash TEXT', 'key_prefix TEXT'])(
  'a table with only the column %s is refused',
  async (column) => {
    const database = openTables(users + apiKeys(column));
    const message =
      'The table "api_keys" in the database ":memory:" needs a column "key", or the columns ' +
      '"key_hash" and "key_prefix".';
    await expect(createApiKey(database)).rejects.toThrow(message);
    await expect(listApiKeys(database)).rejects.toThrow(message);
    await expect(revokeApiKey(database, '1')).rejects.toThrow(message);
    expect(database.connection.prepare('SELECT * FROM users').all()).toEqual([]);
  },
);

test("the specification's own SQL fails with a message in the log where hashes are stored", async () => {
  const columns = 'key_hash TEXT NOT NULL UNIQUE, key_prefix TEXT NOT NULL';
  const { url, logged } = await serveFiles({
    '_migration.wren': `Db.migrate("001_tables", \`${users}${apiKeys(columns)}\`)`,
    'api/key.wren': '`SELECT * FROM api_keys WHERE key = ? AND active = 1`.first(["a"])',
  });
  expect((await fetch(`${url}/api/key`)).status).toBe(500);
  expect(logged()).toContain('no such column: key');
});
