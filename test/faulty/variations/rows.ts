/** Variations of rows, and other clients. */
import type { Application } from '../application.js';
import { listing, type Plant, reshaping, showing, without, wrapping } from '../faults/fault.js';
import type { Json } from '../guard.js';
import type { Product } from '../store.js';

import { heading, type Variation } from './variation.js';

/** Writes timestamps in another form. */
function telling(now: () => string): Plant {
  return ({ store }) => {
    store.now = now;
  };
}

const hourMs = 3_600_000;
const yearMs = 365 * 24 * hourMs;

/** The time in a zone east of Greenwich, in ISO 8601 without a zone. */
function timeEast(hours: number): string {
  return new Date(Date.now() + hours * hourMs).toISOString().slice(0, 19);
}

/** Variations of rows. */
export const rows = {
  'timestamps are in ISO 8601 with milliseconds': {
    plant: telling(() => new Date().toISOString()),
  },
  'timestamps name the zone of the server': {
    plant: telling(() => `${timeEast(2)}+02:00`),
  },
  'timestamps are in a zone that they do not name': {
    plant: telling(() => timeEast(-7)),
  },
  'the clock is a year slow': {
    plant: (app: Application) => {
      const now = () => new Date(Date.now() - yearMs);
      telling(() => now().toISOString())(app);
      heading(() => ({ date: now().toUTCString() }))(app);
    },
  },
  'rows have more columns': {
    plant: (app: Application) => {
      const extra = { deleted_at: null, tags: [], owner: { id: 1, name: 'Ada' } };
      for (const method of ['productRow', 'productStored', 'userListed', 'userStored'] as const) {
        showing(method, (shown) => ({ ...extra, ...shown }))(app);
      }
    },
  },
  'a single user has no created_at': {
    plant: showing('userRead', (user) => without(user, 'created_at')),
  },
  'an absent description is left out of the answer to a create': {
    plant: reshaping('createProduct', (body) =>
      body.description === null ? without(body, 'description') : body,
    ),
  },
  'ids are large': {
    plant: ({ store }: Application) => {
      store.nextId = (last) => Math.max(last, 2 ** 40) + 1;
    },
  },
  'ids have all the digits of 64 bits': {
    plant: lengthenIds,
    concerns: ['*.create.*', '*.update.*', 'products.list.*', '*.fields.id-*'],
  },
  'ids have gaps': {
    plant: ({ store }: Application) => {
      store.nextId = (last) => last + 7;
    },
  },
  'the id of a deleted row is given again': {
    plant: ({ store }: Application) => {
      store.nextId = (_last, present) => Math.max(0, ...present.map(({ id }) => id)) + 1;
    },
    concerns: ['*.create.*', '*.delete.*', '*.fields.id-unique'],
  },
  'users come with the newest first': {
    plant: listing((users) => [...users].reverse()),
  },
  'products of the same time come in another order each time': {
    plant: wrapping('orderProducts', ({ original }, products: readonly Product[]) =>
      original(shuffle(products)),
    ),
  },
  'hundreds of products of the same time come in another order each time': {
    plant: wrapping('orderProducts', ({ original }, products: readonly Product[]) =>
      original(shuffle(products)),
    ),
    rows: 300,
    concerns: ['products.list.*'],
  },
  'more than a thousand rows are there already': {
    plant: () => {},
    rows: 1100,
    concerns: ['products.list.*'],
  },
  'products without created_at come first': {
    plant: leadWithUndated,
    concerns: ['products.list.*'],
  },
  'hundreds of rows are there already': { plant: () => {}, rows: 400 },
  'no rows are there yet': { plant: () => {}, rows: 0 },
  'timestamps are those of a database with zones': {
    plant: telling(() => new Date().toISOString().replace('T', ' ').replace('Z', '456+00')),
  },
  'timestamps end in UTC': {
    plant: telling(() =>
      new Date()
        .toISOString()
        .replace('T', ' ')
        .replace(/\.\d+Z/, ' UTC'),
    ),
  },
  'timestamps are in the basic form': {
    plant: telling(() => new Date().toISOString().replace(/[-:]|\.\d+/g, '')),
  },
  'the clock of the database is ten minutes slow': {
    plant: telling(() => new Date(Date.now() - hourMs / 6).toISOString()),
    concerns: ['*.fields.updated-at', 'products.update.updated-at'],
  },
  'products tell the time in milliseconds': {
    plant: showing('productRow', (row) => ({
      ...row,
      created_at: Date.parse(`${row.created_at}Z`),
      updated_at: Date.parse(`${row.updated_at}Z`),
    })),
  },
  'products tell the time as HTTP does': {
    plant: showing('productRow', (row) => ({
      ...row,
      created_at: new Date(`${row.created_at}Z`).toUTCString(),
      updated_at: new Date(`${row.updated_at}Z`).toUTCString(),
    })),
    concerns: ['*.fields.updated-at', 'products.update.updated-at', 'products.list.order'],
  },
  'timestamps tell no seconds': {
    plant: telling(() => `${new Date().toISOString().slice(0, 16)}Z`),
    concerns: ['*.fields.updated-at', 'products.update.updated-at', 'products.list.order'],
  },
  'users come in another order each time': {
    plant: listing(shuffle),
  },
  'products of the same time come by their names': {
    plant: wrapping('orderProducts', ({ original }, products: readonly Product[]) =>
      original([...products].sort((a, b) => String(a.name).localeCompare(String(b.name)))),
    ),
  },
  'other clients add and remove rows all the time': {
    plant: crowd,
    concerns: ['products.list.*'],
  },
  'deleted users are kept out of sight, with their emails': {
    plant: (app: Application) => {
      const former = new Set<unknown>();
      const remove = app.deleteUser.bind(app);
      app.deleteUser = (request, id) => {
        former.add(app.findUser(id)?.email);
        return remove(request, id);
      };
      const isTaken = app.isEmailTaken.bind(app);
      app.isEmailTaken = (email, besides) => former.has(email) || isTaken(email, besides);
    },
  },
} satisfies Record<string, Variation>;

/** Adds digits to ids in all answers and requests, so that they exceed safe integers. */
function lengthenIds(app: Application): void {
  const [start, rest] = ['1152921504', 9];
  const [idOf, serialize] = [app.idOf.bind(app), app.serialize.bind(app)];
  app.idOf = (request) => {
    const id = idOf(request);
    const isLong = id?.length === start.length + rest && id.startsWith(start);
    return isLong ? String(Number(id.slice(start.length))) : id && `no ${id}`;
  };
  app.serialize = (value) =>
    serialize(value).replace(/"id":"?(\d+)/g, (member, digits: string) =>
      member.replace(digits, `${start}${digits.padStart(rest, '0')}`),
    );
}

/** Adds products with null as their time. */
function leadWithUndated(app: Application): void {
  const fields = { name: 'Lamp', description: null, price: 7, stock: 0 };
  const undated = [1, 2, 3].map(() => app.store.addProduct(fields));
  const ids = undated.map(({ id }) => id);
  const order = app.orderProducts.bind(app);
  app.orderProducts = (products) => [
    ...undated,
    ...order(products.filter(({ id }) => !ids.includes(id))),
  ];
  const showTime = (row: Json) =>
    ids.includes(Number(row.id)) ? { ...row, created_at: null } : row;
  showing('productRow', showTime)(app);
}

/** Another client adds a row every few requests, and removes an older one. */
function crowd(app: Application): void {
  const { store } = app;
  const handle = app.handle.bind(app);
  const products: Product[] = [];
  let requests = 0;
  app.handle = (request) => {
    requests += 1;
    if (requests % 5 === 0) {
      const fields = { name: `Lamp ${requests}`, description: null, price: 7, stock: 0 };
      products.push(store.addProduct(fields));
      store.addUser(`Eve ${requests}`, `eve-${requests}@elsewhere.example`);
    }
    const oldest = requests % 5 === 3 && products.length > 4 ? products.shift() : undefined;
    if (oldest !== undefined) store.removeProduct(oldest);
    return handle(request);
  };
}

function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
