/** The ORDER BY that `.order` adds to a query. */
import { describe, expect, test } from 'vitest';
import { addOrderBy } from '../../../reference-server/database/sql-text.js';
import { processorTimeOf } from '../../durations.js';

const allowed = ['id', 'name'] as const;

function clause(column: string | undefined, direction: string | undefined, limit?: number): string {
  const sql = addOrderBy('SELECT * FROM t', { column, direction, allowed: [...allowed], limit });
  return sql.slice('SELECT * FROM t'.length).replaceAll('\n', ' ').trim();
}

test('sorts by an allowed column', () => {
  expect(clause('name', 'asc')).toBe('ORDER BY "name" ASC');
});

describe('direction', () => {
  test.each(['desc', 'DESC', 'Desc'])('%s is descending', (direction) => {
    expect(clause('name', direction)).toBe('ORDER BY "name" DESC');
  });

  test.each([undefined, '', 'ASC', 'up', 'desc; DROP TABLE t'])('%s is ascending', (direction) => {
    expect(clause('name', direction)).toBe('ORDER BY "name" ASC');
  });
});

test.each([undefined, '', 'price', 'NAME', 'name; DROP TABLE t', 'name"'])(
  'the column %s, which is not allowed, is replaced by the first allowed one',
  (column) => {
    expect(clause(column, 'desc')).toBe('ORDER BY "id" DESC');
  },
);

test('adds a limit', () => {
  expect(clause('id', 'asc', 5)).toBe('ORDER BY "id" ASC LIMIT 5');
});

test('quotes each part of a qualified name', () => {
  const order = { direction: 'asc', column: 'u.na"me' };
  expect(addOrderBy('SELECT 1', { ...order, allowed: ['u.na"me'] })).toContain('"u"."na""me"');
});

test('follows the last word: semicolons and comments behind it are removed', () => {
  const order = { column: 'id', direction: 'asc', allowed: ['id'] } as const;
  expect(addOrderBy('SELECT id -- all', order)).toBe('SELECT id\nORDER BY "id" ASC');
  expect(addOrderBy('SELECT id ;\n', order)).toBe('SELECT id\nORDER BY "id" ASC');
});

test('takes no longer for spaces within a statement', async () => {
  const sql = `SELECT ${' '.repeat(200_000)}1`;
  const order = { column: 'id', direction: 'asc', allowed: ['id'] } as const;
  const time = await processorTimeOf(() => {
    expect(addOrderBy(`${sql} ; `, order)).toBe(`${sql}\nORDER BY "id" ASC`);
  });
  expect(time).toBeLessThan(1_000);
});
