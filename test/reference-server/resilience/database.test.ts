/** Answers while the database cannot be used, and afterwards. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packageFile } from '../../../kit/package-root.js';
import { openFile } from '../../../reference-server/database/sqlite/file.js';
import { openProjectDatabase } from '../../../reference-server/index.js';
import { serveFolder, type TestServer } from '../support/serve.js';
import { connectionOf } from '../support/sqlite.js';
import { temporaryProject } from '../support/temporary.js';

const files = {
  '_migration.wren':
    'Db.migrate("001_notes", `CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)`)',
  'api/notes.wren': [
    'if (Response.cors) return',
    'if (Request.method == "POST") `INSERT INTO notes (text) VALUES (?)`.query([Request.body])',
    'Response.json(`SELECT COUNT(*) AS n FROM notes`.first["n"])',
  ].join('\n'),
  'api/transaction.wren': [
    'Response.json(Db.transaction {',
    '  return `INSERT INTO notes (text) VALUES (?)`.query(["a"])',
    '})',
  ].join('\n'),
  'api/careful.wren': [
    'var fiber = Fiber.new { `INSERT INTO notes (text) VALUES (?)`.query(["a"]) }',
    'fiber.try()',
    'Response.json(fiber.error ? "later" : "stored")',
  ].join('\n'),
};

interface Outcome {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter: string | null;
}

async function send(server: TestServer, path: string, init: RequestInit = {}): Promise<Outcome> {
  const response = await fetch(server.url + path, init);
  const retryAfter = response.headers.get('retry-after');
  expect(response.headers.get('content-type')).toBe('application/json');
  return { status: response.status, body: await response.json(), retryAfter };
}

function post(server: TestServer, text = 'hello'): Promise<Outcome> {
  return send(server, '/api/notes', { method: 'POST', body: text });
}

function serveNotes(project = temporaryProject(files)): Promise<TestServer> {
  return serveFolder(project, { limits: { databaseWait: 50 } });
}

const busy = { status: 503, body: { error: 'The database is busy' }, retryAfter: '1' };
const unavailable = {
  status: 503,
  body: { error: 'The database cannot be used now' },
  retryAfter: null,
};

test('a write is answered with 503 while another program has the lock', async () => {
  const project = temporaryProject(files);
  const server = await serveNotes(project);
  const other = openFile(join(project, '_db.sqlite3'));
  other.exec('BEGIN IMMEDIATE');
  expect(await post(server)).toEqual(busy);
  expect(await send(server, '/api/transaction')).toEqual(busy);
  expect((await send(server, '/api/notes')).body).toBe(0);
  expect(server.logged()).toContain('POST /api/notes: 503\ndatabase is locked');

  other.exec('COMMIT');
  other.close();
  expect((await post(server)).body).toBe(1);
  expect((await send(server, '/api/transaction')).status).toBe(200);
});

test('a start waits until another process releases the lock', async () => {
  const project = temporaryProject(files);
  const driver = packageFile('dist', 'reference-server', 'database', 'sqlite', 'file.js');
  const program = `
    import { openFile } from ${JSON.stringify(driver)};
    const file = openFile(process.argv[1]);
    file.exec('BEGIN IMMEDIATE');
    process.stdout.write('locked');
    process.stdin.once('data', () => setTimeout(() => file.exec('COMMIT'), 300));`;
  const database = join(project, '_db.sqlite3');
  const other = spawn(process.execPath, ['--input-type=module', '-e', program, database]);
  onTestFinished(() => void other.kill());
  await once(other.stdout, 'data');
  other.stdin.write('release');
  const server = await serveFolder(project, { limits: { databaseWait: 50 } });
  expect((await post(server)).body).toBe(1);
});

test('a start beyond the time limit for a lock fails with one sentence', async () => {
  const project = temporaryProject(files);
  const file = join(project, '_db.sqlite3');
  const other = openFile(file);
  other.exec('BEGIN IMMEDIATE');
  onTestFinished(() => void other.close());
  const failed = serveFolder(project, { limits: { startLock: 50 } });
  await expect(failed).rejects.toThrow(
    `The database "${file}" cannot be used: another process keeps it locked.`,
  );
});

test('a script can handle a locked database itself', async () => {
  const project = temporaryProject(files);
  const server = await serveNotes(project);
  const other = openFile(join(project, '_db.sqlite3'));
  other.exec('BEGIN IMMEDIATE');
  expect((await send(server, '/api/careful')).body).toBe('later');
  other.close();
  expect((await send(server, '/api/careful')).body).toBe('stored');
});

test('the 503 has the CORS headers, too', async () => {
  const project = temporaryProject(files);
  const server = await serveNotes(project);
  const other = openFile(join(project, '_db.sqlite3'));
  other.exec('BEGIN IMMEDIATE');
  const response = await fetch(`${server.url}/api/notes`, { method: 'POST', body: 'a' });
  other.close();
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
});

test('writers wait for a lock together, not one after the other', async () => {
  const project = temporaryProject(files);
  const databaseWait = 1_000;
  const server = await serveFolder(project, { limits: { databaseWait } });
  const other = openFile(join(project, '_db.sqlite3'));
  other.exec('BEGIN IMMEDIATE');
  const start = performance.now();
  const writers = Array.from({ length: 16 }, (_, index) =>
    index % 2 === 0 ? post(server) : send(server, '/api/transaction'),
  );
  expect(await Promise.all(writers)).toEqual(writers.map(() => busy));
  // One after the other, they would take 16 times as long as one writer.
  expect(performance.now() - start).toBeLessThan(12 * databaseWait);

  other.exec('COMMIT');
  other.close();
  expect((await post(server)).body).toBe(1);
});

test('a damaged database is answered with 503 and named in one line of the log', async () => {
  const project = temporaryProject({
    ...files,
    '_migration.wren': [
      'Db.migrate("001_notes", `CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)`)',
      'Db.migrate("002_notes", `INSERT INTO notes (text) VALUES (hex(zeroblob(50000)))`)',
    ].join('\n'),
    'api/text.wren': 'Response.json(`SELECT text FROM notes`.fetch)',
  });
  await (await openProjectDatabase({ project })).close();
  const file = join(project, '_db.sqlite3');
  const pages = readFileSync(file);
  // The first pages contain the schema and the table of migrations.
  writeFileSync(
    file,
    Buffer.concat([pages.subarray(0, 4 * 4096), Buffer.alloc(pages.length - 4 * 4096, 0xff)]),
  );

  const server = await serveNotes(project);
  for (let n = 0; n < 3; n++) expect(await send(server, '/api/text')).toEqual(unavailable);
  expect(server.logged()).toBe(
    `The database "${file}" is damaged (SQLITE_CORRUPT); requests that need it are answered with ` +
      '503 until the server is restarted with an undamaged copy.\n',
  );
});

test('a write is answered with 503 while the database is full', async () => {
  const server = await serveNotes();
  const pages = Number(connectionOf(server.database).pragma('page_count', { simple: true }));
  connectionOf(server.database).pragma(`max_page_count = ${pages}`);
  expect(await post(server, 'x'.repeat(20_000))).toEqual(unavailable);
  expect((await send(server, '/api/notes')).body).toBe(0);

  connectionOf(server.database).pragma('max_page_count = 1000000');
  expect((await post(server, 'x'.repeat(20_000))).body).toBe(1);
});

test('a write is answered with 503 while the database is read-only', async () => {
  const server = await serveNotes();
  connectionOf(server.database).pragma('query_only = 1');
  expect(await post(server)).toEqual(unavailable);
  expect((await send(server, '/api/notes')).body).toBe(0);

  connectionOf(server.database).pragma('query_only = 0');
  expect((await post(server)).body).toBe(1);
});

test('an error in SQL is a fault of the script', async () => {
  const server = await serveFolder(
    temporaryProject({ 'api/bad.wren': 'Response.json(`SELECT * FROM nowhere`.fetch)' }),
  );
  expect((await send(server, '/api/bad')).status).toBe(500);
});
