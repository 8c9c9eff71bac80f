/** Faults that show only with two rows of the same name, which §2 allows. */
import type { Application } from '../application.js';
import type { Product, User } from '../store.js';
import { type Faults, listing, type Plant, wrapping } from './fault.js';

type Row = User | Product;

const namesakes = <T extends Row>(rows: readonly T[], name: unknown): T[] =>
  rows.filter((row) => row.name === name);

/** The first row of each name. */
const firstOfEach = <T extends Row>(rows: readonly T[]): T[] => [
  ...new Map([...rows].reverse().map((row) => [row.name, row])).values(),
];

const rejectName = (app: Application) => app.error(409, 'There is one of that name');

/** Rejects a new row with the name of another row. */
function rejecting(
  method: 'createUser' | 'createProduct',
  rowsOf: (app: Application) => readonly Row[],
): Plant {
  return wrapping(method, ({ original, app }, request, body) => {
    const isTaken = body.name && namesakes(rowsOf(app), body.name).length > 0;
    return isTaken ? rejectName(app) : original(request, body);
  });
}

/** Faults with equal names, by their descriptions. */
export const namesakeFaults: Faults = {
  'a user is rejected whose name another one has': {
    section: '4.1 POST',
    violates: ['users.create.name-truthy'],
    plant: rejecting('createUser', ({ store }) => store.users),
  },
  'a product is rejected whose name another one has': {
    section: '4.2 POST',
    violates: ['products.create.name-truthy'],
    plant: rejecting('createProduct', ({ store }) => store.products),
  },
  'a user cannot take the name of another one': {
    section: '4.1 rule 3',
    violates: ['users.update.unvalidated'],
    plant: wrapping('replaceUser', ({ original, app }, request, id, body) => {
      const user = app.findUser(id);
      const isTaken = namesakes(app.store.users, body.name).some((one) => one !== user);
      return isTaken ? rejectName(app) : original(request, id, body);
    }),
  },
  'all users of a name are deleted together': {
    section: '4.1 DELETE',
    violates: ['users.delete.removes'],
    plant: wrapping('deleteUser', ({ original, app }, request, id) => {
      const { store } = app;
      const name = app.findUser(id)?.name;
      for (const one of namesakes(store.users, name)) store.removeUser(String(one.id));
      return original(request, id);
    }),
  },
  'all products of a name are deleted together': {
    section: '4.2 rule 5',
    violates: ['products.delete.removes'],
    plant: wrapping('removeProduct', ({ original, app: { store } }, { name }) => {
      for (const one of namesakes(store.products, name)) original(one);
    }),
  },
  'all users of a name are renamed together': {
    section: '4.1 PUT',
    violates: ['users.update.stores'],
    plant: wrapping('assignUser', ({ original, app: { store } }, user, body) => {
      for (const one of namesakes(store.users, user.name)) one.name = body.name;
      original(user, body);
    }),
  },
  'all products of a name are priced together': {
    section: '4.2 rule 3',
    violates: ['products.update.stores'],
    plant: wrapping('assignProduct', ({ original, app: { store } }, product, body) => {
      for (const one of namesakes(store.products, product.name)) {
        if (body.price) one.price = body.price;
      }
      original(product, body);
    }),
  },
  'an update that keeps the name of a user keeps the email': {
    section: '4.1 rule 3',
    violates: ['users.update.stores'],
    plant: wrapping('assignUser', ({ original }, user, body) => {
      if (user.name !== body.name) original(user, body);
    }),
  },
  'a deletion of no user removes the latest one': {
    section: '4.1 DELETE',
    violates: ['users.delete.removes'],
    plant: wrapping('deleteUser', ({ original, app }, request, id) => {
      if (app.findUser(id) === undefined) app.store.users.pop();
      return original(request, id);
    }),
  },
  'users with letters beyond Latin-1 are not listed': {
    section: '4.1 GET without id',
    violates: ['users.list.complete'],
    plant: listing((users) => users.filter(({ name }) => !/[^\0-\xff]/.test(String(name)))),
  },
  'users of the same name are listed once': {
    section: '4.1 GET without id',
    violates: ['users.list.complete'],
    plant: listing(firstOfEach),
  },
  'products of the same name are listed once': {
    section: '4.2 rule 1',
    violates: ['products.list.offset'],
    plant: wrapping('orderProducts', ({ original }, products) => original(firstOfEach(products))),
  },
};
