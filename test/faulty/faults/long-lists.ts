/** Faults that show only in long lists, most of whose rows are older than the check. */
import type { Application } from '../application.js';
import type { Product } from '../store.js';
import { enveloping, type Faults, type Plant, wrapping } from './fault.js';

/** Gives the initial products different times: each is an hour newer than the previous one. */
function spreadTimes({ store }: Application): void {
  const hourMs = 3_600_000;
  const start = Date.now() - (store.products.length + 1) * hourMs;
  for (const [index, product] of store.products.entries()) {
    const time = new Date(start + index * hourMs).toISOString();
    product.created_at = time.slice(0, 19).replace('T', ' ');
  }
}

/** Changes the order of products with many times. */
function rearranging(change: (products: Product[], app: Application) => Product[]): Plant {
  return (app) => {
    spreadTimes(app);
    wrapping('orderProducts', ({ original }, products) => change(original(products), app))(app);
  };
}

/** Changes the offset of pages far down the list. */
function offsetting(offset: (right: number, total: number, limit: number) => number): Plant {
  return (app) => {
    spreadTimes(app);
    wrapping('offsetOf', ({ original }, page, limit) =>
      offset(original(page, limit), app.store.products.length, limit),
    )(app);
  };
}

/** Far more than the rows of a check. */
const many = 400;
/** From this place on, all products are older than the check. */
const depth = 300;

const byName = (a: Product, b: Product) => String(a.name).localeCompare(String(b.name));

/** Faults in long lists, by their descriptions. */
export const longListFaults: Faults = {
  'products are in order on the first pages alone': {
    section: '4.2 rule 1',
    violates: ['products.list.order'],
    rows: many,
    plant: rearranging((products) => [
      ...products.slice(0, depth),
      ...products.slice(depth).sort(byName),
    ]),
  },
  'the last products of the list come from the oldest on': {
    section: '4.2 rule 1',
    violates: ['products.list.order'],
    rows: many,
    plant: rearranging((products) => [...products.slice(0, -20), ...products.slice(-20).reverse()]),
  },
  'the list starts again after some hundred products': {
    section: '4.2 rule 1',
    violates: ['products.list.order'],
    rows: many,
    plant: rearranging((products) => [
      ...products.slice(0, depth - 100),
      ...products.slice(depth),
      ...products.slice(depth - 100, depth),
    ]),
  },
  'pages that begin far down the list are the same': {
    section: '4.2 rule 1',
    violates: ['products.list.offset'],
    rows: many,
    plant: offsetting((right, total) => (right < total ? Math.min(right, depth) : right)),
  },
  'the last page repeats products of the one before it': {
    section: '4.2 rule 1',
    violates: ['products.list.offset'],
    rows: many,
    plant: offsetting((right, total, limit) =>
      right < total && right + limit >= total && right >= depth ? right - (total - right) : right,
    ),
  },
  'far down the list, pages begin one product too late': {
    section: '4.2 rule 1',
    violates: ['products.list.offset'],
    rows: many,
    plant: offsetting((right) => (right >= depth ? right + 1 : right)),
  },
  'a list without parameters begins with the oldest products': {
    section: '4.2 rule 1',
    violates: ['products.list.order'],
    plant: wrapping('listProducts', ({ original, app }, request) => {
      if (request.query.size > 0) return original(request);
      const order = app.orderProducts;
      app.orderProducts = (products) => [...products].sort((a, b) => a.id - b.id);
      const answer = original(request);
      app.orderProducts = order;
      return answer;
    }),
  },
  'a page in the middle of the list lacks a product': {
    section: '4.2 rule 1',
    violates: ['products.list.offset'],
    rows: many,
    plant: enveloping(({ data, pagination }) => ({
      data: Number(pagination.page) * Number(pagination.limit) === depth ? data.slice(1) : data,
      pagination,
    })),
  },
  'products without a description are counted, but not listed': {
    section: '4.2 GET without id',
    violates: ['products.list.rows'],
    rows: 60,
    plant: (app) => {
      for (const product of app.store.products)
        if (product.id % 3 === 0) product.description = null;
      rearranging((products) => products.filter(({ description }) => description !== null))(app);
      wrapping('pagination', ({ original }, page, limit) =>
        original(page, limit, app.store.products.length),
      )(app);
    },
  },
  'the oldest products are neither listed nor counted': {
    section: '4.2 rule 1',
    violates: ['products.list.offset'],
    plant: rearranging((products) => products.slice(0, -2)),
  },
};
