/** What a check does with bodies that refer to other resources by their ids. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { listen } from '../../faulty/listen.js';
import { makeFolder, removeFolders, runCheck } from '../run-check.js';
import { Shop } from './shop-server.js';

afterAll(removeFolders);

const description = fileURLToPath(new URL('shop.yaml', import.meta.url));

const foreign = {
  customers: { id: 0, name: 'foreign' },
  products: { id: '7d444840-9dc0-41d1-b245-5ffdce74fad2', title: 'foreign', stock: 1000 },
  orders: { id: 0, customerId: 0, note: 'foreign', items: [] },
};

/** Checks a shop that has rows of others. */
async function check(shop: Shop, argv: readonly string[] = [], file = description) {
  const { customers, products, orders } = structuredClone(foreign);
  shop.customers.set('0', customers);
  shop.products.set(products.id, products);
  shop.orders.set('0', orders);
  const { url, close } = await listen(shop.listen());
  try {
    const result = await runCheck(['--openapi', file, '--base-url', url, ...argv]);
    const rows = result.report?.requirements ?? [];
    const failed = rows.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []));
    return { ...result, rows, failed };
  } finally {
    await close();
  }
}

test('a sound shop conforms, keeps the rows of others, and gets no others', async () => {
  const shop = new Shop();
  const { rows, stdout } = await check(shop);
  expect(
    rows.filter(({ verdict }) => verdict !== 'pass'),
    stdout,
  ).toEqual([]);
  const left = [shop.customers, shop.products, shop.orders].map((one) => [...one.values()]);
  expect(left).toEqual([[foreign.customers], [foreign.products], [foreign.orders]]);
  const ids = rows.map(({ id }) => id);
  expect(ids).toEqual(
    expect.arrayContaining([
      'create-order.customer-id.required',
      'create-order.items-0-product-id.unknown',
      'list-orders.customer-id.filter',
      'delete-order.others',
    ]),
  );
  // Another id than that of what a scenario creates could name a resource of others.
  expect(ids).not.toContain('create-order.customer-id.minimum');
});

describe('orders without a text of their own', () => {
  /** Checks a shop whose orders say whether they are gifts. */
  async function checkGifts(shop: Shop, argv: readonly string[] = []) {
    shop.remark = 'gift';
    const file = join(makeFolder(), 'gifts.yaml');
    const text = readFileSync(description, 'utf8').replaceAll(/\bnote(?=[,\]])/g, 'gift');
    const remark = 'gift: { type: boolean }';
    writeFileSync(file, text.replaceAll(/\bnote: \{[^}]*\}/g, remark));
    return await check(shop, argv, file);
  }

  test('are changed and deleted, since they name a customer of the run', async () => {
    const shop = new Shop();
    const { rows, stdout } = await checkGifts(shop);
    expect(
      rows
        .filter(({ verdict }) => verdict !== 'pass' && verdict !== 'observed')
        .map(({ id }) => id),
      stdout,
    ).toEqual([]);
    const left = [shop.customers, shop.products, shop.orders].map((one) => [...one.values()]);
    expect(left).toEqual([[foreign.customers], [foreign.products], [foreign.orders]]);
    expect(rows.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['change-order.stored', 'delete-order.gone', 'delete-order.others']),
    );
  });

  test.each<[string, string, Partial<Shop>]>([
    ['stay when they are deleted', 'delete-order.gone', { remove: () => {} }],
    ['keep what a change replaces', 'change-order.stored', { change: () => {} }],
  ])('are seen to %s', async (_name, requirement, fault) => {
    const { failed, stdout } = await checkGifts(Object.assign(new Shop(), fault), [
      '--only',
      requirement,
    ]);
    expect(failed, stdout).toEqual([requirement]);
  });

  test('are not touched when an answer names an order of another customer as created', async () => {
    const shop = new Shop();
    shop.order = (row) => ({ ...row, id: 0 });
    shop.store = (table, row) => {
      table.set(String(row.id === 0 ? shop.nextId() : row.id), row);
    };
    const { failed, stdout } = await checkGifts(shop);
    expect(failed, stdout).not.toEqual([]);
    expect(shop.orders.get('0')).toEqual(foreign.orders);
  });
});

const isCollection = (path: string) =>
  path.split('/').filter((part) => part !== '').length % 2 === 1;

test.each<readonly [string, RegExp, (path: string) => boolean]>([
  ['all paths', /^ {2}(\/.*):$/gm, (path) => path.endsWith('/')],
  ['collections', /^ {2}(\/.*\w):$/gm, (path) => path.endsWith('/') === isCollection(path)],
])('a sound shop with slashes at the end of %s conforms', async (_which, paths, isKnown) => {
  const shop = new Shop();
  shop.isKnown = isKnown;
  const file = join(makeFolder(), 'slashes.yaml');
  writeFileSync(file, readFileSync(description, 'utf8').replace(paths, '  $1/:'));
  const { rows, stdout } = await check(shop, [], file);
  expect(
    rows.filter(({ verdict }) => verdict !== 'pass'),
    stdout,
  ).toEqual([]);
  expect(shop.orders.size).toBe(1);
});

test('a shop that has nothing left in stock is not accused', async () => {
  const shop = new Shop();
  shop.stock = () => false;
  const { failed, stdout } = await check(shop);
  expect(failed, stdout).toEqual([]);
});

describe('finds that', () => {
  test.each<[string, string, (shop: Shop) => Partial<Shop>]>([
    [
      'an order belongs to another customer',
      'create-order.response.values',
      () => ({ order: (row) => ({ ...row, customerId: 0 }) }),
    ],
    [
      'an order has no items',
      'create-order.response.values',
      () => ({ order: (row) => ({ ...row, items: [] }) }),
    ],
    [
      'orders of customers who do not exist are accepted',
      'create-order.customer-id.unknown',
      () => ({ mustExist: false }),
    ],
    [
      'the kind of a product is always the same',
      'create-product.stored.choices',
      () => ({ kind: () => 'book' }),
    ],
    [
      'a filter by a customer is ignored',
      'list-orders.customer-id.filter',
      () => ({ find: (rows) => rows }),
    ],
    [
      'the list below a customer has all orders',
      'list-orders-of-customer.empty',
      () => ({ findBelow: (rows) => rows }),
    ],
    [
      'the list below a customer lacks its orders',
      'list-orders-of-customer.referring',
      () => ({ findBelow: () => [] }),
    ],
    [
      'a change removes the items of the order',
      'change-order.rest',
      ({ change }) => ({
        change: (order, sent) => {
          change(order, sent);
          order.items = [];
        },
      }),
    ],
  ])('%s', async (_name, requirement, plant) => {
    const shop = new Shop();
    Object.assign(shop, plant(shop));
    const { failed, stdout } = await check(shop, ['--only', requirement]);
    expect(failed, stdout).toEqual([requirement]);
  });
});
