/** Behaviour of scripts on SQLite only. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { processorTimeOf } from '../../durations.js';
import { serveFiles, serveFolder } from '../support/serve.js';
import { temporaryProject } from '../support/temporary.js';

const table = 'Db.migrate("1", "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT UNIQUE)")';
const row = 'Db.migrate("2", "INSERT INTO notes (text) VALUES (\'a\')")';
const files = { '_migration.wren': `${table}\n${row}` };

test('the default database is the file _db.sqlite3 of the project', async () => {
  const folder = temporaryProject(files);
  expect((await serveFolder(folder)).database.name).toBe(join(folder, '_db.sqlite3'));
  const other = join(folder, 'other.sqlite3');
  expect((await serveFolder(folder, { database: other })).database.name).toBe(other);
});

test('a text may contain U+0000', async () => {
  const script = [
    '`INSERT INTO notes (text) VALUES (?)`.query(["x\\0y"])',
    'Response.json(`SELECT text FROM notes ORDER BY id DESC`.first["text"])',
  ].join('\n');
  const { url } = await serveFiles({ ...files, 'api/probe.wren': script });
  expect(await (await fetch(`${url}/api/probe`)).json()).toBe('x\0y');
});

test.each(['/* ', '['])('many starts of %j without an end take no longer', async (start) => {
  const script = `Fiber.new { \`SELECT 1 AS a ${start.repeat(100_000)}\`.first }.try()\nResponse.json(1)`;
  const { url } = await serveFiles({ ...files, 'api/probe.wren': script });
  const time = await processorTimeOf(async () => {
    expect((await fetch(`${url}/api/probe`)).status).toBe(200);
  });
  expect(time).toBeLessThan(1_000);
});

describe('faults have the messages of SQLite', () => {
  test.each([
    ['`SELEC 1`.fetch', 'near "SELEC": syntax error, in the SQL statement: SELEC 1'],
    ['`SELECT * FROM nowhere`.first', 'no such table: nowhere'],
    ['`INSERT INTO notes (text) VALUES (?)`.query(["a"])', 'UNIQUE constraint failed: notes.text'],
    ['`SELECT :a`.first', 'Placeholders must be question marks only, not :a'],
    ['`SELECT ?1 + ?1`.first([1])', 'Placeholders must be question marks only, not ?1'],
    ['`SELECT 1; SELECT 2`.first', 'contains more than one statement'],
    ['``.first', 'contains no statements'],
    ["`ATTACH DATABASE '/tmp/x' AS x`.query", 'A script must not use ATTACH, DETACH or VACUUM'],
    ["`;/**/\ufeff ATTACH '/tmp/x' AS x`.query", 'A script must not use ATTACH, DETACH or VACUUM'],
    ["`VACUUM INTO '/tmp/x'`.query", 'A script must not use ATTACH, DETACH or VACUUM'],
    ['`CREATE /**/ TEMP TABLE a (b)`.query', 'A script must not define anything TEMPORARY'],
    [
      '`CREATE VIRTUAL TABLE temp.a USING fts5(b)`.query',
      'A script must not define anything TEMPORARY',
    ],
    ['`create temporary view a AS SELECT 1`.query', 'A script must not define anything TEMPORARY'],
    [
      '`CREATE TABLE IF NOT EXISTS "temp" . a (b)`.query',
      'A script must not define anything TEMPORARY',
    ],
    ['`CREATE TABLE"temp".a (b)`.query', 'A script must not define anything TEMPORARY'],
    [
      '`CREATE TRIGGER[temp].t AFTER INSERT ON main.notes BEGIN SELECT 1; END`.query',
      'A script must not define anything TEMPORARY',
    ],
    ['`PRAGMA synchronous = OFF`.query', 'A script must not change settings of the database'],
    ['`EXPLAIN PRAGMA query_only = ON`.fetch', 'A script must not change settings of the database'],
    [
      '`explain/**/query plan /* b */ PRAGMA foreign_keys = OFF`.fetch',
      'A script must not change settings of the database',
    ],
    ["`EXPLAIN ATTACH '/tmp/x' AS x`.fetch", 'A script must not use ATTACH, DETACH or VACUUM'],
    [
      '`pragma main.journal_mode(delete)`.query',
      'A script must not change settings of the database',
    ],
    ['`PRAGMA/**/"foreign_keys"=0`.query', 'A script must not change settings of the database'],
  ])('%s', async (script, message) => {
    const { url, logged } = await serveFiles({ ...files, 'api/probe.wren': script });
    expect((await fetch(`${url}/api/probe`)).status).toBe(500);
    expect(logged()).toContain(message);
    expect(logged()).toContain('[api/probe.wren line 1] in (script)');
  });
});

/** Calls itself without end, each time in a transaction of its own. */
const endless = `class Endless {
  static run(n) {
    Db.transaction {
      \`INSERT INTO notes (text) VALUES (?)\`.query(["inner %(n)"])
      Endless.run(n + 1)
    }
  }
}`;

test('an inner transaction that ends in a stack overflow is rolled back', async () => {
  const script = `${endless}
    Db.transaction {
      \`INSERT INTO notes (text) VALUES ('outer')\`.query
      Fiber.new { Endless.run(0) }.try()
    }
    Response.json(\`SELECT text FROM notes\`.fetch.map {|note| note["text"] }.toList)`;
  const failing = 'Db.transaction { Fiber.abort("no") }';
  const { url } = await serveFiles({
    ...files,
    'api/failing.wren': failing,
    'api/probe.wren': script,
  });
  await fetch(`${url}/api/failing`);
  expect(await (await fetch(`${url}/api/probe`)).json()).toEqual(['a', 'outer']);
});

test('a script goes on after a transaction that the engine has ended and whose block has failed', async () => {
  const script = `
    Fiber.new {
      Db.transaction {
        \`INSERT INTO notes (text) VALUES ('lost')\`.query
        \`INSERT OR ROLLBACK INTO notes VALUES (1, 'b')\`.query
      }
    }.try()
    \`INSERT INTO notes (text) VALUES ('kept')\`.query
    Response.json(\`SELECT text FROM notes\`.fetch.map {|note| note["text"] }.toList)`;
  const { url } = await serveFiles({ ...files, 'api/probe.wren': script });
  const answer = await fetch(`${url}/api/probe`);
  expect([answer.status, await answer.json()]).toEqual([200, ['a', 'kept']]);
});

describe('rows have the names of the current columns', () => {
  const select = 'Response.json(`SELECT * FROM notes`.fetch)';
  const alter = (sql: string): string => `\`ALTER TABLE notes ${sql}\`.query`;
  const renaming = alter('RENAME COLUMN text TO words');
  const before = [{ id: 1, text: 'a' }];
  const after = [{ id: 1, words: 'a' }];

  test.each([
    ['renamed', `${renaming}\nResponse.status(204)`, after],
    ['renamed and renamed back', `Db.transaction {\n${renaming}\n${select}\nnull.oh\n}`, before],
    ['left in an open transaction', `\`BEGIN\`.query\n${renaming}\n${select}`, before],
    [
      'renamed until a conflict',
      `\`BEGIN\`.query\n${renaming}\n${select}\n\`INSERT OR ROLLBACK INTO notes VALUES (1, 'b')\`.query`,
      before,
    ],
  ])('when they are %s', async (_, script, expected) => {
    const { url } = await serveFiles({
      ...files,
      'api/rows.wren': select,
      'api/change.wren': script,
    });
    expect(await (await fetch(`${url}/api/rows`)).json()).toEqual(before);
    await fetch(`${url}/api/change`);
    expect(await (await fetch(`${url}/api/rows`)).json()).toEqual(expected);
  });
});
