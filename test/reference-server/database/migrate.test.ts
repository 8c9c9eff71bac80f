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

test('refuses SQL that ends its transaction', () => {
  const database = openDatabase(':memory:');
  expect(() => new Migrations(database).apply('001_a', 'CREATE TABLE a (id); COMMIT')).toThrow(
    'Migration "001_a" failed',
  );
});
