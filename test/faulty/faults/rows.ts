/** Faults in the selection of rows, and in their protection from changes. */
import type { Application } from '../application.js';
import type { Answer } from '../exchange.js';
import type { Json } from '../guard.js';
import { type Faults, type Plant, readObject, wrapping } from './fault.js';
import { others, withoutIds } from './side-effects.js';

const kept: Faults = {
  'a deleted user stays, without its name': {
    section: '4.1 DELETE',
    violates: ['users.delete.removes'],
    plant: wrapping('deleteUser', ({ app }, _request, id) => {
      const user = app.findUser(id);
      if (user !== undefined) user.name = '[deleted]';
      return app.empty();
    }),
  },
  'a deleted product stays, without its name': {
    section: '4.2 rule 5',
    violates: ['products.delete.removes'],
    plant: wrapping('removeProduct', (_wrapped, product) => {
      product.name = '[deleted]';
    }),
  },
};

const bodyIds: Faults = {
  'a POST with the id of a user in its body replaces that user': {
    section: '4.1 POST',
    violates: ['users.create.keeps-others'],
    plant: wrapping('createUser', ({ original, app }, request, body) => {
      const user = app.findUser(String(body.id));
      if (user === undefined) return original(request, body);
      app.assignUser(user, body);
      return app.json(201, app.userStored(user));
    }),
  },
  'a POST with the id of a product in its body updates that product': {
    section: '4.2 POST',
    violates: ['products.create.keeps-others'],
    plant: wrapping('createProduct', ({ original, app }, request, body) => {
      const product = app.findProduct(String(body.id));
      if (product === undefined) return original(request, body);
      app.assignProduct(product, body);
      return app.json(201, app.productStored(product, product.id));
    }),
  },
  'an update changes the user that its body names': {
    section: '4',
    violates: ['users.update.id-from-query'],
    plant: wrapping('replaceUser', ({ original }, request, id, body) =>
      original(request, String(body.id ?? id), body),
    ),
  },
  'an update changes the product that its body names': {
    section: '4',
    violates: ['products.update.id-from-query'],
    plant: wrapping('updateProduct', ({ original }, request, id, body) =>
      original(request, String(body.id ?? id), body),
    ),
  },
};

/** Whether a careless query reads an id as a condition that every row meets. */
const isCondition = (id: string) => / or /i.test(id) || id === '%';

type MethodWithId = `${'read' | 'delete'}${'User' | 'Product'}` | 'replaceUser' | 'updateProduct';

/** Reads an id as another one. */
function misreading(method: MethodWithId, read: (id: string) => string): Plant {
  return wrapping(method, ({ original }, request, id, body = {}) =>
    original(request, read(id), body),
  );
}

/** Reads an id with a condition as the id in the condition. */
const injecting = (method: MethodWithId) =>
  misreading(method, (id) => / or id='?(\d+)$/i.exec(id)?.[1] ?? id);

/** Performs the action for each of several ids with commas between. */
function acceptingSeveral(method: MethodWithId): Plant {
  return wrapping(method, ({ original }, request, ids, body = {}) => {
    const answers = ids.split(',').map((id) => original(request, id, body));
    return answers.find(({ status }) => status < 300) ?? original(request, ids, body);
  });
}

const unsigned = (id: string) => id.replace(/^-/, '');

const wrapped = (id: string) => (/^\d+$/.test(id) ? String(BigInt.asUintN(32, BigInt(id))) : id);

/** Finds the first row whose id starts with a text. New ids start with unknown ones. */
function findingByBeginning(
  method: 'findUser' | 'findProduct',
  rowsOf: (app: Application) => readonly { readonly id: number }[],
): Plant {
  return (app) => {
    app.store.nextId = (last) => Math.max(last, 1000) + 1;
    const find = (id: string) => rowsOf(app).find((row) => String(row.id).startsWith(id));
    Object.assign(app, { [method]: find });
  };
}

const numbers: Faults = {
  'the beginning of an id is enough to read a user': {
    section: '4.1 GET with id',
    violates: ['users.read.no-other'],
    plant: findingByBeginning('findUser', ({ store }) => store.users),
  },
  'the beginning of an id is enough to read a product': {
    section: '4.2 GET with id',
    violates: ['products.read.no-other'],
    plant: findingByBeginning('findProduct', ({ store }) => store.products),
  },
  'a minus sign is left out of the id of a user to read': {
    section: '4.1 GET with id',
    violates: ['users.read.no-other'],
    plant: misreading('readUser', unsigned),
  },
  'a minus sign is left out of the id of a product to read': {
    section: '4.2 GET with id',
    violates: ['products.read.no-other'],
    plant: misreading('readProduct', unsigned),
  },
  'the id of a user to read is cut to 32 bits': {
    section: '4.1 GET with id',
    violates: ['users.read.no-other'],
    plant: misreading('readUser', wrapped),
  },
  'the id of a product to read is cut to 32 bits': {
    section: '4.2 GET with id',
    violates: ['products.read.no-other'],
    plant: misreading('readProduct', wrapped),
  },
  'a minus sign is left out of the id of a user to update': {
    section: '4',
    violates: ['users.update.id-from-query'],
    plant: misreading('replaceUser', unsigned),
  },
  'a minus sign is left out of the id of a product to update': {
    section: '4',
    violates: ['products.update.id-from-query'],
    plant: misreading('updateProduct', unsigned),
  },
  'a minus sign is left out of the id of a user to delete': {
    section: '4',
    violates: ['users.delete.removes'],
    plant: misreading('deleteUser', unsigned),
  },
  'a minus sign is left out of the id of a product to delete': {
    section: '4',
    violates: ['products.delete.removes'],
    plant: misreading('deleteProduct', unsigned),
  },
};

/** Uses values of the query string in place of those of the body. */
function preferringQuery(method: string, path: string): Plant {
  return wrapping('withBody', ({ original }, request, handler) => {
    const { id: _id, ...values } = Object.fromEntries(request.query);
    const isConcerned = request.method === method && request.path === path;
    return original(request, (c, body) => handler(c, isConcerned ? { ...body, ...values } : body));
  });
}

const queryValues: Faults = {
  'an id in the body of an update does for one in the query string': {
    section: '4.1 any other combination',
    violates: ['users.update.id-from-query'],
    plant: wrapping('invalidRequest', ({ original, app }, request) => {
      const { id } = request.method === 'PUT' ? readObject(request) : { id: undefined };
      if (id === undefined || request.path !== '/api/users') return original(request);
      return app.withBody(request, (c, body) => app.replaceUser(c, String(id), body));
    }),
  },
  'a user is created of the query string, not of the body': {
    section: '4.1 rule 2',
    violates: ['users.create.any-query'],
    plant: preferringQuery('POST', '/api/users'),
  },
  'a user is updated by the query string, not by the body': {
    section: '4.1 rule 3',
    violates: ['users.update.stores'],
    plant: preferringQuery('PUT', '/api/users'),
  },
  'fields that the body of an update lacks are taken from the query string': {
    section: '4.2 rule 3',
    violates: ['products.update.missing-keeps-stored'],
    plant: preferringQuery('PUT', '/api/products'),
  },
};

const queryIds: Faults = {
  'an id that is no number is that of the first user': {
    section: '4.1 GET with id',
    violates: ['users.read.no-other'],
    rows: 30,
    plant: wrapping('findUser', ({ original, app }, id) =>
      /^\d+$/.test(id) ? original(id) : app.store.users[0],
    ),
  },
  'a condition in the place of an id reads the first user': {
    section: '4.1 GET with id',
    violates: ['users.read.no-other'],
    plant: wrapping('findUser', ({ original, app }, id) =>
      isCondition(id) ? app.store.users[0] : original(id),
    ),
  },
  'a wildcard in the place of an id reads the first product': {
    section: '4.2 GET with id',
    violates: ['products.read.no-other'],
    plant: wrapping('findProduct', ({ original, app }, id) =>
      id === '%' ? app.store.products[0] : original(id),
    ),
  },
  'several ids read the first product among them': {
    section: '4.2 GET with id',
    violates: ['products.read.no-other'],
    plant: wrapping('findProduct', ({ original }, ids) => {
      const products = ids.split(',').map((id) => original(id));
      return products.find((product) => product !== undefined);
    }),
  },
  'a condition in the place of an id updates the users that meet it': {
    section: '4',
    violates: ['users.update.id-from-query'],
    plant: injecting('replaceUser'),
  },
  'a condition in the place of an id updates the products that meet it': {
    section: '4',
    violates: ['products.update.id-from-query'],
    plant: injecting('updateProduct'),
  },
  'a condition in the place of an id deletes the users that meet it': {
    section: '4',
    violates: ['users.delete.removes'],
    plant: injecting('deleteUser'),
  },
  'a condition in the place of an id deletes the products that meet it': {
    section: '4',
    violates: ['products.delete.removes'],
    plant: injecting('deleteProduct'),
  },
  'an update changes each of several users': {
    section: '4',
    violates: ['users.update.id-from-query'],
    plant: acceptingSeveral('replaceUser'),
  },
  'an update changes each of several products': {
    section: '4',
    violates: ['products.update.id-from-query'],
    plant: acceptingSeveral('updateProduct'),
  },
  'a deletion removes each of several users': {
    section: '4',
    violates: ['users.delete.removes'],
    plant: acceptingSeveral('deleteUser'),
  },
  'a deletion removes each of several products': {
    section: '4',
    violates: ['products.delete.removes'],
    plant: acceptingSeveral('deleteProduct'),
  },
  'an update echoes the id without the zeros in front': {
    section: '4.2 rule 4',
    violates: ['products.update.id-as-received'],
    plant: (app) => {
      for (const method of ['findProduct', 'idToEcho'] as const) {
        wrapping(method, ({ original }, id) => original(id.replace(/^0+/, '')))(app);
      }
    },
  },
};

/** Answers 404 to an update that changes nothing. */
function missingUnchanged(
  method: 'replaceUser' | 'updateProduct',
  find: (app: Application, id: string) => object | undefined,
  reject: (app: Application) => Answer,
): Plant {
  return wrapping(method, ({ original, app }, request, id, body) => {
    const row: Json = { ...find(app, id) };
    const names = Object.keys(body);
    const isSame = names.length > 0 && names.every((name) => body[name] === row[name]);
    return isSame ? reject(app) : original(request, id, body);
  });
}

/** Treats an e-mail address as taken after its user has changed it. */
function rememberEmails(app: Application): void {
  const former = new Set<unknown>();
  const assign = app.assignUser.bind(app);
  app.assignUser = (user, body) => {
    if (user.email !== body.email) former.add(user.email);
    assign(user, body);
  };
  const isTaken = app.isEmailTaken.bind(app);
  app.isEmailTaken = (email, besides) => former.has(email) || isTaken(email, besides);
}

const sameness: Faults = {
  'an update cannot keep the email': {
    section: '4.1 PUT',
    violates: ['users.update.own-email'],
    plant: wrapping('isEmailTaken', ({ original }, email) => original(email)),
  },
  'an email that an update has set is taken for its user, too': {
    section: '4.1 PUT',
    violates: ['users.update.own-email'],
    plant: (app) => {
      const set = new Set<unknown>();
      wrapping(
        'isEmailTaken',
        ({ original }, email, besides) => set.has(email) || original(email, besides),
      )(app);
      wrapping('assignUser', ({ original }, user, body) => {
        set.add(body.email);
        original(user, body);
      })(app);
    },
  },
  'an update that changes nothing of a user finds none': {
    section: '4.1 PUT',
    violates: ['users.update.same-values'],
    plant: missingUnchanged(
      'replaceUser',
      (app, id) => app.findUser(id),
      (app) => app.unknownUser(),
    ),
  },
  'an update that changes nothing of a product finds none': {
    section: '4.2 PUT',
    violates: ['products.update.same-values'],
    plant: missingUnchanged(
      'updateProduct',
      (app, id) => app.findProduct(id),
      (app) => app.unknownProduct(),
    ),
  },
  'a PUT to a taken email is rejected, but its name is stored': {
    section: '4.1 rule 3',
    violates: ['users.update.stores'],
    plant: wrapping('replaceUser', ({ original, app }, request, id, body) => {
      const answer = original(request, id, body);
      const user = app.findUser(id);
      if (answer.status === 409 && user !== undefined) user.name = body.name;
      return answer;
    }),
  },
  'an email that a user gave up stays taken': {
    section: '2 users',
    violates: ['users.fields.email-reusable'],
    plant: rememberEmails,
  },
};

/** Faults in the selection of rows, by their descriptions. */
export const rowFaults: Faults = {
  ...kept,
  ...bodyIds,
  ...queryIds,
  ...numbers,
  ...queryValues,
  ...sameness,
  ...withoutIds,
  ...others,
};
