import { expect, test } from 'vitest';
import { Ledger } from '../../../conformance/scenarios/ledger.js';

const user = { resource: 'users', id: '7' } as const;
const product = { resource: 'products', id: '8' } as const;

test('the ledger gives what was added and not removed, the newest first', () => {
  const ledger = new Ledger();
  for (const row of [user, product, { ...product, id: '9' }]) ledger.add(row);
  ledger.remove({ ...product });
  expect(ledger.rows).toEqual([{ ...product, id: '9' }, user]);
});

test('it counts the rows that may have been created without an answer that names them', () => {
  const ledger = new Ledger();
  const settle = ledger.expect('users');
  ledger.expect('users');
  settle();
  expect(ledger.resources).toEqual(['users']);
  expect([ledger.countUnnamed('users'), ledger.countUnnamed('products')]).toEqual([1, 0]);
});
