/** Faults in stored and cached values. */
import type { Json } from '../application.js';
import type { Reply } from '../exchange.js';
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
  return answering('createProduct', (reply, _call, app) => {
    const product = reply.status === 201 ? app.store.products.at(-1) : undefined;
    if (product !== undefined) change(product);
    return reply;
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
    plant: wrapping('updateProduct', ({ original, app }, call, id, body) => {
      const before = { ...app.findProduct(id) };
      const reply = original(call, id, body);
      Object.assign(app.findProduct(id) ?? {}, before);
      return reply;
    }),
  },
  'an update of a user is answered but not stored': {
    section: '4.1 PUT',
    violates: ['users.update.stores'],
    plant: (app) => {
      app.assignUser = () => {};
      app.replaceUser = (_call, id, body) => {
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
  return wrapping('handle', ({ original }, call) => {
    const method = call.query.get(name)?.toUpperCase();
    const isOverridden = call.method === 'POST' && call.path === path && method !== undefined;
    return original(isOverridden ? { ...call, method } : call);
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
    plant: wrapping('deleteUser', ({ original, app }, call, id) =>
      call.body === '' ? app.unusableBody() : original(call, id),
    ),
  },
};

/** Caches reads by id, without invalidation. */
function rememberingReads(
  method: 'readUser' | 'readProduct',
  forget: 'assignUser' | 'assignProduct',
): Plant {
  return (app) => {
    const known = new Map<string, Reply>();
    const read = app[method].bind(app);
    app[method] = (call, id) => {
      const reply = known.get(id) ?? read(call, id);
      if (reply.status === 200) known.set(id, reply);
      return reply;
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
  'the list of users is made anew every tenth time': {
    section: '4.1 GET without id',
    violates: ['users.list.complete'],
    plant: (app) => {
      let shown: Reply | undefined;
      let asked = 0;
      answering('listUsers', (reply) => {
        if (asked % 10 === 0) shown = reply;
        asked += 1;
        return shown ?? reply;
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
    plant: answering('listUsers', (reply, { query }) =>
      changeBody(reply, (users) => {
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
  // The suite searches new products on pages of seven.
  'a page that was asked for once is shown for ever, unless it is of seven': {
    section: '4.2 rule 1',
    violates: ['products.list.rows'],
    plant: (app) => {
      const known = new Map<string, Reply>();
      answering('listProducts', (reply, { search }) => {
        const shown = known.get(search) ?? reply;
        if (!search.includes('limit=7')) known.set(search, shown);
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
    plant: wrapping('createUser', ({ original, app }, call, body) => {
      const reply = original(call, body);
      if (reply.status === 409) app.store.addUser(body.name, body.email);
      return reply;
    }),
  },
  'an update to an email that is taken is rejected but stored': {
    section: '2 users',
    violates: ['users.fields.email-unique'],
    plant: wrapping('replaceUser', ({ original, app }, call, id, body) => {
      const [reply, user] = [original(call, id, body), app.findUser(id)];
      if (reply.status === 409 && user !== undefined) app.assignUser(user, body);
      return reply;
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
