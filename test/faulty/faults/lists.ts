/** Faults in the list of products: §4.2 rule 1 and §8. */
import type { Application } from '../application.js';
import type { ReceivedRequest } from '../exchange.js';
import type { Json } from '../guard.js';
import type { Product } from '../store.js';
import {
  answering,
  changeBody,
  changeStatus,
  enveloping,
  type Faults,
  itemizing,
  type Plant,
  readObject,
  without,
  wrapping,
} from './fault.js';
import { order } from './list-order.js';

/** Changes the object `pagination`. */
function paginating(change: (pagination: Json) => Json): Plant {
  return wrapping('pagination', ({ original }, page, limit, total) =>
    change(original(page, limit, total)),
  );
}

/** Changes the page count, which may become a fraction. */
function countingPages(count: (total: number, limit: number) => number): Plant {
  return (app) => {
    app.pageCount = count;
  };
}

/** Counts the products differently. */
function counting(count: (total: number, app: Application) => number): Plant {
  return wrapping('pagination', ({ original, app }, page, limit, total) =>
    original(page, limit, count(total, app)),
  );
}

/** Uses a fixed page or limit for some requests. */
function assuming(
  method: 'pageOf' | 'limitOf',
  value: number,
  isConcerned: (request: ReceivedRequest, app: Application) => boolean,
): Plant {
  return wrapping(method, ({ original, app }, request) =>
    isConcerned(request, app) ? value : original(request),
  );
}

function skipping(offset: (page: number, limit: number, app: Application) => number): Plant {
  return (app) => {
    app.offsetOf = (page, limit) => offset(page, limit, app);
  };
}

const envelope: Faults = {
  'products are listed with status 206': {
    section: '4.2 GET without id',
    violates: ['products.list.status'],
    plant: answering('listProducts', (answer) => changeStatus(answer, 200, 206)),
  },
  'products are listed as a bare array': {
    section: '2 JSON representations',
    violates: ['products.list.envelope'],
    plant: enveloping(({ data }) => data),
  },
  'the products are in the member items': {
    section: '2 JSON representations',
    violates: ['products.list.envelope'],
    plant: enveloping(({ data, ...rest }) => ({ items: data, ...rest })),
  },
  'the pagination lacks the number of pages': {
    section: '2 JSON representations',
    violates: ['products.list.envelope'],
    plant: paginating((pagination) => without(pagination, 'pages')),
  },
  'the pagination is beside the data': {
    section: '2 JSON representations',
    violates: ['products.list.envelope'],
    plant: enveloping(({ data, pagination }) => ({ data, ...pagination })),
  },
  'page and limit are reported as texts': {
    section: '2 JSON representations',
    violates: ['products.list.pagination-integers'],
    plant: paginating((pagination) => ({
      ...pagination,
      page: String(pagination.page),
      limit: String(pagination.limit),
    })),
  },
  'the total is reported as text': {
    section: '2 JSON representations',
    violates: ['products.list.pagination-integers'],
    plant: paginating((pagination) => ({ ...pagination, total: String(pagination.total) })),
  },
  'listed products lack their stock': {
    section: '2 JSON representations',
    violates: ['products.list.rows'],
    plant: itemizing((row) => without(row, 'stock')),
  },
  'listed products lack created_at': {
    section: '2 JSON representations',
    violates: ['products.list.rows'],
    plant: itemizing((row) => without(row, 'created_at')),
  },
};

/** Omits products from every page and from the total. */
function leavingOut(isLeftOut: (product: Product) => boolean): Plant {
  return wrapping('orderProducts', ({ original }, products) =>
    original(products.filter((one) => !isLeftOut(one))),
  );
}

const rows: Faults = {
  'products of which none is in stock are not listed': {
    section: '4.2 rule 1',
    violates: ['products.list.rows'],
    plant: leavingOut(({ stock }) => stock === 0),
  },
  'products without a description are not listed': {
    section: '4.2 rule 1',
    violates: ['products.list.rows'],
    plant: leavingOut(({ description }) => description === null),
  },
  'products for less than one are not listed': {
    section: '4.2 rule 1',
    violates: ['products.list.rows'],
    plant: leavingOut(({ price }) => Number(price) < 1),
  },
  'a listed stock of 0 is null': {
    section: '4.2 GET without id',
    violates: ['products.list.rows'],
    plant: itemizing((row) => ({ ...row, stock: row.stock || null })),
  },
  'a missing description is an empty one in the list': {
    section: '4.2 GET without id',
    violates: ['products.list.rows'],
    plant: itemizing((row) => ({ ...row, description: row.description ?? '' })),
  },
  'a page of one product has it in no array': {
    section: '2 JSON representations',
    violates: ['products.list.envelope'],
    plant: enveloping(({ data, pagination }) => ({
      data: data.length === 1 ? data[0] : data,
      pagination,
    })),
  },
  'a page beyond the last one has null as data': {
    section: '2 JSON representations',
    violates: ['products.list.envelope'],
    plant: enveloping(({ data, pagination }) => ({
      data: data.length === 0 ? null : data,
      pagination,
    })),
  },
  'a page beyond the last one is not found': {
    section: '4.2 GET without id',
    violates: ['products.list.envelope'],
    plant: answering('listProducts', (answer, _request, app) => {
      const { data } = readObject(answer);
      return Array.isArray(data) && data.length === 0
        ? app.error(404, 'There is no such page')
        : answer;
    }),
  },
};

const pages: Faults = {
  'a limit without a page is ignored': {
    section: '4.2 rule 1',
    violates: ['products.list.limit'],
    plant: assuming('limitOf', 20, ({ query }) => !query.has('page')),
  },
  'a page without a limit is ignored': {
    section: '4.2 rule 1',
    violates: ['products.list.reports-page'],
    plant: assuming('pageOf', 1, ({ query }) => !query.has('limit')),
  },
  'the default limit is ten': {
    section: '8',
    violates: ['products.list.limit-default'],
    plant: assuming('limitOf', 10, ({ query }) => !query.has('limit')),
  },
  'later pages have a default limit of ten': {
    section: '8',
    violates: ['products.list.limit-default'],
    plant: assuming(
      'limitOf',
      10,
      (request, app) => !request.query.has('limit') && app.pageOf(request) > 1,
    ),
  },
  'of a limit with two digits, the first one counts': {
    section: '4.2 rule 1',
    violates: ['products.list.reports-limit'],
    plant: wrapping('limitOf', ({ original }, request) => {
      const limit = original(request);
      return request.query.has('limit') ? Number(String(limit).charAt(0)) : limit;
    }),
  },
  'there is no default limit': {
    section: '8',
    violates: ['products.list.limit-default'],
    plant: assuming('limitOf', 1_000, ({ query }) => !query.has('limit')),
  },
  'the default page is the second': {
    section: '8',
    violates: ['products.list.page-default'],
    plant: assuming('pageOf', 2, ({ query }) => query.has('limit') && !query.has('page')),
  },
  'without a page it reports page zero': {
    section: '4.2 rule 1',
    violates: ['products.list.page-default'],
    plant: answering('listProducts', (answer, request) =>
      request.query.has('page')
        ? answer
        : changeBody(answer, (list) => ({
            ...list,
            pagination: { ...(list.pagination as Json), page: 0 },
          })),
    ),
  },
  'every page is reported as the first': {
    section: '4.2 rule 1',
    violates: ['products.list.reports-page'],
    plant: paginating((pagination) => ({ ...pagination, page: 1 })),
  },
  'the limit is always reported as 20': {
    section: '4.2 rule 1',
    violates: ['products.list.reports-limit'],
    plant: paginating((pagination) => ({ ...pagination, limit: 20 })),
  },
  'the limit is ignored': {
    section: '4.2 rule 1',
    violates: ['products.list.limit'],
    plant: enveloping(({ pagination }, app) => ({
      data: app.orderProducts(app.store.products).slice(0, 20),
      pagination,
    })),
  },
  'a page holds one product more': {
    section: '4.2 rule 1',
    violates: ['products.list.limit'],
    plant: answering('listProducts', (answer, request, app) =>
      changeBody(answer, ({ pagination }) => {
        const [page, limit] = [app.pageOf(request), app.limitOf(request)];
        const start = app.offsetOf(page, limit);
        const data = app.orderProducts(app.store.products).slice(start, start + limit + 1);
        return { data, pagination };
      }),
    ),
  },
  'the page is ignored': {
    section: '4.2 rule 1',
    violates: ['products.list.offset'],
    plant: skipping(() => 0),
  },
  'the first page skips a page': {
    section: '4.2 rule 1',
    violates: ['products.list.offset'],
    rows: 30,
    plant: skipping((page, limit) => page * limit),
  },
  'there is one page at least': {
    section: '4.2 rule 1',
    violates: ['products.list.pages'],
    rows: 0,
    plant: countingPages((total, limit) => Math.max(Math.ceil(total / limit), 1)),
  },
  'pages follow each other by one row': {
    section: '4.2 rule 1',
    violates: ['products.list.offset'],
    plant: skipping((page) => page - 1),
  },
  'each page skips one row more': {
    section: '4.2 rule 1',
    violates: ['products.list.offset'],
    plant: skipping((page, limit) => (page - 1) * (limit + 1)),
  },
  'pages are counted as if each had 20 rows': {
    section: '4.2 rule 1',
    violates: ['products.list.offset'],
    plant: skipping((page) => (page - 1) * 20),
  },
  'each page holds the first rows, as many as belong on it': {
    section: '4.2 rule 1',
    violates: ['products.list.offset'],
    plant: enveloping(({ data, pagination }, app) => {
      const rows = app.orderProducts(app.store.products).slice(0, data.length);
      return { data: rows.map((product) => app.productRow(product)), pagination };
    }),
  },
  'the last page is filled up': {
    section: '4.2 rule 1',
    violates: ['products.list.offset'],
    plant: skipping((page, limit, app) =>
      Math.max(0, Math.min((page - 1) * limit, app.store.products.length - limit)),
    ),
  },
};

/** Changes the pagination of pages without rows. */
function reportingBeyond(counts: Json): Plant {
  return enveloping(({ data, pagination }) => ({
    data,
    pagination: data.length === 0 ? { ...pagination, ...counts } : pagination,
  }));
}

const counts: Faults = {
  'the total counts the rows of the page': {
    section: '4.2 rule 1',
    violates: ['products.list.total'],
    plant: enveloping(({ data, pagination }) => {
      const pages = Math.ceil(data.length / Number(pagination.limit));
      return { data, pagination: { ...pagination, total: data.length, pages } };
    }),
  },
  'the total counts the rows of the page, while the pages are right': {
    section: '4.2 rule 1',
    violates: ['products.list.total'],
    plant: enveloping(({ data, pagination }) => ({
      data,
      pagination: { ...pagination, total: data.length },
    })),
  },
  'the total leaves one out': {
    section: '4.2 rule 1',
    violates: ['products.list.total'],
    plant: counting((total) => total - 1),
  },
  'the total leaves out what is out of stock': {
    section: '4.2 rule 1',
    violates: ['products.list.total'],
    plant: counting((_total, app) => app.store.products.filter(({ stock }) => stock).length),
  },
  'the total leaves out products without a description': {
    section: '4.2 rule 1',
    violates: ['products.list.total'],
    plant: counting((_total, app) => app.store.products.filter((row) => row.description).length),
  },
  'the total counts deleted products too': {
    section: '4.2 rule 1',
    violates: ['products.list.total'],
    plant: counting((_total, app) => app.store.lastProductId),
  },
  'the total counts the users': {
    section: '4.2 rule 1',
    violates: ['products.list.total'],
    plant: counting((_total, app) => app.store.users.length),
  },
  'the total is 0 on a page without rows': {
    section: '4.2 rule 1',
    violates: ['products.list.total'],
    plant: reportingBeyond({ total: 0, pages: 0 }),
  },
  'there are no pages beyond the last one': {
    section: '4.2 rule 1',
    violates: ['products.list.pages'],
    plant: reportingBeyond({ pages: 0 }),
  },
  'the page count is rounded down': {
    section: '4.2 rule 1',
    violates: ['products.list.pages'],
    plant: countingPages((total, limit) => Math.floor(total / limit)),
  },
  'the page count is one more than the whole pages': {
    section: '4.2 rule 1',
    violates: ['products.list.pages'],
    plant: countingPages((total, limit) => Math.floor(total / limit) + 1),
  },
  'the page count is rounded to the nearest': {
    section: '4.2 rule 1',
    violates: ['products.list.pages'],
    plant: countingPages((total, limit) => Math.round(total / limit)),
  },
  'the page count does not depend on the limit': {
    section: '4.2 rule 1',
    violates: ['products.list.pages'],
    plant: countingPages((total) => Math.ceil(total / 20)),
  },
  'the page count is not rounded': {
    section: '4.2 rule 1',
    violates: ['products.list.pagination-integers', 'products.list.pages'],
    plant: countingPages((total, limit) => (total + limit - 1) / limit),
  },
};

/** Faults in the list of products, by their descriptions. */
export const listFaults: Faults = { ...envelope, ...rows, ...pages, ...counts, ...order };
