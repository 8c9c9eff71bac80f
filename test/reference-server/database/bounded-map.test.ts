import { expect, test } from 'vitest';
import { BoundedMap } from '../../../reference-server/database/bounded-map.js';
import { StatementCache } from '../../../reference-server/database/statement-cache.js';

test('new entries replace the oldest beyond the maximum number', () => {
  const dropped: string[] = [];
  const map = new BoundedMap<string, number>({ entries: 2, size: 100 }, (key) => dropped.push(key));
  for (const [index, key] of ['a', 'b', 'c'].entries()) map.add(key, index, 1);
  expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([undefined, 1, 2]);
  expect(dropped).toEqual(['a']);
});

test('new entries replace the oldest beyond the total size', () => {
  const map = new BoundedMap<string, number>({ entries: 100, size: 80 });
  for (let index = 0; index < 10; index++) map.add(`k${index}`, index, 10);
  expect([map.get('k0'), map.get('k1'), map.get('k2')]).toEqual([undefined, undefined, 2]);
});

test('a very large entry is not added', () => {
  const map = new BoundedMap<string, number>({ entries: 100, size: 80 });
  map.add('small', 1, 10);
  expect(map.add('large', 2, 11)).toBe(false);
  expect([map.get('small'), map.get('large')]).toEqual([1, undefined]);
});

test('a cache makes a statement once, and very large ones for each use', () => {
  const made: string[] = [];
  const make = (sql: string): string => {
    made.push(sql.slice(0, 1));
    return sql;
  };
  const cache = new StatementCache(make, (sql) => sql.length);
  const large = 'b'.repeat(20_000_000);
  for (const sql of ['a', 'a', large, large]) cache.find(sql);
  expect(made).toEqual(['a', 'b', 'b']);
});

test('a new statement counts against the limit of its user, a known one does not', () => {
  const cache = new StatementCache(
    (sql) => sql,
    (sql) => 100 * sql.length,
  );
  const reserved: number[] = [];
  const user = { reserve: (bytes: number) => reserved.push(bytes) };
  for (const sql of ['SELECT 1', 'SELECT 1', 'SELECT 22']) cache.find(sql, user);
  expect(reserved).toEqual([800, 900]);
});
