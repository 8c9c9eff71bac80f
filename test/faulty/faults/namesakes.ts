/** Faults that show only where two rows have the same name, which the tables of §2 allow. */
import type { Application, Json } from '../application.js';
import type { Product, User } from '../store.js';
import type { Fault, Faults } from './fault.js';

type Plant = Fault['plant'];
type Named = Pick<User | Product, 'name'>;

/** Refuses to create a row whose name another one has. */
function refusing(
  method: 'createUser' | 'createProduct',
  rowsOf: (app: Application) => readonly Named[],
): Plant {
  return (app) => {
    const create = app[method].bind(app);
    app[method] = (call, body) =>
      body.name && rowsOf(app).some(({ name }) => name === body.name)
        ? app.error(409, 'There is one of that name')
        : create(call, body);
  };
}

/** The first of each name. */
const firstOfEach = <T extends Named>(rows: readonly T[]): T[] => [
  ...new Map([...rows].reverse().map((row) => [row.name, row])).values(),
];

/** Does to the others of a name what is done to a product. */
function including(
  method: 'assignProduct' | 'removeProduct',
  act: (app: Application, other: Product, body: Json) => void,
): Plant {
  return (app) => {
    const original = app[method].bind(app) as (product: Product, body: Json) => void;
    const included = (product: Product, body: Json) => {
      const others = app.store.products.filter(({ name }) => name === product.name);
      for (const other of others) act(app, other, body);
      original(product, body);
    };
    Object.assign(app, { [method]: included });
  };
}

/** By what a person would say of the server. */
export const namesakeFaults: Faults = {
  'a user is refused whose name another one has': {
    section: '4.1 POST',
    violates: ['users.create.name-truthy'],
    plant: refusing('createUser', ({ store }) => store.users),
  },
  'a product is refused whose name another one has': {
    section: '4.2 POST',
    violates: ['products.create.name-truthy'],
    plant: refusing('createProduct', ({ store }) => store.products),
  },
  'a user cannot take the name of another one': {
    section: '4.1 rule 3',
    violates: ['users.update.unvalidated'],
    plant: (app) => {
      const replace = app.replaceUser.bind(app);
      app.replaceUser = (call, id, body) => {
        const user = app.findUser(id);
        const isTaken = app.store.users.some((one) => one !== user && one.name === body.name);
        return isTaken ? app.error(409, 'There is one of that name') : replace(call, id, body);
      };
    },
  },
  'all users of a name are deleted together': {
    section: '4.1 DELETE',
    violates: ['users.delete.removes'],
    plant: (app) => {
      const remove = app.deleteUser.bind(app);
      app.deleteUser = (call, id) => {
        const user = app.findUser(id);
        app.store.users = app.store.users.filter((one) => one.name !== user?.name);
        return remove(call, id);
      };
    },
  },
  'all products of a name are deleted together': {
    section: '4.2 rule 5',
    violates: ['products.delete.removes'],
    plant: including('removeProduct', ({ store }, other) => store.removeProduct(other)),
  },
  'all users of a name are renamed together': {
    section: '4.1 PUT',
    violates: ['users.update.stores'],
    plant: (app) => {
      const assign = app.assignUser.bind(app);
      app.assignUser = (user, body) => {
        const others = app.store.users.filter(({ name }) => name === user.name);
        for (const other of others) other.name = body.name;
        assign(user, body);
      };
    },
  },
  'all products of a name are priced together': {
    section: '4.2 rule 3',
    violates: ['products.update.stores'],
    plant: including('assignProduct', (_app, other, { price }) => {
      if (price) other.price = price;
    }),
  },
  'users of the same name are listed once': {
    section: '4.1 GET without id',
    violates: ['users.list.complete'],
    plant: (app) => {
      app.listUsers = () =>
        app.json(
          200,
          firstOfEach(app.store.users).map((user) => app.userListed(user)),
        );
    },
  },
  'products of the same name are listed once': {
    section: '4.2 rule 1',
    violates: ['products.list.offset'],
    plant: (app) => {
      const order = app.orderProducts.bind(app);
      app.orderProducts = (products) => order(firstOfEach(products));
    },
  },
};
