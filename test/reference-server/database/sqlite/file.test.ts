import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFile } from '../../../../reference-server/database/sqlite/file.js';
import { temporaryFolder } from '../../support/temporary.js';

test('creates the file with durable writes', () => {
  const database = openFile(join(temporaryFolder(), 'new.sqlite3'));
  expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(database.pragma('synchronous', { simple: true })).toBe(2);
  database.close();
});

test('the WAL does not keep the size of a large transaction', () => {
  const file = join(temporaryFolder(), 'large.sqlite3');
  const database = openFile(file);
  const sizeOfWal = (): number => statSync(`${file}-wal`).size;
  database.exec('CREATE TABLE a (b); BEGIN');
  const insert = database.prepare('INSERT INTO a VALUES (randomblob(1000000))');
  for (let count = 0; count < 120; count++) insert.run();
  expect(sizeOfWal()).toBeGreaterThan(2 ** 26);
  database.exec('ROLLBACK');
  database.pragma('wal_checkpoint');
  database.exec('INSERT INTO a VALUES (1)');
  expect(sizeOfWal()).toBeLessThanOrEqual(2 ** 26);
  database.close();
});

test('enforces foreign keys', () => {
  const database = openFile(':memory:');
  database.exec('CREATE TABLE a (id INTEGER PRIMARY KEY)');
  database.exec('CREATE TABLE b (a_id INTEGER REFERENCES a (id))');
  expect(() => database.exec('INSERT INTO b VALUES (1)')).toThrow('FOREIGN KEY');
  database.close();
});

test('names a file that is not a database', () => {
  const file = join(temporaryFolder(), 'notes.txt');
  writeFileSync(file, 'These are notes and no database, whatever the name says.');
  expect(() => openFile(file)).toThrow(
    `The database "${file}" cannot be opened: file is not a database.`,
  );
});

test('names a file in a folder that does not exist', () => {
  const file = join(temporaryFolder(), 'missing', 'db.sqlite3');
  expect(() => openFile(file)).toThrow(`The database "${file}" cannot be opened`);
});

test('does not create a file that must exist', () => {
  const file = join(temporaryFolder(), 'db.sqlite3');
  expect(() => openFile(file, { mustExist: true })).toThrow(`The database "${file}"`);
});
