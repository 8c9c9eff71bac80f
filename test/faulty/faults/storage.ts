/** Faults in stored and cached values. */

import type { Answer } from '../exchange.js';
import type { Json } from '../guard.js';
import type { Product, User } from '../store.js';
import {
  answering,
  changeBody,
  type Faults,
  itemizing,
  listing,
  type Plant,
  receiving,
  showing,
  wrapping,
} from './fault.js';

/** Stores new rows differently from the answer. */
function storing(change: (product: Product) => void): Plant {
  return answering('createProduct', (answer, _request, app) => {
    const product = answer.status === 201 ? app.store.products.at(-1) : undefined;
    if (product !== undefined) change(product);
    return answer;
  });
}

const stored: Faults = {
  'the stock of a new product is not taken from the body': {
    section: '4.2 POST',
    violates: ['products.create.echo'],
    plant: receiving('createProduct', (body) => ({ ...body, stock: 0 })),
  },
  'the description of a new product is not taken from the body': {
    section: '4.2 POST',
    violates: ['products.create.echo'],
    plant: receiving('createProduct', (body) => ({ ...body, description: null })),
  },
  'the description of a new product is answered but not stored': {
    section: '4.2 POST',
    violates: ['products.read.values'],
    plant: storing((product) => {
      product.description = null;
    }),
  },
  'the stock of a new product is answered but not stored': {
    section: '4.2 POST',
    violates: ['products.read.values'],
    plant: storing((product) => {
      product.stock = 0;
    }),
  },
  'the price of a new product is in cents': {
    section: '4.2 POST',
    violates: ['products.create.echo'],
    plant: receiving('createProduct', (body) =>
      typeof body.price === 'number' ? { ...body, price: body.price * 100 } : body,
    ),
  },
  'a changed price is a whole number': {
    section: '4.2 PUT',
    violates: ['products.update.stores'],
    plant: wrapping('mergedField', ({ original }, product, field, body) => {
      const value = original(product, field, body);
      return field === 'price' ? Math.round(Number(value)) : value;
    }),
  },
  'an update of a product is answered but not stored': {
    section: '4.2 PUT',
    violates: ['products.update.stores'],
    plant: wrapping('updateProduct', ({ original, app }, request, id, body) => {
      const before = { ...app.findProduct(id) };
      const answer = original(request, id, body);
      Object.assign(app.findProduct(id) ?? {}, before);
      return answer;
    }),
  },
  'an update of a user is answered but not stored': {
    section: '4.1 PUT',
    violates: ['users.update.stores'],
    plant: (app) => {
      app.assignUser = () => {};
      app.replaceUser = (_request, id, body) => {
        const user = app.findUser(id);
        if (user === undefined) return app.unknownUser();
        return app.json(200, app.userStored({ ...user, name: body.name, email: body.email }));
      };
    },
  },
  'an update of a user takes the name for the email': {
    section: '4.1 rule 3',
    violates: ['users.update.stores'],
    plant: (app) => {
      app.assignUser = (user, body) => {
        [user.name, user.email] = [body.email, body.name];
      };
    },
  },
  'an update stores an empty name as null': {
    section: '4.1 rule 3',
    violates: ['users.update.unvalidated'],
    plant: wrapping('assignUser', ({ original }, user, body) =>
      original(user, { ...body, name: body.name || null }),
    ),
  },
  'an update with an empty name keeps the stored one': {
    section: '4.1 rule 3',
    violates: ['users.update.unvalidated'],
    plant: wrapping('assignUser', ({ original }, user, body) =>
      original(user, { ...body, name: body.name || user.name }),
    ),
  },
};

/** Uses the method in the query string of a POST. */
function overriding(name: string, path: string): Plant {
  return wrapping('handle', ({ original }, request) => {
    const method = request.query.get(name)?.toUpperCase();
    const isOverridden = request.method === 'POST' && request.path === path && method !== undefined;
    return original(isOverridden ? { ...request, method } : request);
  });
}

const methods: Faults = {
  'a POST is taken for the method in its query string': {
    section: '4.1 rule 2',
    violates: ['users.create.any-query'],
    plant: overriding('_method', '/api/users'),
  },
  'a POST does the action in its query string': {
    section: '4.1 rule 2',
    violates: ['users.create.any-query'],
    plant: overriding('action', '/api/users'),
  },
  'a deletion needs a body': {
    section: '4.1 DELETE',
    violates: ['users.delete.status'],
    plant: wrapping('deleteUser', ({ original, app }, request, id) =>
      request.body === '' ? app.unusableBody() : original(request, id),
    ),
  },
};

/** Caches reads by id, without invalidation. */
function rememberingReads(
  method: 'readUser' | 'readProduct',
  forget: 'assignUser' | 'assignProduct',
): Plant {
  return (app) => {
    const known = new Map<string, Answer>();
    const read = app[method].bind(app);
    app[method] = (request, id) => {
      const answer = known.get(id) ?? read(request, id);
      if (answer.status === 200) known.set(id, answer);
      return answer;
    };
    const assign = app[forget].bind(app) as (row: User & Product, body: Json) => void;
    Object.assign(app, {
      [forget]: (row: User & Product, body: Json) => {
        known.delete(String(row.id));
        assign(row, body);
      },
    });
  };
}

/** Caches the first representation of each row. */
function asFirstShown(): (row: Json) => Json {
  const first = new Map<unknown, Json>();
  return (row) => {
    const known = first.get(row.id) ?? row;
    first.set(row.id, known);
    return known;
  };
}

const memory: Faults = {
  'a user that was read once stays there when it is deleted': {
    section: '4.1 DELETE',
    violates: ['users.delete.removes'],
    plant: rememberingReads('readUser', 'assignUser'),
  },
  'a product that was read once stays there when it is deleted': {
    section: '4.2 rule 5',
    violates: ['products.delete.removes'],
    plant: rememberingReads('readProduct', 'assignProduct'),
  },
  'the list of users is read only every tenth time': {
    section: '4.1 GET without id',
    violates: ['users.list.complete'],
    plant: (app) => {
      let shown: Answer | undefined;
      let asked = 0;
      answering('listUsers', (answer) => {
        if (asked % 10 === 0) shown = answer;
        asked += 1;
        return shown ?? answer;
      })(app);
    },
  },
  'users are listed fifty at most': {
    section: '4.1 GET without id',
    violates: ['users.list.complete'],
    plant: listing((users) => users.slice(0, 50)),
  },
  'users are listed in pages of twenty': {
    section: '4.1 GET without id',
    violates: ['users.list.complete'],
    plant: answering('listUsers', (answer, { query }) =>
      changeBody(answer, (users) => {
        const start = (Number(query.get('page') ?? 1) - 1) * 20;
        return Object.values(users).slice(start, start + 20);
      }),
    ),
  },
  'ids are the seconds since 1970': {
    section: '2 users',
    violates: ['users.fields.id-unique', 'products.fields.id-unique'],
    plant: ({ store }) => {
      store.nextId = () => Math.floor(Date.now() / 1000);
    },
  },
  'a page of products is shown for ever as it was shown first': {
    section: '4.2 rule 1',
    violates: ['products.list.offset'],
    plant: (app) => {
      const known = new Map<string, Answer>();
      answering('listProducts', (answer, { search }) => {
        const shown = known.get(search) ?? answer;
        known.set(search, shown);
        return shown;
      })(app);
    },
  },
  'a listed product shows its values of creation': {
    section: '4.2 GET without id',
    violates: ['products.update.stores'],
    plant: (app) => itemizing(asFirstShown())(app),
  },
  'a user is read for ever as it was read first': {
    section: '4.1 rule 3',
    violates: ['users.update.stores'],
    plant: (app) => showing('userRead', asFirstShown())(app),
  },
  'a product is shown for ever as it was shown first': {
    section: '4.2 PUT',
    violates: ['products.update.stores'],
    plant: (app) => showing('productRow', asFirstShown())(app),
  },
};

/** Stores a row before rejecting it. */
const rejected: Faults = {
  'a user whose email is taken is rejected but stored': {
    section: '2 users',
    violates: ['users.fields.email-unique'],
    plant: wrapping('createUser', ({ original, app }, request, body) => {
      const answer = original(request, body);
      if (answer.status === 409) app.store.addUser(body.name, body.email);
      return answer;
    }),
  },
  'an update to an email that is taken is rejected but stored': {
    section: '2 users',
    violates: ['users.fields.email-unique'],
    plant: wrapping('replaceUser', ({ original, app }, request, id, body) => {
      const [answer, user] = [original(request, id, body), app.findUser(id)];
      if (answer.status === 409 && user !== undefined) app.assignUser(user, body);
      return answer;
    }),
  },
};

const shown: Faults = {
  'a user is shown with its id as a text, everywhere': {
    section: '2 users',
    violates: ['users.create.id-integer'],
    plant: (app) => {
      for (const method of ['userListed', 'userStored'] as const) {
        showing(method, (user) => ({ ...user, id: String(user.id) }))(app);
      }
    },
  },
};

/** Faults in stored and cached values, by their descriptions. */
export const storageFaults: Faults = { ...stored, ...methods, ...memory, ...rejected, ...shown };
