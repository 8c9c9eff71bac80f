import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createServer } from '../../../reference-server/index.js';
import { serveFiles, serveFolder } from '../support/serve.js';
import { temporaryProject, writeFiles } from '../support/temporary.js';

const first = 'Db.migrate("001_a", `CREATE TABLE a (id INTEGER PRIMARY KEY)`)';
const fill = 'Db.migrate("002_fill", "INSERT INTO a DEFAULT VALUES")';
const count = 'Response.json(`SELECT id FROM a`.fetch.count)';

async function countRows(folder: string): Promise<unknown> {
  const server = await serveFolder(folder);
  return (await fetch(`${server.url}/api/count`)).json();
}

test('migrate applies each migration once over all starts', async () => {
  const folder = temporaryProject({
    '_migration.wren': `${first}\n${fill}`,
    'api/count.wren': count,
  });
  expect(await countRows(folder)).toBe(1);
  expect(await countRows(folder)).toBe(1);
});

test('migrate applies what was added since the last start', async () => {
  const folder = temporaryProject({ '_migration.wren': first, 'api/count.wren': count });
  expect(await countRows(folder)).toBe(0);
  writeFiles(folder, { '_migration.wren': `${first}\n${fill}` });
  expect(await countRows(folder)).toBe(1);
});

test('a failing migration stops the start with name, SQL error and script line', async () => {
  const bad = 'Db.migrate("002_bad", `CREATE TABLE b (id); CREATE TABEL c (id)`)';
  const folder = temporaryProject({
    '_migration.wren': `${first}\n\n${bad}`,
    'api/tables.wren': 'Response.json(`SELECT name FROM sqlite_master`.fetch)',
  });
  expect(() => createServer({ project: folder })).toThrow(
    'Migration "002_bad" failed: near "TABEL": syntax error.\n[_migration.wren line 3] in (script)',
  );

  writeFiles(folder, { '_migration.wren': first });
  const { url } = await serveFolder(folder);
  const tables = JSON.stringify(await (await fetch(`${url}/api/tables`)).json());
  expect(tables).toContain('"a"');
  expect(tables).not.toContain('"b"');
});

test('migrate is refused in an endpoint', async () => {
  const { url, logged } = await serveFiles({ 'api/probe.wren': first });
  expect((await fetch(`${url}/api/probe`)).status).toBe(500);
  expect(logged()).toContain('Db.migrate can be called only in _migration.wren.');
});

test('the database is the file _db.sqlite3 of the project unless another is given', async () => {
  const folder = temporaryProject({ '_migration.wren': first });
  expect((await serveFolder(folder)).database.name).toBe(join(folder, '_db.sqlite3'));
  const other = join(folder, 'other.sqlite3');
  expect((await serveFolder(folder, { database: other })).database.name).toBe(other);
});
