import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFile } from '../../../../reference-server/database/sqlite/file.js';
import { SqliteMigrations as Migrations } from '../../../../reference-server/database/sqlite/migrations.js';
import { temporaryFolder } from '../../support/temporary.js';

function tables(database: ReturnType<typeof openFile>): unknown[] {
  const select = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name";
  return database.prepare(select).pluck().all();
}

/** The notes after the last migration. */
function notesOf(migrations: Migrations): string[] {
  const notes: string[] = [];
  migrations.finish((note) => notes.push(note));
  return notes;
}

test('applies a migration once in the life of a database', () => {
  const database = openFile(':memory:');
  new Migrations(database, 'shop').apply('001_a', 'CREATE TABLE a (id)');
  new Migrations(database, 'shop').apply('001_a', 'CREATE TABLE a (id)');
  expect(tables(database)).toEqual(['_migrations', 'a']);
});

test('applies all statements of a migration', () => {
  const database = openFile(':memory:');
  new Migrations(database, 'shop').apply('001_both', 'CREATE TABLE a (id); CREATE TABLE b (id);');
  expect(tables(database)).toEqual(['_migrations', 'a', 'b']);
});

test('rolls a failed migration back and names it', () => {
  const database = openFile(':memory:');
  const migrations = new Migrations(database, 'shop');
  expect(() => migrations.apply('001_bad', 'CREATE TABLE a (id); CREATE TABEL b (id)')).toThrow(
    'Migration "001_bad" failed: near "TABEL": syntax error.',
  );
  expect(tables(database)).toEqual(['_migrations']);
  new Migrations(database, 'shop').apply('001_bad', 'CREATE TABLE a (id)');
  expect(tables(database)).toEqual(['_migrations', 'a']);
});

test('refuses a name that is declared twice', () => {
  const migrations = new Migrations(openFile(':memory:'), 'shop');
  migrations.apply('001_a', 'CREATE TABLE a (id)');
  expect(() => migrations.apply('001_a', 'CREATE TABLE b (id)')).toThrow(
    'Migration "001_a" is declared twice.',
  );
});

test.each([
  ['COMMIT', 'COMMIT'],
  ['commit;', 'COMMIT'],
  ['END', 'END'],
  ['END TRANSACTION', 'END TRANSACTION'],
  ['ROLLBACK', 'ROLLBACK'],
  ['ROLLBACK TO a', 'ROLLBACK TO'],
  ['BEGIN IMMEDIATE', 'BEGIN IMMEDIATE'],
  ['SAVEPOINT a', 'SAVEPOINT A'],
  ['RELEASE a', 'RELEASE A'],
  ["ATTACH 'other.sqlite3' AS other", 'ATTACH'],
  ['DETACH other', 'DETACH OTHER'],
  ['VACUUM', 'VACUUM'],
  ["VACUUM INTO 'copy.sqlite3'", 'VACUUM INTO'],
  ['PRAGMA journal_mode = DELETE', 'PRAGMA JOURNAL_MODE'],
  ['PRAGMA journal_mode(DELETE)', 'PRAGMA JOURNAL_MODE'],
  ['EXPLAIN /**/ PRAGMA journal_mode = DELETE', 'PRAGMA JOURNAL_MODE'],
  ['PRAGMA main.synchronous = OFF', 'PRAGMA MAIN'],
  ['PRAGMA foreign_keys = OFF', 'PRAGMA FOREIGN_KEYS'],
  ['/* a; */ -- b;\n ; COMMIT', 'COMMIT'],
])('refuses "%s" in a migration before the first statement runs', (statement, named) => {
  const database = openFile(':memory:');
  const sql = `CREATE TABLE a (id); ${statement}; CREATE TABLE b (id)`;
  expect(() => new Migrations(database, 'shop').apply('001_a', sql)).toThrow(
    `Migration "001_a" failed: its SQL must not contain ${named}, because it is applied as a whole`,
  );
  expect(tables(database)).toEqual(['_migrations']);
  expect(database.inTransaction).toBe(false);
  expect(database.pragma('foreign_keys', { simple: true })).toBe(1);
});

test('allows statements that are rolled back with the migration', () => {
  const database = openFile(':memory:');
  const sql = `
    PRAGMA defer_foreign_keys = ON;
    PRAGMA user_version = 7;
    CREATE TABLE "commit" (text DEFAULT 'a; COMMIT; b'); -- COMMIT;
    CREATE TABLE log (text);
    CREATE TEMP TRIGGER passing AFTER INSERT ON "commit" BEGIN SELECT 1; END;
    CREATE TRIGGER logged AFTER INSERT ON "commit" WHEN new.text <> 'end' BEGIN
      INSERT INTO log SELECT CASE WHEN new.text = 'x' THEN 'y' END;
      INSERT INTO log VALUES ('end;');
    END;
    INSERT INTO "commit" VALUES ('x') RETURNING text;
    SELECT * FROM log;;
  `;
  new Migrations(database, 'shop').apply('001_a', sql);
  expect(database.pragma('user_version', { simple: true })).toBe(7);
  expect(database.prepare('SELECT text FROM log').pluck().all()).toEqual(['y', 'end;']);
});

test('reports an applied migration whose SQL has changed', () => {
  const database = openFile(':memory:');
  new Migrations(database, 'shop').apply('001_a', 'CREATE TABLE a (\n  id\n)');
  const again = new Migrations(database, 'shop');
  again.apply('001_a', 'CREATE TABLE a (\r\n  id\r\n)');
  expect(again.changed).toEqual([]);
  const later = new Migrations(database, 'shop');
  later.apply('001_a', 'CREATE TABLE a (id, text)');
  later.apply('002_b', 'CREATE TABLE b (id)');
  expect(later.changed).toEqual(['001_a']);
  expect(tables(database)).toEqual(['_migrations', 'a', 'b']);
});

test('sha256 in a migration equals Util.sha256 for texts and blobs, and is NULL for NULL', () => {
  const database = openFile(':memory:');
  const sql = `
    CREATE TABLE a (text);
    INSERT INTO a VALUES ('abc'), ('ä'), ('a' || char(0) || 'b'), (''), (x'ff'), (NULL);
    CREATE TABLE b AS SELECT sha256(text) AS hash FROM a;
  `;
  new Migrations(database, 'shop').apply('001_a', sql);
  const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
  const texts = ['abc', 'ä', 'a\0b', '', Buffer.from([0xff])].map(hashOf);
  expect(database.prepare('SELECT hash FROM b').pluck().all()).toEqual([...texts, null]);
});

test.each([
  ['SELECT sha256(42)', 'sha256 takes a text or a blob'],
  ["CREATE TABLE b (t, h AS (sha256(t))); INSERT INTO b (t) VALUES ('x')", 'unsafe use of sha256'],
])('refuses "%s" in a migration', (sql, message) => {
  const database = openFile(':memory:');
  expect(() => new Migrations(database, 'shop').apply('001_a', sql)).toThrow(message);
  expect(tables(database)).toEqual(['_migrations']);
});

test('sha256 is not available in the SQL of scripts', () => {
  const database = openFile(':memory:');
  expect(() => database.prepare("SELECT sha256('a')").get()).toThrow('no such function');
  new Migrations(database, 'shop').apply('001_a', "SELECT sha256('a')");
  expect(() => database.prepare("SELECT sha256('a')").get()).toThrow(
    'available in migrations only',
  );
});

test('original values that were hashed are removed by the next start at the latest', () => {
  const file = join(temporaryFolder(), 'db.sqlite3');
  // Longer than its hash, which overwrites a part of it.
  const secret = 'secret '.repeat(100);
  const isThere = (): boolean => readFileSync(file).includes('secret secret');
  const first = openFile(file);
  const migrations = new Migrations(first, 'shop');
  migrations.apply('001_a', `CREATE TABLE a (text); INSERT INTO a VALUES ('${secret}')`);
  expect(notesOf(migrations)).toEqual([]);
  migrations.apply('002_hash', 'UPDATE a SET text = sha256(text)');
  // As if the process were killed now.
  first.close();
  expect(isThere()).toBe(true);

  const second = openFile(file);
  const notes = notesOf(new Migrations(second, 'shop'));
  expect(notes).toEqual([expect.stringContaining('to remove the original values.')]);
  expect(isThere()).toBe(false);
  expect(notesOf(new Migrations(second, 'shop'))).toEqual([]);
  second.close();
});

test('a failed migration that hashes leaves nothing to remove', () => {
  const database = openFile(':memory:');
  const migrations = new Migrations(database, 'shop');
  expect(() => migrations.apply('001_a', "SELECT sha256('a'); SELEKT")).toThrow('syntax error');
  migrations.apply('002_a', 'CREATE TABLE a (id)');
  expect(notesOf(migrations)).toEqual([]);
});

test('a database without checksums gets them', () => {
  const database = openFile(':memory:');
  database.exec('CREATE TABLE _migrations (name TEXT PRIMARY KEY, applied_at DATETIME NOT NULL)');
  database.exec("INSERT INTO _migrations VALUES ('001_a', '2024-01-01')");
  const migrations = new Migrations(database, 'shop');
  migrations.apply('001_a', 'CREATE TABLE a (id)');
  expect([migrations.changed, tables(database)]).toEqual([[], ['_migrations']]);
  const changed = new Migrations(database, 'shop');
  changed.apply('001_a', 'CREATE TABLE a (text)');
  expect(changed.changed).toEqual(['001_a']);
});
