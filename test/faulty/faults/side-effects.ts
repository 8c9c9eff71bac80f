/** Faults by which a request changes rows that it must not change. */
import type { Application } from '../application.js';
import type { Answer } from '../exchange.js';
import type { Json } from '../guard.js';
import { afterOthers } from '../overlap.js';
import type { Product, Store, User } from '../store.js';
import { changeBody, type Faults, type Plant, readObject, wrapping } from './fault.js';

/** Answers concurrent creates with a member of the last one. */
function tellingLate(
  told: 'id' | 'name',
  member: string,
  rowsOf: (app: Application) => readonly User[] | readonly Product[],
): Plant {
  return wrapping('transmit', ({ original, app }, answer, response) => {
    const isConcerned = answer.status === 201 && answer.body?.includes(`"${member}":`);
    if (!isConcerned) return original(answer, response);
    const latest = () =>
      changeBody(answer, (row) => ({ ...row, [told]: rowsOf(app).at(-1)?.[told] }));
    afterOthers(() => original(latest(), response));
  });
}

/**
 * Reverts a change when the next one comes before its answer, like a server that keeps the id of a
 * request where the next one overwrites it.
 */
function losing(
  method: 'PUT' | 'DELETE',
  resource: 'users' | 'products',
  change: 'replaceUser' | 'updateProduct' | 'deleteUser' | 'deleteProduct',
): Plant {
  return (app) => {
    const { store } = app;
    let pending: User | Product | undefined;
    const perform = app[change].bind(app) as (...given: unknown[]) => Answer;
    const changeLate = (...given: unknown[]) => {
      if (pending !== undefined) restore(store, resource, pending);
      const row = store[resource].find(({ id }) => String(id) === given[1]);
      pending = row && { ...row };
      return perform(...given);
    };
    Object.assign(app, { [change]: changeLate });
    wrapping('transmit', ({ original }, answer, response) => {
      const { method: sent, url = '' } = response.req;
      if (sent !== method || !url.startsWith(`/api/${resource}?`))
        return original(answer, response);
      afterOthers(() => {
        pending = undefined;
        original(answer, response);
      });
    })(app);
  };
}

function restore(store: Store, resource: 'users' | 'products', row: User | Product): void {
  const others = store[resource].filter(({ id }) => id !== row.id);
  const rows = [...others, row].sort((one, other) => one.id - other.id);
  Object.assign(store, { [resource]: rows });
}

/** Performs an update for a method without a branch, and answers 404. */
function patching(update: 'replaceUser' | 'updateProduct', path: string): Plant {
  return wrapping('invalidRequest', ({ original, app }, request) => {
    const id = app.idOf(request);
    if (request.method === 'PATCH' && request.path === path && id !== undefined) {
      app.withBody(request, (_request, body) => app[update](request, id, body));
    }
    return original(request);
  });
}

/** Changes a row for a request without an id, and answers 404. */
function acting(method: string, path: string, act: (app: Application, body: Json) => void): Plant {
  return wrapping('invalidRequest', ({ original, app }, request) => {
    const isConcerned = request.method === method && request.path === path;
    if (isConcerned && app.idOf(request) === undefined) act(app, readObject(request));
    return original(request);
  });
}

/** Changes a row for a request with an empty id, and answers 404. */
function actingForEmpty(
  method: string,
  path: string,
  act: (app: Application, body: Json) => void,
): Plant {
  return wrapping('invalidRequest', ({ original, app }, request) => {
    const isEmpty = request.query.get('id') === '';
    const isConcerned = request.method === method && request.path === path && isEmpty;
    if (isConcerned) act(app, readObject(request));
    return original(request);
  });
}

/** Faults of requests with an empty id. */
const emptyIds: Faults = {
  'a DELETE with an empty id removes all users': {
    section: '4.1 any other combination',
    violates: ['users.fallback.delete-without-id'],
    plant: actingForEmpty('DELETE', '/api/users', ({ store }) => store.users.splice(0)),
  },
  'a DELETE with an empty id removes the latest product': {
    section: '4.2 any other combination',
    violates: ['products.fallback.delete-without-id'],
    plant: actingForEmpty('DELETE', '/api/products', ({ store }) => store.products.pop()),
  },
  'a PUT with an empty id changes the latest user': {
    section: '4',
    violates: ['users.update.id-from-query'],
    plant: actingForEmpty('PUT', '/api/users', (app, body) => {
      for (const user of app.store.users.slice(-1)) app.assignUser(user, body);
    }),
  },
  'a PUT with an empty id changes all products': {
    section: '4',
    violates: ['products.update.id-from-query'],
    plant: actingForEmpty('PUT', '/api/products', (app, body) => {
      for (const product of app.store.products) app.assignProduct(product, body);
    }),
  },
};

/** Faults of requests without an id. */
export const withoutIds: Faults = {
  ...emptyIds,
  'a DELETE without an id is rejected but removes the latest user': {
    section: '4.1 any other combination',
    violates: ['users.fallback.delete-without-id'],
    plant: acting('DELETE', '/api/users', ({ store }) => store.users.pop()),
  },
  'a DELETE without an id is rejected but removes all products': {
    section: '4.2 any other combination',
    violates: ['products.fallback.delete-without-id'],
    plant: acting('DELETE', '/api/products', ({ store }) => store.products.splice(0)),
  },
  'a PUT without an id is rejected but changes all users': {
    section: '4.1 any other combination',
    violates: ['users.fallback.put-without-id'],
    plant: acting('PUT', '/api/users', (app, { name }) => {
      for (const user of app.store.users) user.name = name;
    }),
  },
  'a PUT without an id is rejected but changes the latest product': {
    section: '4.2 any other combination',
    violates: ['products.fallback.put-without-id'],
    plant: acting('PUT', '/api/products', (app, body) => {
      const latest = app.store.products.at(-1);
      if (latest !== undefined) app.assignProduct(latest, body);
    }),
  },
};

/** Older than the others, so it comes last in the list. */
function renamingOldest(app: Application): void {
  const [oldest] = app.store.products;
  if (oldest === undefined) return;
  oldest.created_at = '2001-01-01 00:00:00';
  wrapping('assignProduct', ({ original }, product, body) => {
    oldest.name = body.name ?? oldest.name;
    original(product, body);
  })(app);
}

/** Faults by which a request changes other rows. */
export const others: Faults = {
  'an update renames the first of all users, too': {
    section: '4.1 PUT',
    violates: ['users.update.stores'],
    plant: wrapping('assignUser', ({ original, app: { store } }, user, body) => {
      for (const first of store.users.slice(0, 1)) first.name = body.name;
      original(user, body);
    }),
  },
  'an update renames the first of all products, too': {
    section: '4.2 rule 3',
    violates: ['products.update.stores'],
    plant: renamingOldest,
  },
  'users that are created at once are told the last id': {
    section: '4.1 POST',
    violates: ['users.fields.id-unique'],
    plant: tellingLate('id', 'email', ({ store }) => store.users),
  },
  'products that are created at once are told the last id': {
    section: '2 products',
    violates: ['products.fields.id-unique'],
    plant: tellingLate('id', 'price', ({ store }) => store.products),
  },
  'users that are created at once are told the last name': {
    section: '4.1 POST',
    violates: ['users.create.echo'],
    plant: tellingLate('name', 'email', ({ store }) => store.users),
  },
  'products that are created at once are told the last name': {
    section: '4.2 POST',
    violates: ['products.create.echo'],
    plant: tellingLate('name', 'price', ({ store }) => store.products),
  },
  'of users that are updated at once only the last one changes': {
    section: '4.1 rule 3',
    violates: ['users.update.stores'],
    plant: losing('PUT', 'users', 'replaceUser'),
  },
  'of products that are updated at once only the last one changes': {
    section: '4.2 PUT',
    violates: ['products.update.stores'],
    plant: losing('PUT', 'products', 'updateProduct'),
  },
  'of users that are deleted at once only the last one is removed': {
    section: '4.1 DELETE',
    violates: ['users.delete.removes'],
    plant: losing('DELETE', 'users', 'deleteUser'),
  },
  'of products that are deleted at once only the last one is removed': {
    section: '4.2 rule 5',
    violates: ['products.delete.removes'],
    plant: losing('DELETE', 'products', 'deleteProduct'),
  },
  'a PATCH of a user is rejected but stored': {
    section: '4.1 any other combination',
    violates: ['users.fallback.patch'],
    plant: patching('replaceUser', '/api/users'),
  },
  'a PATCH of a product is rejected but stored': {
    section: '4.2 any other combination',
    violates: ['products.fallback.patch'],
    plant: patching('updateProduct', '/api/products'),
  },
};
