/** Variations in the answers to unspecified requests. */
import type { Application } from '../application.js';
import type { ReceivedRequest } from '../exchange.js';
import { answering, changeStatus, type Plant, receiving, wrapping } from '../faults/fault.js';
import type { Json } from '../guard.js';

import type { Variation } from './variation.js';

/** Answers unspecified requests differently. */
export const unspecified = {
  'an email that is taken is a bad request': {
    plant: answering('emailTaken', (answer) => changeStatus(answer, 409, 400)),
  },
  'an email that is taken is a fault of the server': {
    plant: answering('emailTaken', () => ({
      status: 500,
      headers: { 'content-type': 'text/html' },
      body: '<h1>UNIQUE constraint failed</h1>',
    })),
  },
  'an email that is taken is answered with its user': {
    plant: wrapping('createUser', ({ original, app }, request, body) => {
      const user = app.store.users.find(({ email }) => email === body.email);
      const isTaken = user !== undefined && app.isCompleteUser(body);
      return isTaken ? app.json(201, app.userStored(user)) : original(request, body);
    }),
  },
  'an email that is taken is left out of an update': {
    plant: wrapping('replaceUser', ({ original, app }, request, id, body) => {
      const user = app.findUser(id);
      const isTaken = user !== undefined && app.isEmailTaken(body.email, user);
      return original(request, id, isTaken ? { ...body, email: user.email } : body);
    }),
  },
  'values of another type are converted': {
    plant: (app: Application) => {
      receiving('createUser', textsOf('name', 'email'))(app);
      receiving('createProduct', textsOf('name', 'description'))(app);
      receiving('createProduct', (body) =>
        Number(body.price) > 0 ? { ...body, price: Number(body.price) } : body,
      )(app);
    },
  },
  'a body that is not JSON is taken for an empty object': {
    plant: wrapping('withBody', ({ original }, request, handler) =>
      original({ ...request, body: isJsonText(request.body) ? request.body : '{}' }, handler),
    ),
  },
  'a body that is not JSON is rejected before the key is looked at': { plant: parsingFirst },
  'a malformed body is a fault of the server': {
    plant: answering('unusableBody', (answer) => changeStatus(answer, 400, 500)),
  },
  'a user needs an email with an at sign': {
    plant: wrapping(
      'isCompleteUser',
      ({ original }, body) => original(body) && String(body.email).includes('@'),
    ),
  },
  'a new email has letters, digits and a few signs alone': {
    plant: wrapping(
      'isCompleteUser',
      ({ original }, body) => original(body) && /^[\w.+-]+@[\w.-]+$/.test(String(body.email)),
    ),
    concerns: ['users.fields.*'],
  },
  'a new name has to be a text': {
    plant: wrapping('withBody', ({ original, app }, request, handler) =>
      original(request, (same, body) =>
        request.method === 'POST' && isOddText(body.name)
          ? app.error(400, 'A name is a text')
          : handler(same, body),
      ),
    ),
  },
  'a limit beyond a hundred is capped': {
    plant: wrapping('limitOf', ({ original }, request) => Math.min(original(request), 100)),
  },
  'a page that makes no sense is a bad request': {
    plant: answering('listProducts', (answer, { query }, app) => {
      const isSound = (text: string | null) => text === null || /^[1-9]\d{0,5}$/.test(text);
      const isBad = !isSound(query.get('page')) || !isSound(query.get('limit'));
      return isBad ? app.error(400, 'That is no page') : answer;
    }),
  },
  'HEAD is answered like GET': {
    plant: wrapping('serve', ({ original }, request) =>
      original(request.method === 'HEAD' ? { ...request, method: 'GET' } : request),
    ),
  },
  'fewer requests at a time are wanted now and then': {
    plant: (app: Application) => {
      const handle = app.handle.bind(app);
      let requests = 0;
      app.handle = (request) => {
        requests += 1;
        const isTooMany = requests % 50 === 0;
        return isTooMany
          ? { status: 429, headers: { 'retry-after': '0' }, body: '' }
          : handle(request);
      };
    },
  },
  'other paths have a page of their own': {
    plant: answering('notFound', () => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<!doctype html><title>Welcome</title>',
    })),
  },
  'members that the tables do not list are rejected': {
    plant: checking((body, { path }) => {
      const known = path === '/api/users' ? userMembers : productMembers;
      return Object.keys(body).every((name) => known.includes(name));
    }),
    concerns: ['*.create.*', 'products.update.id-from-query'],
  },
  'values of another type are rejected': { plant: checking((body) => hasRightTypes(body)) },
  'falsey values of another type are rejected, too': {
    plant: checking(({ name, email, description, price, stock }, { path }) => {
      const isText = (value: unknown) => (value ?? '') === '' || typeof value === 'string';
      const isNumber = (value: unknown) => typeof (value ?? 0) === 'number';
      const isUser = path === '/api/users';
      return (
        (isUser ? [name, email] : [name, description]).every(isText) &&
        [price, stock].every(isNumber)
      );
    }),
  },
  'texts with a null character are rejected': {
    plant: checking((body) => !JSON.stringify(body).includes('\\u0000')),
  },
  'an update of a user needs both members': {
    plant: checking(
      ({ name, email }, { method, path }) =>
        method !== 'PUT' || path !== '/api/users' || (name !== undefined && email !== undefined),
    ),
  },
  'texts beyond a hundred characters are rejected': {
    plant: checking((body) =>
      Object.values(body).every((value) => typeof value !== 'string' || value.length <= 100),
    ),
    concerns: ['*.fields.any-text', '*.fields.long-text', '*.create.*', '*.update.*'],
  },
  'a deletion with a body is rejected': {
    plant: rejecting(({ method, body }) => method === 'DELETE' && body !== '', 400),
  },
  'bodies beyond 16 KB are rejected': {
    plant: rejecting(({ body }) => body.length > 16_384, 413),
  },
  'what follows the digits of an id does not matter': {
    plant: wrapping('idOf', ({ original }, request) =>
      original(request)?.replace(/^(\d+)\D.*$/, '$1'),
    ),
    concerns: ['products.update.*'],
  },
  'an id that is no number is a bad request': {
    plant: rejecting(({ query }) => !/^\d+$/.test(query.get('id') || '0'), 400),
  },
  'an email is taken in any letter case': {
    plant: (app: Application) => {
      const fold = (email: unknown) => String(email).toLowerCase();
      app.isEmailTaken = (email, besides) =>
        app.store.users.some((user) => user !== besides && fold(user.email) === fold(email));
    },
  },
  'a page holds thirty products at most': {
    plant: wrapping('limitOf', ({ original }, request) => Math.min(original(request), 30)),
  },
  'a limit beyond twenty is a bad request': {
    plant: rejecting(({ query }) => Number(query.get('limit') ?? 20) > 20, 400),
  },
  'parameters that the tables do not list are rejected': {
    plant: rejecting(({ method, path, query }) => {
      const known = path === '/api/users' ? ['id'] : ['id', 'page', 'limit'];
      return method !== 'POST' && [...query.keys()].some((name) => !known.includes(name));
    }, 400),
    concerns: ['users.routing.*', 'products.update.*'],
  },
  'other methods are not implemented': {
    plant: rejecting(({ method }) => !knownMethods.includes(method), 501),
  },
  'a new product cannot be posted to an id': {
    plant: rejecting(
      ({ method, path, query }) => method === 'POST' && path === '/api/products' && query.has('id'),
      404,
    ),
    concerns: ['products.create.*'],
  },
} satisfies Record<string, Variation>;

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Converts truthy values to texts. */
function textsOf(...names: readonly string[]): (body: Json) => Json {
  return (body) => ({
    ...body,
    ...Object.fromEntries(
      names.flatMap((name) => (body[name] ? [[name, String(body[name])]] : [])),
    ),
  });
}

const userMembers = ['name', 'email'];
const productMembers = ['name', 'description', 'price', 'stock'];
const knownMethods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];

/** Whether every member is falsey or of its stated type. */
function hasRightTypes({ name, email, description, price, stock }: Json): boolean {
  const isText = (value: unknown) => !value || typeof value === 'string';
  const isAmount = (value: unknown) => !value || (typeof value === 'number' && value > 0);
  const isCount = !stock || (Number.isInteger(stock) && Number(stock) > 0);
  return [name, email, description].every(isText) && isAmount(price) && isCount;
}

/** Rejects requests before their handling, but after the key check. */
function rejecting(isRejected: (request: ReceivedRequest) => boolean, status: number): Plant {
  return (app) => {
    for (const method of ['routeUsers', 'routeProducts'] as const) {
      const route = app[method].bind(app);
      app[method] = (request) =>
        isRejected(request) ? app.error(status, 'Not like this') : route(request);
    }
  };
}

/** Rejects bodies before any other check. */
function checking(isAccepted: (body: Json, request: ReceivedRequest) => boolean): Plant {
  return wrapping('withBody', ({ original, app }, request, handler) =>
    original(request, (same, body) =>
      isAccepted(body, request) ? handler(same, body) : app.error(400, 'That is no such body'),
    ),
  );
}

const isOddText = (value: unknown) => Boolean(value) && typeof value !== 'string';

/** Answers a body that is not JSON before the key check. */
function parsingFirst(app: Application): void {
  const reject = app.rejectCaller.bind(app);
  app.rejectCaller = (request) => {
    const isParsed = request.method === 'POST' && request.body !== '';
    const rejection = isParsed ? app.withBody(request, () => app.empty()) : undefined;
    return rejection?.status === 400 ? rejection : reject(request);
  };
}
