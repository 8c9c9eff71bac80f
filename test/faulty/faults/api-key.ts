/** Faults of API keys (§5.1): for products in `basic`, for users in `users-api-key`. */
import type { Application } from '../application.js';
import type { ReceivedRequest } from '../exchange.js';
import {
  answering,
  changeBody,
  changeStatus,
  type Fault,
  type Faults,
  type Plant,
  wrapping,
} from './fault.js';

/** Accepts additional keys. */
function accepting(isUsable: (stored: string, given: string) => boolean): Plant {
  return (app) => {
    app.isUsableKey = (row, key) => row.active === 1 && isUsable(row.key, key);
  };
}

/** Reads the key from another place when the header is missing. */
function finding(keyOf: (request: ReceivedRequest) => string | null | undefined): Plant {
  return wrapping('rejectKey', ({ original }, request) => {
    const key = request.headers['x-api-key'] ?? keyOf(request) ?? undefined;
    return original({ ...request, headers: { ...request.headers, 'x-api-key': key } });
  });
}

/** Accepts calls without checking their key. */
function skipping(isOpen: (request: ReceivedRequest) => boolean): Plant {
  return wrapping('rejectCaller', ({ original }, request) =>
    isOpen(request) ? undefined : original(request),
  );
}

/** Whether a request reads one row. */
const isReading = ({ method, query }: ReceivedRequest) => method === 'GET' && query.has('id');

/** Performs the action before the key check. */
function acting(isConcerned: (request: ReceivedRequest, app: Application) => boolean): Plant {
  return wrapping('rejectCaller', ({ original, app }, request) => {
    const rejection = original(request);
    if (rejection !== undefined && isConcerned(request, app)) app.route(request);
    return rejection;
  });
}

/** Creates a row with none of the values of a rejected create. */
const creatingAnother: Plant = wrapping('rejectCaller', ({ original, app }, request) => {
  const rejection = original(request);
  if (rejection !== undefined && request.method === 'POST') {
    const count = app.store.users.length;
    const values = { name: 'a record', email: `record-${count}@example.org`, price: 1 };
    app.route({ ...request, body: JSON.stringify(values) });
  }
  return rejection;
});

/** Answers 400 or 404 to calls without a key. */
function routingFirst(
  status: number,
  isConcerned: (request: ReceivedRequest) => boolean = () => true,
): Plant {
  return wrapping('rejectCaller', ({ original, app }, request) => {
    const rejection = original(request);
    if (rejection === undefined || !isConcerned(request)) return rejection;
    const probe = copyOf(app).route(request);
    return probe.status === status ? probe : rejection;
  });
}

const hasKey = ({ headers }: ReceivedRequest) => text(headers['x-api-key']) !== '';

/** Compares like SQL's LIKE: `_` matches any character, `%` any number of them. */
function isLike(stored: string, pattern: string): boolean {
  const source = pattern
    .replace(/[^\w%]/g, '\\$&')
    .replaceAll('_', '.')
    .replaceAll('%', '.*');
  return new RegExp(`^${source}$`).test(stored);
}

/** A copy of the application, whose changes have no effect. */
function copyOf(app: Application): Application {
  const copy: Application = Object.create(app);
  return Object.assign(copy, { store: app.store.copy() });
}

/** Whether the key of a request is stored, active or not. */
function isStored(app: Application, { headers }: ReceivedRequest): boolean {
  return app.store.keys.some(({ key }) => key === headers['x-api-key']);
}

/** The user and the password of the scheme Basic. */
function basicOf(header: string | undefined): readonly string[] | undefined {
  const encoded = /^Basic (.*)$/.exec(header ?? '')?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString().split(':');
}

const isEmpty = (key: unknown) => key === '';
const text = (value: unknown) => String(value ?? '');

/** Faults of the key check; `rule` is the last part of the requirement's id. */
const keyFaults: Readonly<Record<string, { readonly rule: string; readonly plant: Plant }>> = {
  'the key is not asked for': {
    rule: 'missing',
    plant: skipping(({ headers }) => headers['x-api-key'] === undefined),
  },
  'a key in a cookie is accepted': {
    rule: 'missing',
    plant: finding(({ headers }) => /x-api-key=([^;]*)/.exec(headers.cookie ?? '')?.[1]),
  },
  'an empty key is accepted': {
    rule: 'unknown',
    plant: skipping(({ headers }) => isEmpty(headers['x-api-key'])),
  },
  'a missing key is answered with 403': {
    rule: 'missing',
    plant: (app) => {
      app.missingKey = () => app.error(403, 'An API key is required');
    },
  },
  'a key in the query string is accepted': {
    rule: 'missing',
    plant: finding(({ query }) => query.get('x-api-key')),
  },
  'a key in the parameter api_key is accepted': {
    rule: 'missing',
    plant: finding(({ query }) => query.get('api_key')),
  },
  'a key in the header X-Auth-Token is accepted': {
    rule: 'missing',
    plant: finding(({ headers }) => text(headers['x-auth-token']) || undefined),
  },
  'a key as a bearer token is accepted': {
    rule: 'missing',
    plant: finding(({ headers }) => headers.authorization?.replace('Bearer ', '')),
  },
  'a key without a scheme in Authorization is accepted': {
    rule: 'missing',
    plant: finding(({ headers }) => headers.authorization),
  },
  'a key after its own scheme in Authorization is accepted': {
    rule: 'missing',
    plant: finding(({ headers }) => /^ApiKey (.*)$/.exec(headers.authorization ?? '')?.[1]),
  },
  'a key after the word Token in Authorization is accepted': {
    rule: 'missing',
    plant: finding(({ headers }) => /^Token (.*)$/.exec(headers.authorization ?? '')?.[1]),
  },
  'a key as a user of Basic is accepted': {
    rule: 'missing',
    plant: finding(({ headers }) => basicOf(headers.authorization)?.[0]),
  },
  'a key as a password of Basic is accepted': {
    rule: 'missing',
    plant: finding(({ headers }) => basicOf(headers.authorization)?.[1]),
  },
  'reading needs no key': {
    rule: 'missing',
    plant: skipping(
      ({ method, headers }) => method === 'GET' && headers['x-api-key'] === undefined,
    ),
  },
  'any key is accepted': {
    rule: 'unknown',
    plant: wrapping(
      'isUsableKey',
      ({ original, app }, row, key) =>
        original(row, key) || app.store.keys.every((one) => one.key !== key),
    ),
  },
  'a key is a pattern for the stored ones': {
    rule: 'unknown',
    plant: accepting((stored, given) => given === stored || isLike(stored, given)),
  },
  'the first of several keys in a header counts': {
    rule: 'unknown',
    plant: accepting((stored, given) => given.split(', ')[0] === stored),
  },
  'the word Bearer before a key is skipped': {
    rule: 'unknown',
    plant: accepting((stored, given) => given.replace(/^Bearer /, '') === stored),
  },
  'one of the words of a header has to be a key': {
    rule: 'unknown',
    plant: accepting((stored, given) => given.split(' ').includes(stored)),
  },
  'a token of a session is accepted as a key': {
    rule: 'unknown',
    plant: wrapping(
      'isUsableKey',
      ({ original, app }, row, key) =>
        original(row, key) || app.store.sessions.some(({ token }) => token === key),
    ),
  },
  'a right key as a bearer token makes up for a wrong one': {
    rule: 'unknown',
    plant: wrapping('rejectKey', ({ original, app }, request) => {
      const token = request.headers.authorization?.replace('Bearer ', '');
      const isKnown = app.store.keys.some((row) => row.active === 1 && row.key === token);
      return request.headers['x-api-key'] !== undefined && isKnown ? undefined : original(request);
    }),
  },
  'a key may stand in quotes': {
    rule: 'unknown',
    plant: accepting((stored, given) => given.replace(/^"(.*)"$/, '$1') === stored),
  },
  'an unknown key is answered with 403': {
    rule: 'unknown',
    plant: (app) => {
      app.invalidKey = () => app.error(403, 'This API key is not valid');
    },
  },
  'reading one row needs a key, but any will do': {
    rule: 'unknown',
    plant: skipping((request) => isReading(request) && text(request.headers['x-api-key']) !== ''),
  },
  'keys are compared without regard to case': {
    rule: 'unknown',
    plant: accepting((stored, given) => stored.toLowerCase() === given.toLowerCase()),
  },
  'the beginning of a key is enough': {
    rule: 'unknown',
    plant: accepting((stored, given) => stored.startsWith(given)),
  },
  'the end of a key is enough': {
    rule: 'unknown',
    plant: accepting((stored, given) => stored.endsWith(given)),
  },
  'a key may have more at its end': {
    rule: 'unknown',
    plant: accepting((stored, given) => given.startsWith(stored)),
  },
  'a wildcard is accepted as a key': {
    rule: 'unknown',
    plant: accepting((stored, given) => given === stored || given === '%'),
  },
  'SQL in a key is executed': {
    rule: 'unknown',
    plant: accepting((stored, given) => given === stored || given.includes("' OR '1'='1")),
  },
  'an inactive key is accepted': {
    rule: 'inactive',
    plant: (app) => {
      app.isUsableKey = (row, key) => row.key === key;
    },
  },
  'reading one row can be done with an inactive key': {
    rule: 'inactive',
    plant: wrapping('rejectKey', ({ original, app }, request) =>
      isReading(request) && isStored(app, request) ? undefined : original(request),
    ),
  },
  'an inactive key is answered with 403': {
    rule: 'inactive',
    plant: wrapping('rejectKey', ({ original, app }, request) => {
      const rejection = original(request);
      return isStored(app, request) && rejection ? changeStatus(rejection, 401, 403) : rejection;
    }),
  },
  'a missing key is answered with an empty body': {
    rule: 'error-body',
    plant: answering('missingKey', (answer) => ({ ...answer, body: '' })),
  },
  'an unknown key is answered with a text': {
    rule: 'error-body',
    plant: answering('invalidKey', (answer) => ({ ...answer, body: 'Unauthorized' })),
  },
  'the text of an inactive key is in another member': {
    rule: 'error-body',
    plant: wrapping('rejectKey', ({ original, app }, request) => {
      const rejection = original(request);
      if (rejection === undefined || !isStored(app, request)) return rejection;
      return changeBody(rejection, ({ error }) => ({ message: error }));
    }),
  },
  'the text of a 401 is in another member where the request is not routed': {
    rule: 'error-body',
    plant: wrapping('rejectKey', ({ original }, request) => {
      const rejection = original(request);
      if (rejection === undefined || request.method !== 'PATCH') return rejection;
      return changeBody(rejection, ({ error }) => ({ message: error }));
    }),
  },
  'a preflight may come without a key, but not with a wrong one': {
    rule: 'preflight-first',
    plant: wrapping(
      'preflight',
      ({ original, app }, request) =>
        (request.headers['x-api-key'] === undefined ? undefined : app.rejectCaller(request)) ??
        original(request),
    ),
  },
  'a preflight needs a key': {
    rule: 'preflight-first',
    plant: wrapping(
      'preflight',
      ({ original, app }, request) =>
        (app.isGuarded(request.path) ? app.rejectCaller(request) : undefined) ?? original(request),
    ),
  },
  'what is unknown is answered before the key is checked': {
    rule: 'before-routing',
    plant: routingFirst(404),
  },
  'what is unknown is answered before a key is looked up': {
    rule: 'before-routing',
    plant: routingFirst(404, hasKey),
  },
  'a body is validated before a key is looked up': {
    rule: 'before-routing',
    plant: routingFirst(400, hasKey),
  },
  'a body is validated before the key is checked': {
    rule: 'before-routing',
    plant: routingFirst(400),
  },
  'a row is deleted before the key is checked': {
    rule: 'no-effect',
    plant: acting(({ method }) => method === 'DELETE'),
  },
  'a row is created before the key is checked': {
    rule: 'no-effect',
    plant: acting(({ method }) => method === 'POST'),
  },
  'a row of other values is created for each rejected create': {
    rule: 'no-effect',
    plant: creatingAnother,
  },
  'a row is created once there is any key, and then rejected': {
    rule: 'no-effect',
    plant: acting((request) => request.method === 'POST' && hasKey(request)),
  },
  'a POST with an id in its query string is done before the key is checked': {
    rule: 'no-effect',
    plant: acting(({ method, query }) => method === 'POST' && query.has('id')),
  },
  'an update of no row creates one before the key is checked': {
    rule: 'no-effect',
    plant: wrapping('rejectCaller', ({ original, app }, request) => {
      const rejection = original(request);
      const id = request.query.get('id') ?? '';
      const known = request.path === '/api/users' ? app.findUser(id) : app.findProduct(id);
      if (rejection !== undefined && request.method === 'PUT' && known === undefined) {
        app.route({ ...request, method: 'POST' });
      }
      return rejection;
    }),
  },
  'a row is updated with a bearer token, and then rejected': {
    rule: 'no-effect',
    plant: acting(({ method, headers }) => method === 'PUT' && headers.authorization !== undefined),
  },
  'a row is deleted with an inactive key, and then rejected': {
    rule: 'no-effect',
    plant: acting((request, app) => request.method === 'DELETE' && isStored(app, request)),
  },
  'a row is updated before the key is checked': {
    rule: 'no-effect',
    plant: acting(({ method }) => method === 'PUT'),
  },
};

/** The same faults for the calls of one resource. */
function describeKeys(area: string, isConcerned: (request: ReceivedRequest) => boolean): Faults {
  return Object.fromEntries(
    Object.entries(keyFaults).map(([name, { rule, plant }]): [string, Fault] => [
      name,
      {
        section: orderRules.includes(rule) ? '5.1 Order' : '5.1',
        violates: [`${area}.${rule}`],
        plant: (app) => plant(app.partFor(area, isConcerned)),
      },
    ]),
  );
}

const orderRules: readonly string[] = ['preflight-first', 'before-routing', 'no-effect'];

const productKeys = describeKeys('auth.api-key', ({ path }) => path === '/api/products');

const userKeys = Object.fromEntries(
  Object.entries(describeKeys('auth.users-api-key', ({ path }) => path === '/api/users')).map(
    ([name, fault]): [string, Fault] => [
      `for users, ${name}`,
      { ...fault, profile: 'users-api-key' },
    ],
  ),
);

const others: Faults = {
  'users need a key, too': {
    section: '4.1',
    violates: ['auth.users.open'],
    plant: (app) => {
      app.isGuarded = () => true;
    },
  },
  'the name of the key header is compared with its case': {
    section: '5.1 Header',
    violates: ['auth.api-key.header-name'],
    plant: wrapping('rejectKey', ({ original, app }, request) => {
      // Another fault may read the key from a place without the header name.
      const names = request.headerNames.filter((name) => /^x-api-key$/i.test(name));
      const isOther = names.length > 0 && !names.includes('X-API-Key');
      return isOther && hasKey(request) ? app.missingKey() : original(request);
    }),
  },
  'no key is ever accepted': {
    section: '5.1',
    violates: ['auth.api-key.accepted'],
    plant: (app) => {
      app.isUsableKey = () => false;
    },
  },
};

/** Faults of API keys, by their descriptions. */
export const apiKeyFaults: Faults = { ...productKeys, ...userKeys, ...others };
