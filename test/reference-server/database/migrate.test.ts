import { expect, test } from 'vitest';
import { Migrations } from '../../../reference-server/database/migrate.js';
import { openDatabase } from '../../../reference-server/database/open.js';

function tables(database: ReturnType<typeof openDatabase>): unknown[] {
  const select = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name";
  return database.prepare(select).pluck().all();
}

test('applies a migration once in the life of a database', () => {
  const database = openDatabase(':memory:');
  new Migrations(database).apply('001_a', 'CREATE TABLE a (id)');
  new Migrations(database).apply('001_a', 'CREATE TABLE a (id)');
  expect(tables(database)).toEqual(['_migrations', 'a']);
});

test('applies all statements of a migration', () => {
  const database = openDatabase(':memory:');
  new Migrations(database).apply('001_both', 'CREATE TABLE a (id); CREATE TABLE b (id);');
  expect(tables(database)).toEqual(['_migrations', 'a', 'b']);
});

test('leaves nothing of a migration that fails, and names it', () => {
  const database = openDatabase(':memory:');
  const migrations = new Migrations(database);
  expect(() => migrations.apply('001_bad', 'CREATE TABLE a (id); CREATE TABEL b (id)')).toThrow(
    'Migration "001_bad" failed: near "TABEL": syntax error.',
  );
  expect(tables(database)).toEqual(['_migrations']);
  new Migrations(database).apply('001_bad', 'CREATE TABLE a (id)');
  expect(tables(database)).toEqual(['_migrations', 'a']);
});

test('refuses a name that is declared twice', () => {
  const migrations = new Migrations(openDatabase(':memory:'));
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
  ['PRAGMA main.synchronous = OFF', 'PRAGMA MAIN'],
  ['PRAGMA foreign_keys = OFF', 'PRAGMA FOREIGN_KEYS'],
  ['/* a; */ -- b;\n ; COMMIT', 'COMMIT'],
])('refuses "%s" in a migration before anything of it runs', (statement, named) => {
  const database = openDatabase(':memory:');
  const sql = `CREATE TABLE a (id); ${statement}; CREATE TABLE b (id)`;
  expect(() => new Migrations(database).apply('001_a', sql)).toThrow(
    `Migration "001_a" failed: its SQL must not contain ${named}, since it is applied as a whole`,
  );
  expect(tables(database)).toEqual(['_migrations']);
  expect(database.inTransaction).toBe(false);
  expect(database.pragma('foreign_keys', { simple: true })).toBe(1);
});

test('allows what is undone with the migration', () => {
  const database = openDatabase(':memory:');
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
  new Migrations(database).apply('001_a', sql);
  expect(database.pragma('user_version', { simple: true })).toBe(7);
  expect(database.prepare('SELECT text FROM log').pluck().all()).toEqual(['y', 'end;']);
});

test('tells of an applied migration whose SQL has changed', () => {
  const database = openDatabase(':memory:');
  new Migrations(database).apply('001_a', 'CREATE TABLE a (\n  id\n)');
  const again = new Migrations(database);
  again.apply('001_a', 'CREATE TABLE a (\r\n  id\r\n)');
  expect(again.changed).toEqual([]);
  const later = new Migrations(database);
  later.apply('001_a', 'CREATE TABLE a (id, text)');
  later.apply('002_b', 'CREATE TABLE b (id)');
  expect(later.changed).toEqual(['001_a']);
  expect(tables(database)).toEqual(['_migrations', 'a', 'b']);
});

test('a database without checksums gets them', () => {
  const database = openDatabase(':memory:');
  database.exec('CREATE TABLE _migrations (name TEXT PRIMARY KEY, applied_at DATETIME NOT NULL)');
  database.exec("INSERT INTO _migrations VALUES ('001_a', '2024-01-01')");
  const migrations = new Migrations(database);
  migrations.apply('001_a', 'CREATE TABLE a (id)');
  expect([migrations.changed, tables(database)]).toEqual([[], ['_migrations']]);
  const changed = new Migrations(database);
  changed.apply('001_a', 'CREATE TABLE a (text)');
  expect(changed.changed).toEqual(['001_a']);
});
