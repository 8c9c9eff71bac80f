/** Faults in which a rejected request or a preflight has an effect. */
import type { Application } from '../application.js';
import type { ReceivedRequest } from '../exchange.js';
import type { Json } from '../guard.js';
import { type Faults, type Plant, readObject, wrapping } from './fault.js';

type Resource = 'users' | 'products';

/** Creates a row from an incomplete body. */
function addRow({ store }: Application, resource: Resource, body: Json): void {
  const { name = '', email = '', description = null, price = 1, stock = 0 } = body;
  if (resource === 'users') store.addUser(name, email);
  else store.addProduct({ name, description, price, stock });
}

const pathOf = (resource: Resource) => `/api/${resource}`;

/** Stores some bodies that were rejected as incomplete. */
function storingIncomplete(resource: Resource, isConcerned: (body: Json) => boolean): Plant {
  const create = resource === 'users' ? 'createUser' : 'createProduct';
  return wrapping(create, ({ original, app }, request, body) => {
    const answer = original(request, body);
    if (answer.status === 400 && isConcerned(body)) addRow(app, resource, body);
    return answer;
  });
}

/** Stores the body of an update of an unknown row, and answers 404. */
function storingUnknown(resource: Resource): Plant {
  const update = resource === 'users' ? 'replaceUser' : 'updateProduct';
  return wrapping(update, ({ original, app }, request, id, body) => {
    const answer = original(request, id, body);
    if (answer.status === 404 && /^\d+$/.test(id)) addRow(app, resource, body);
    return answer;
  });
}

/** Stores the body of a request without a branch. */
function storingInvalid(resource: Resource, method: string): Plant {
  return wrapping('invalidRequest', ({ original, app }, request) => {
    const isConcerned = request.method === method && request.path === pathOf(resource);
    if (isConcerned) addRow(app, resource, readObject(request));
    return original(request);
  });
}

/** Performs the requested action of a preflight, or one that fits its body and id. */
function processing(methodOf: (request: ReceivedRequest) => unknown): Plant {
  return wrapping('preflight', ({ original, app }, request) => {
    const method = methodOf(request);
    if (typeof method === 'string') app.route({ ...request, method });
    return original(request);
  });
}

const asked = ({ headers }: ReceivedRequest) => headers['access-control-request-method'];

const incomplete: Faults = {
  'a user is rejected whose name is false, but stored': {
    section: '2 users',
    violates: ['users.fields.required'],
    plant: storingIncomplete('users', ({ name }) => name === false),
  },
  'a user is rejected whose email is 0, but stored': {
    section: '2 users',
    violates: ['users.fields.required'],
    plant: storingIncomplete('users', ({ email }) => email === 0),
  },
  'a product is rejected whose price is an empty text, but stored': {
    section: '2 products',
    violates: ['products.fields.required'],
    plant: storingIncomplete('products', ({ price }) => price === ''),
  },
  'a product is rejected whose name is empty, but stored': {
    section: '2 products',
    violates: ['products.fields.required'],
    plant: storingIncomplete('products', ({ name }) => name === ''),
  },
};

const notFound: Faults = {
  'an update of an unknown user is rejected but creates it': {
    section: '4.1 PUT',
    violates: ['users.update.unknown'],
    plant: storingUnknown('users'),
  },
  'an update of an unknown product is rejected but creates it': {
    section: '4.2 PUT',
    violates: ['products.update.unknown'],
    plant: storingUnknown('products'),
  },
  'a PUT without an id is rejected but creates a user': {
    section: '4.1 any other combination',
    violates: ['users.fallback.put-without-id'],
    plant: storingInvalid('users', 'PUT'),
  },
  'a PUT without an id is rejected but creates a product': {
    section: '4.2 any other combination',
    violates: ['products.fallback.put-without-id'],
    plant: storingInvalid('products', 'PUT'),
  },
  'a PATCH is rejected but creates a user': {
    section: '4.1 any other combination',
    violates: ['users.fallback.patch'],
    plant: storingInvalid('users', 'PATCH'),
  },
  'a PATCH is rejected but creates a product': {
    section: '4.2 any other combination',
    violates: ['products.fallback.patch'],
    plant: storingInvalid('products', 'PATCH'),
  },
};

const preflights: Faults = {
  'a preflight does what it asks for': {
    section: '4',
    violates: ['cors.preflight.no-processing'],
    plant: processing(asked),
  },
  'a preflight for a POST creates a product': {
    section: '4',
    violates: ['cors.preflight.no-processing'],
    plant: processing((request) =>
      asked(request) === 'POST' && request.path === pathOf('products') ? 'POST' : undefined,
    ),
  },
  'a preflight without a body deletes the user': {
    section: '4',
    violates: ['cors.preflight.no-processing'],
    plant: processing((request) =>
      request.body === '' && request.path === pathOf('users') ? asked(request) : undefined,
    ),
  },
  'an OPTIONS with a key updates the product': {
    section: '4',
    violates: ['cors.preflight.no-processing'],
    plant: processing((request) =>
      request.headers['x-api-key'] === undefined ? undefined : 'PUT',
    ),
  },
};

/** Faults with effects of rejected requests, by their descriptions. */
export const rejectionFaults: Faults = { ...incomplete, ...notFound, ...preflights };
