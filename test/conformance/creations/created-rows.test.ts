import { expect, test } from 'vitest';
import { CreatedRows } from '../../../conformance/creations/created-rows.js';

const user = { resource: 'users', id: '7' } as const;
const product = { resource: 'products', id: '8' } as const;

test('the rows that were added and not removed are listed newest first', () => {
  const createdRows = new CreatedRows();
  for (const row of [user, product, { ...product, id: '9' }]) createdRows.add(row);
  createdRows.remove({ ...product });
  expect(createdRows.rows).toEqual([{ ...product, id: '9' }, user]);
});

test('it counts the rows that may have been created without an answer that names them', () => {
  const createdRows = new CreatedRows();
  const settle = createdRows.expect('users');
  createdRows.expect('users');
  settle();
  expect(createdRows.resources).toEqual(['users']);
  expect([createdRows.countUnnamed('users'), createdRows.countUnnamed('products')]).toEqual([1, 0]);
});
