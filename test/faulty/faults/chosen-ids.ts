/** Faults of ids chosen by clients, and of ids followed by letters. */
import type { Application } from '../application.js';
import type { ReceivedRequest } from '../exchange.js';
import type { Json } from '../guard.js';
import { changeBody, type Fault, type Faults, type Plant, readObject, wrapping } from './fault.js';

type Resource = 'users' | 'products';

const createOf = { users: 'createUser', products: 'createProduct' } as const;
const findOf = { users: 'findUser', products: 'findProduct' } as const;

/** The place of a client's id. */
type Place = 'query' | 'body';

/** The id in a create, as a text. */
function chosenId(place: Place, { query }: ReceivedRequest, { id }: Json): string | undefined {
  if (place === 'query') return query.get('id') ?? undefined;
  return id === undefined ? undefined : String(id);
}

/** Answers a create with the client's id, for some ids. */
function echoing(
  resource: Resource,
  place: Place,
  isConcerned: (id: string, app: Application) => boolean = () => true,
  use: (id: number, app: Application) => void = () => {},
): Plant {
  return wrapping(createOf[resource], ({ original, app }, request, body) => {
    const id = chosenId(place, request, body);
    const isMeant = id !== undefined && isConcerned(id, app);
    const answer = original(request, body);
    if (!isMeant || answer.status !== 201) return answer;
    use(Number(id), app);
    return changeBody(answer, (row) => ({ ...row, id: Number(id) }));
  });
}

/** Gives a new row the client's id, unless another row has it. */
function takingFree(resource: Resource, place: Place): Plant {
  return echoing(
    resource,
    place,
    (id, app) => app[findOf[resource]](id) === undefined,
    (id, { store }) => Object.assign(store[resource].at(-1) ?? {}, { id }),
  );
}

const chosen: Readonly<Record<string, readonly [Resource, Plant]>> = {
  'a free id in the body of a POST becomes that of the user': [
    'users',
    takingFree('users', 'body'),
  ],
  'a free id in the query string of a POST becomes that of the user': [
    'users',
    takingFree('users', 'query'),
  ],
  'a free id in the body of a POST becomes that of the product': [
    'products',
    takingFree('products', 'body'),
  ],
  'a free id in the query string of a POST becomes that of the product': [
    'products',
    takingFree('products', 'query'),
  ],
  'a POST of a user is answered with the id in its query string': [
    'users',
    echoing('users', 'query'),
  ],
  'a POST of a user is answered with the id in its body': ['users', echoing('users', 'body')],
  'a POST of a product is answered with the id in its body': [
    'products',
    echoing('products', 'body'),
  ],
};

const digitsOf = (id: string) => /^(\d+)\D+$/.exec(id)?.[1];

const actionOf = {
  PUT: { users: 'replaceUser', products: 'updateProduct' },
  DELETE: { users: 'deleteUser', products: 'deleteProduct' },
} as const;

/** Rejects an id followed by letters, after performing the action for its digits. */
function actingBeforeRejection(method: keyof typeof actionOf, resource: Resource): Plant {
  return wrapping(actionOf[method][resource], ({ original, app }, request, id, body = {}) => {
    const digits = digitsOf(id);
    if (digits === undefined) return original(request, id, body);
    original(request, digits, body);
    return app.error(404, 'There is no such id');
  });
}

/** Accepts an id followed by letters without any effect. */
function acceptingIdly(method: keyof typeof actionOf, resource: Resource): Plant {
  return wrapping(actionOf[method][resource], ({ original, app }, request, id, body = {}) => {
    const digits = digitsOf(id);
    const row = digits === undefined ? undefined : app[findOf[resource]](digits);
    if (row === undefined) return original(request, id, body);
    const { name, email } = body;
    return method === 'DELETE' ? app.empty() : app.json(200, { ...row, name, email, id });
  });
}

/** Reads an id followed by letters as the previous id. */
function missing(method: keyof typeof actionOf, resource: Resource): Plant {
  return wrapping(actionOf[method][resource], ({ original }, request, id, body = {}) => {
    const digits = digitsOf(id);
    return original(request, digits === undefined ? id : String(Number(digits) - 1), body);
  });
}

const lettered: Faults = {
  'a PUT with letters after the id of a user is rejected but stored': {
    section: '4',
    violates: ['users.update.id-from-query'],
    plant: actingBeforeRejection('PUT', 'users'),
  },
  'a PUT with letters after the id of a product is rejected but stored': {
    section: '4',
    violates: ['products.update.id-from-query'],
    plant: actingBeforeRejection('PUT', 'products'),
  },
  'a PUT with letters after the id of a user is accepted but not stored': {
    section: '4.1 PUT',
    violates: ['users.update.unknown'],
    plant: acceptingIdly('PUT', 'users'),
  },
  'a DELETE with letters after the id of a product is rejected but done': {
    section: '4',
    violates: ['products.delete.removes'],
    plant: actingBeforeRejection('DELETE', 'products'),
  },
  'a DELETE with letters after the id of a product is accepted but not done': {
    section: '4.2 rule 5',
    violates: ['products.delete.unknown'],
    plant: acceptingIdly('DELETE', 'products'),
  },
  'a DELETE with letters after the id of a user removes the one before': {
    section: '4',
    violates: ['users.delete.removes'],
    plant: missing('DELETE', 'users'),
  },
  'a POST with the id of a product in its query string updates that product': {
    section: '4.2 POST',
    violates: ['products.create.keeps-others'],
    plant: wrapping('createProduct', ({ original, app }, request, body) => {
      const product = app.findProduct(app.idOf(request) ?? '');
      if (product === undefined) return original(request, body);
      app.assignProduct(product, body);
      return app.json(201, app.productStored(product, product.id));
    }),
  },
};

/** Deletes the row of an id in the body, and then the row of the query string. */
function deletingByBody(resource: Resource): Plant {
  return wrapping(actionOf.DELETE[resource], ({ original }, request, id) => {
    const named = readObject(request);
    return original(request, String(named.id ?? id));
  });
}

/** Deletes the row of an id in the body when the query string has none, and answers 404. */
function deletingByBodyAlone(resource: Resource): Plant {
  return wrapping('invalidRequest', ({ original, app }, request) => {
    const { id } = readObject(request);
    const isConcerned = request.method === 'DELETE' && request.path === `/api/${resource}`;
    if (isConcerned && id !== undefined) app[actionOf.DELETE[resource]](request, String(id));
    return original(request);
  });
}

/** Gives an updated row the id in the body, unless another row has it. */
function renumbering(resource: Resource): Plant {
  return wrapping(actionOf.PUT[resource], ({ original, app }, request, id, body) => {
    const row = app[findOf[resource]](id);
    if (row === undefined || body.id === undefined) return original(request, id, body);
    if (app[findOf[resource]](String(body.id))) return app.error(409, 'That id is taken');
    const answer = original(request, id, body);
    Object.assign(row, { id: Number(body.id) });
    return answer;
  });
}

const bodies: Faults = {
  'a DELETE removes the user that its body names': {
    section: '4',
    violates: ['users.delete.removes'],
    plant: deletingByBody('users'),
  },
  'a DELETE removes the product that its body names': {
    section: '4',
    violates: ['products.delete.removes'],
    plant: deletingByBody('products'),
  },
  'a DELETE without an id is rejected but removes the user that its body names': {
    section: '4.1 any other combination',
    violates: ['users.fallback.delete-without-id'],
    plant: deletingByBodyAlone('users'),
  },
  'a DELETE without an id is rejected but removes the product that its body names': {
    section: '4.2 any other combination',
    violates: ['products.fallback.delete-without-id'],
    plant: deletingByBodyAlone('products'),
  },
  'a free id in the body of a PUT becomes that of the user': {
    section: '4',
    violates: ['users.update.id-from-query'],
    plant: renumbering('users'),
  },
  'a free id in the body of a PUT becomes that of the product': {
    section: '4',
    violates: ['products.update.id-from-query'],
    plant: renumbering('products'),
  },
};

/** Faults of such ids, by their descriptions. */
export const chosenIdFaults: Faults = {
  ...Object.fromEntries(
    Object.entries(chosen).map(([name, [resource, plant]]): [string, Fault] => [
      name,
      { section: `2 ${resource}`, violates: [`${resource}.create.id-from-server`], plant },
    ]),
  ),
  ...lettered,
  ...bodies,
};
