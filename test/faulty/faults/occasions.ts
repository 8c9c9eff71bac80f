/** Faults that show only for some ids, some rows or at some moments. */
import type { Application } from '../application.js';
import type { Answer, ReceivedRequest } from '../exchange.js';
import type { Json } from '../guard.js';
import { afterOthers } from '../overlap.js';
import { currentTimestamp, type Product, type Store, type User } from '../store.js';
import {
  answering,
  changeBody,
  enveloping,
  type Faults,
  itemizing,
  listing,
  type Plant,
  wrapping,
} from './fault.js';

/** Treats the id 0 as missing, like languages with a falsey zero. */
function listingForZero(
  route: 'routeUsers' | 'routeProducts',
  list: 'listUsers' | 'listProducts',
): Plant {
  return wrapping(route, ({ original, app }, request) => {
    const isZero = request.method === 'GET' && app.idOf(request) === '0';
    return isZero ? app[list](request) : original(request);
  });
}

/** Caches unknown ids, also when their rows are created later. */
function rememberingUnknown(method: 'readUser' | 'readProduct'): Plant {
  return (app) => {
    const unknown = new Map<string, Answer>();
    wrapping(method, ({ original }, request, id) => {
      const answer = unknown.get(id) ?? original(request, id);
      if (answer.status === 404) unknown.set(id, answer);
      return answer;
    })(app);
  };
}

/** Rejects ids beyond 32 bits. */
function rejectingLongIds(method: 'readUser' | 'readProduct'): Plant {
  return wrapping(method, ({ original, app }, request, id) =>
    Number(id) > 2 ** 31 - 1 ? app.error(400, 'The id is out of range') : original(request, id),
  );
}

/** Returns the id of the body, if there is one, in place of the updated row's id. */
function echoingBodyId(method: 'replaceUser' | 'updateProduct'): Plant {
  return wrapping(method, ({ original }, request, id, body) => {
    const answer = original(request, id, body);
    return answer.status === 200
      ? changeBody(answer, (row) => ({ ...row, ...idIn(body) }))
      : answer;
  });
}

const idIn = ({ id }: Json) => (id === undefined ? {} : { id });

function withFirstParameter(request: ReceivedRequest): ReceivedRequest {
  return { ...request, query: new URLSearchParams([...request.query].slice(0, 1)) };
}

const ids: Faults = {
  'the user with the id 0 is all users': {
    section: '4.1 rule 1',
    violates: ['users.read.no-other'],
    plant: listingForZero('routeUsers', 'listUsers'),
  },
  'the product with the id 0 is the first page': {
    section: '4.2 GET with id',
    violates: ['products.read.no-other'],
    plant: listingForZero('routeProducts', 'listProducts'),
  },
  'the product with the id 0 is the first one': {
    section: '4.2 GET with id',
    violates: ['products.read.no-other'],
    plant: wrapping('findProduct', ({ original, app }, id) =>
      id === '0' ? app.store.products[0] : original(id),
    ),
  },
  'a user stays unknown whose id was asked for too early': {
    section: '4.1 GET with id',
    violates: ['users.read.members'],
    plant: rememberingUnknown('readUser'),
  },
  'a product stays unknown whose id was asked for too early': {
    section: '4.2 GET with id',
    violates: ['products.read.values'],
    plant: rememberingUnknown('readProduct'),
  },
  'the id of a user has 32 bits': {
    section: '4.1 GET with id',
    violates: ['users.read.unknown'],
    plant: rejectingLongIds('readUser'),
  },
  'the id of a product has 32 bits': {
    section: '4.2 GET with id',
    violates: ['products.read.unknown'],
    plant: rejectingLongIds('readProduct'),
  },
  'an updated user is answered with the id of the body': {
    section: '4.1 PUT',
    violates: ['users.update.id-from-query'],
    plant: echoingBodyId('replaceUser'),
  },
  'an updated product is answered with the id of the body': {
    section: '4.2 rule 4',
    violates: ['products.update.id-from-query'],
    plant: echoingBodyId('updateProduct'),
  },
  'a GET deletes the user when the query string says so': {
    section: '4.1 rule 1',
    violates: ['users.routing.id-first'],
    plant: wrapping('readUser', ({ original, app }, request, id) =>
      request.query.has('_method') ? app.deleteUser(request, id) : original(request, id),
    ),
  },
  'one parameter of a query string is read': {
    section: '4.1 rule 1',
    violates: ['users.routing.id-first'],
    plant: wrapping('routeUsers', ({ original }, request) => original(withFirstParameter(request))),
  },
};

/** Notices a taken e-mail address only after a delay. */
function knowingEmailsLate(app: Application): void {
  let known: readonly User[] = [...app.store.users];
  app.isEmailTaken = (email, besides) =>
    known.some((user) => user.email === email && user !== besides);
  const transmit = app.transmit.bind(app);
  app.transmit = (answer, response) => {
    afterOthers(() => {
      known = [...app.store.users];
      transmit(answer, response);
    });
  };
}

type SharedAnswer = 'readUser' | 'readProduct' | 'listProducts' | 'replaceUser' | 'updateProduct';

/** Shares the answer between concurrent requests, and sends it after a delay. */
function sharingAnswers(method: SharedAnswer): Plant {
  return (app) => {
    const reads = new Set<string | undefined>();
    let latest: string | undefined;
    answering(method, (answer) => {
      latest = answer.body;
      reads.add(latest);
      return answer;
    })(app);
    const transmit = app.transmit.bind(app);
    app.transmit = (answer, response) => {
      if (!reads.delete(answer.body)) return transmit(answer, response);
      afterOthers(() => transmit({ ...answer, body: latest }, response));
    };
  };
}

/** Shares the status between concurrent answers to reads and preflights of products. */
function sharingStatuses(app: Application): void {
  let latest = 0;
  const transmit = app.transmit.bind(app);
  app.transmit = (answer, response) => {
    const { method = '', url = '' } = response.req;
    if (!['GET', 'OPTIONS'].includes(method) || !url.startsWith('/api/products'))
      return transmit(answer, response);
    latest = answer.status;
    afterOthers(() => transmit({ ...answer, status: latest }, response));
  };
}

/** Uses the start of the server as the time of new rows, like a default computed once. */
function creatingAtStart(
  method: 'createUser' | 'createProduct',
  latest: (store: Store) => User | Product | undefined,
): Plant {
  return (app) => {
    const start = currentTimestamp();
    answering(method, (answer) => {
      const row = answer.status === 201 ? latest(app.store) : undefined;
      if (row !== undefined) row.created_at = start;
      return answer;
    })(app);
  };
}

const shorten = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : value);

const roundTo = (decimals: number, value: unknown) =>
  typeof value === 'number' ? Number(value.toFixed(decimals)) : value;

const rows: Faults = {
  'an email is taken by users that are created at once': {
    section: '2 users',
    violates: ['users.fields.email-unique'],
    plant: knowingEmailsLate,
  },
  'users that are read at once are all the last one': {
    section: '2 JSON representations',
    violates: ['users.read.members'],
    plant: sharingAnswers('readUser'),
  },
  'products that are read at once are all the last one': {
    section: '2 JSON representations',
    violates: ['products.read.values'],
    plant: sharingAnswers('readProduct'),
  },
  'users that are updated at once are all answered with the last one': {
    section: '4.1 PUT',
    violates: ['users.update.answer'],
    plant: sharingAnswers('replaceUser'),
  },
  'products that are updated at once are all answered with the last one': {
    section: '4.2 PUT',
    violates: ['products.update.answer'],
    plant: sharingAnswers('updateProduct'),
  },
  'lists of products that are requested at once are all the last one': {
    section: '4.2 GET without id',
    violates: ['products.list.reports-limit'],
    plant: sharingAnswers('listProducts'),
  },
  'products that are requested at once are all answered with the last status': {
    section: '1',
    violates: ['http.requests.own-status'],
    plant: sharingStatuses,
  },
  'a long name is cut off where users are listed': {
    section: '2 JSON representations',
    violates: ['users.fields.long-text'],
    plant: listing((users) => users.map((user) => ({ ...user, name: shorten(user.name) }))),
  },
  'a long description is cut off where products are listed': {
    section: '2 JSON representations',
    violates: ['products.fields.long-text'],
    plant: itemizing((row) => ({ ...row, description: shorten(row.description) })),
  },
  'the answer to an update shows the stock of 0 that was not stored': {
    section: '4.2 rule 3',
    violates: ['products.update.falsey-keeps-stored'],
    plant: wrapping('updateProduct', ({ original }, request, id, body) =>
      changeBody(original(request, id, body), (row) =>
        body.stock === 0 ? { ...row, stock: 0 } : row,
      ),
    ),
  },
  'an update of a user renames the newer ones, too': {
    section: '4.1 rule 3',
    violates: ['users.update.stores'],
    plant: wrapping('assignUser', ({ original, app: { store } }, user, body) => {
      for (const one of store.users) if (one.id > user.id) one.name = body.name;
      original(user, body);
    }),
  },
  'an update of a product renames the newer ones, too': {
    section: '4.2 PUT',
    violates: ['products.update.stores'],
    plant: wrapping('assignProduct', ({ original, app: { store } }, product, body) => {
      for (const one of store.products) if (one.id > product.id) one.name = body.name ?? one.name;
      original(product, body);
    }),
  },
  'a price has six decimals': {
    section: '2 products',
    violates: ['products.fields.price-digits'],
    plant: wrapping('createProduct', ({ original }, request, body) =>
      original(request, { ...body, price: roundTo(6, body.price) }),
    ),
  },
  'a description can be changed but not added': {
    section: '4.2 PUT',
    violates: ['products.update.stores'],
    plant: wrapping('mergedField', ({ original }, product, field, body) =>
      field === 'description' && product.description === null
        ? null
        : original(product, field, body),
    ),
  },
  'a product of which none is in stock is not found': {
    section: '4.2 GET with id',
    violates: ['products.read.status'],
    plant: wrapping('readProduct', ({ original, app }, request, id) =>
      app.findProduct(id)?.stock === 0 ? app.unknownProduct() : original(request, id),
    ),
  },
  'a page of the products holds their ids': {
    section: '2 JSON representations',
    violates: ['products.list.envelope'],
    plant: enveloping(({ data, pagination }) => ({ data: data.map(({ id }) => id), pagination })),
  },
  'the products that were changed last come first, and of these the newest': {
    section: '4.2 rule 1',
    violates: ['products.list.order'],
    plant: wrapping('orderProducts', (_wrapped, products) =>
      [...products].sort((a, b) => b.updated_at.localeCompare(a.updated_at) || b.id - a.id),
    ),
  },
  'a page beyond the last one is reported as the last': {
    section: '2 JSON representations',
    violates: ['products.list.reports-page'],
    plant: wrapping('pagination', ({ original }, page, limit, total) => {
      const shown = original(page, limit, total);
      return { ...shown, page: Math.min(page, Math.max(1, Number(shown.pages))) };
    }),
  },
  'each page of the products is turned round': {
    section: '4.2 rule 1',
    violates: ['products.list.order'],
    plant: enveloping(({ data, pagination }) => ({ data: [...data].reverse(), pagination })),
  },
  'a look at a product moves its updated_at once it was shown': {
    section: '2 products',
    violates: ['products.fields.updated-at'],
    plant: wrapping('productRow', ({ original, app }, product) => {
      const shown = original(product);
      product.updated_at = app.store.now();
      return shown;
    }),
  },
  'users were all created when the server started': {
    section: '2 users',
    violates: ['users.fields.created-at'],
    plant: creatingAtStart('createUser', ({ users }) => users.at(-1)),
  },
  'products were all created when the server started': {
    section: '2 products',
    violates: ['products.fields.created-at'],
    plant: creatingAtStart('createProduct', ({ products }) => products.at(-1)),
  },
  'times are those of another zone than they name': {
    section: '2 users',
    violates: ['users.fields.created-at', 'products.fields.created-at'],
    plant: ({ store }) => {
      store.now = () => new Date(Date.now() + 2 * 3_600_000).toISOString();
    },
  },
};

/** Faults on some occasions, by their descriptions. */
export const occasionFaults: Faults = { ...ids, ...rows };
