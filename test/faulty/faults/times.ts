/** Faults in the timestamps of products and users (§2, §4.2 rule 3). */
import type { Application } from '../application.js';
import type { Json } from '../guard.js';
import { currentTimestamp, type Product } from '../store.js';
import { type Faults, type Plant, showing, wrapping } from './fault.js';

/** Replaces the clock. */
function telling(now: () => string): Plant {
  return ({ store }) => {
    store.now = now;
  };
}

/** Changes a product whenever it is read. */
function whenShown(act: (product: Product) => void): Plant {
  return wrapping('productRow', ({ original }, product) => {
    act(product);
    return original(product);
  });
}

/** Changes the store whenever a product is updated. */
function whenUpdated(act: (app: Application, product: Product, body: Json) => string): Plant {
  return wrapping('assignProduct', ({ original, app }, product, body) => {
    const time = act(app, product, body);
    original(product, body);
    product.updated_at = time;
  });
}

type TimeName = 'created_at' | 'updated_at';

/** Replaces a time of a row by the one in the body of its update, if there is one. */
function takeFromBody(row: Pick<Product, TimeName>, body: Json, name: TimeName): void {
  const given = body[name];
  if (typeof given === 'string') row[name] = given;
}

/** Takes a time of a product from the body of an update. */
function takingFromBody(name: TimeName): Plant {
  return wrapping('assignProduct', ({ original }, product, body) => {
    original(product, body);
    takeFromBody(product, body, name);
  });
}

const isSame = (product: Product, body: Json) =>
  Object.entries(body).every(([name, value]) => product[name as keyof Product] === value);

const isNothing = (body: Json) => !Object.values(body).some(Boolean);

const dayAlone = (row: Json) => ({ ...row, created_at: String(row.created_at).slice(0, 10) });

/** Faults in timestamps, by their descriptions. */
export const timeFaults: Faults = {
  'times are days': {
    section: '2 products',
    violates: ['users.fields.created-at', 'products.fields.created-at'],
    plant: telling(() => currentTimestamp().slice(0, 10)),
  },
  'users are listed with the day on which they were created': {
    section: '2 users',
    violates: ['users.fields.created-at'],
    plant: showing('userListed', dayAlone),
  },
  'products are shown with the day on which they were created': {
    section: '2 products',
    violates: ['products.fields.created-at'],
    plant: showing('productRow', dayAlone),
  },
  'times are written as in a country': {
    section: '2 JSON representations',
    violates: ['users.fields.created-at', 'products.fields.created-at'],
    plant: telling(() => new Date().toLocaleString('de-DE')),
  },
  'times are told by a clock of the last century': {
    section: '2 products',
    violates: ['users.fields.created-at', 'products.fields.created-at'],
    plant: telling(() => currentTimestamp().replace(/^../, '19')),
  },
  'an update takes the time of another zone': {
    section: '4.2 rule 3',
    violates: ['products.update.updated-at'],
    plant: whenUpdated(() =>
      new Date(Date.now() + 4 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
    ),
  },
  'a look at a product moves its updated_at': {
    section: '2 products',
    violates: ['products.fields.updated-at'],
    plant: whenShown((product) => {
      product.updated_at = currentTimestamp();
    }),
  },
  'an update moves the updated_at of all products': {
    section: '2 products',
    violates: ['products.fields.updated-at'],
    plant: whenUpdated((app) => {
      for (const product of app.store.products) product.updated_at = currentTimestamp();
      return currentTimestamp();
    }),
  },
  'an update that changes nothing keeps updated_at': {
    section: '4.2 rule 3',
    violates: ['products.update.updated-at'],
    plant: whenUpdated((_app, product, body) =>
      isSame(product, body) ? product.updated_at : currentTimestamp(),
    ),
  },
  'an update without a name keeps updated_at': {
    section: '4.2 rule 3',
    violates: ['products.update.updated-at'],
    plant: whenUpdated((_app, product, body) =>
      body.name === undefined ? product.updated_at : currentTimestamp(),
    ),
  },
  'an update of falsey values alone keeps updated_at': {
    section: '4.2 rule 3',
    violates: ['products.update.updated-at'],
    plant: whenUpdated((_app, product, body) =>
      isNothing(body) ? product.updated_at : currentTimestamp(),
    ),
  },
  'an update of neither name nor price keeps updated_at': {
    section: '4.2 rule 3',
    violates: ['products.update.updated-at'],
    plant: whenUpdated((_app, product, body) =>
      body.name || body.price ? currentTimestamp() : product.updated_at,
    ),
  },
  'an updated_at in the body of an update is stored': {
    section: '4.2 rule 3',
    violates: ['products.update.updated-at'],
    plant: takingFromBody('updated_at'),
  },
  'a created_at in the body of an update of a product is stored': {
    section: '4.2 PUT',
    violates: ['products.fields.created-at'],
    plant: takingFromBody('created_at'),
  },
  'a created_at in the body of an update of a user is stored': {
    section: '4.1 rule 3',
    violates: ['users.fields.created-at'],
    plant: wrapping('assignUser', ({ original }, user, body) => {
      original(user, body);
      takeFromBody(user, body, 'created_at');
    }),
  },
  'an update makes the user a new one': {
    section: '2 users',
    violates: ['users.fields.created-at'],
    plant: wrapping('assignUser', ({ original, app }, user, body) => {
      original(user, body);
      Object.assign(user, { created_at: app.store.now() });
    }),
  },
  'all users are listed as created now': {
    section: '2 users',
    violates: ['users.fields.created-at'],
    plant: showing('userListed', (user) => ({ ...user, created_at: currentTimestamp() })),
  },
  'a look at a product moves its created_at': {
    section: '2 products',
    violates: ['products.fields.created-at'],
    plant: whenShown((product) => {
      product.created_at = currentTimestamp();
    }),
  },
};
