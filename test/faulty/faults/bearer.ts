/** Faults of bearer tokens (§5.2). */
import type { Application } from '../application.js';
import type { ReceivedRequest } from '../exchange.js';
import { currentTimestamp } from '../store.js';
import {
  answering,
  changeBody,
  changeStatus,
  type Fault,
  type Faults,
  type Plant,
  wrapping,
} from './fault.js';

/** Reads the token of a header differently. */
function parsing(tokenOf: (header: string) => string | undefined): Plant {
  return (app) => {
    app.tokenOf = tokenOf;
  };
}

/** Compares tokens differently. */
function comparing(isSame: (stored: string, given: string) => boolean): Plant {
  return (app) => {
    app.isUsableSession = (row, token) =>
      isSame(row.token, token) && row.expires_at > currentTimestamp();
  };
}

/** Accepts some calls without the header. */
function skipping(isOpen: (request: ReceivedRequest) => boolean): Plant {
  return wrapping('rejectToken', ({ original }, request) =>
    request.headers.authorization === undefined && isOpen(request) ? undefined : original(request),
  );
}

/** Reads the token from another place when the header is missing. */
function finding(tokenOf: (request: ReceivedRequest) => string | null | undefined): Plant {
  return wrapping('rejectToken', ({ original }, request) => {
    const token = tokenOf(request) ?? '';
    const isHidden = request.headers.authorization === undefined && token !== '';
    const authorization = isHidden ? `Bearer ${token}` : request.headers.authorization;
    return original({ ...request, headers: { ...request.headers, authorization } });
  });
}

/** Accepts reads of one row with a certain kind of token. */
function reading(isEnough: (token: string, app: Application) => boolean): Plant {
  return wrapping('rejectToken', ({ original, app }, request) => {
    const isReading = request.method === 'GET' && request.query.has('id');
    const token = app.tokenOf(request.headers.authorization ?? '');
    return isReading && token && isEnough(token, app) ? undefined : original(request);
  });
}

const isStored = (token: string, { store }: Application) =>
  store.sessions.some((row) => row.token === token);

/** Performs the action before the token check. */
function acting(
  method: string,
  isConcerned: (header: string, app: Application) => boolean = () => true,
): Plant {
  return wrapping('rejectToken', ({ original, app }, request) => {
    const rejection = original(request);
    const isMeant =
      request.method === method && isConcerned(request.headers.authorization ?? '', app);
    if (rejection !== undefined && isMeant) app.route(request);
    return rejection;
  });
}

const faults: Readonly<Record<string, Omit<Fault, 'profile' | 'section'>>> = {
  'no token is asked for': {
    violates: ['auth.bearer.missing'],
    plant: skipping(() => true),
  },
  'listing users needs no token': {
    violates: ['auth.bearer.missing'],
    plant: skipping(({ method, path }) => method === 'GET' && path === '/api/users'),
  },
  'creating products needs no token': {
    violates: ['auth.bearer.missing'],
    plant: skipping(({ method, path }) => method === 'POST' && path === '/api/products'),
  },
  'a missing token is answered with 400': {
    violates: ['auth.bearer.missing'],
    plant: answering('missingToken', (answer) => changeStatus(answer, 401, 400)),
  },
  'a token in the query string is accepted': {
    violates: ['auth.bearer.missing'],
    plant: finding(({ query }) => query.get('token')),
  },
  'a token in the parameter access_token is accepted': {
    violates: ['auth.bearer.missing'],
    plant: finding(({ query }) => query.get('access_token')),
  },
  'a token in a cookie is accepted': {
    violates: ['auth.bearer.missing'],
    plant: finding(({ headers }) => /\btoken=([^;]*)/.exec(headers.cookie ?? '')?.[1]),
  },
  'a token as an API key is accepted': {
    violates: ['auth.bearer.missing'],
    plant: finding(({ headers }) => headers['x-api-key'] as string | undefined),
  },
  'a token without its scheme is accepted': {
    violates: ['auth.bearer.two-parts'],
    plant: parsing((header) => {
      const [scheme, token, ...rest] = header.split(' ');
      if (token === undefined) return scheme;
      return scheme === 'Bearer' && rest.length === 0 ? token : undefined;
    }),
  },
  'several spaces before the token are accepted': {
    violates: ['auth.bearer.two-parts'],
    plant: parsing((header) => /^Bearer +(\S+)$/.exec(header)?.[1]),
  },
  'a third part after the token is accepted': {
    violates: ['auth.bearer.two-parts'],
    plant: parsing((header) => /^Bearer (\S+)/.exec(header)?.[1]),
  },
  'a header of other than two parts is answered with 400': {
    violates: ['auth.bearer.two-parts'],
    plant: wrapping('rejectToken', ({ original }, request) => {
      const rejection = original(request);
      const parts = request.headers.authorization?.split(' ') ?? [];
      const isOdd = parts.length === 1 || parts.length > 2;
      return rejection && isOdd ? changeStatus(rejection, 401, 400) : rejection;
    }),
  },
  'the scheme is compared without regard to case': {
    violates: ['auth.bearer.scheme'],
    plant: parsing((header) => /^bearer (\S+)$/i.exec(header)?.[1]),
  },
  'any scheme is accepted': {
    violates: ['auth.bearer.scheme'],
    plant: parsing((header) => /^\S+ (\S+)$/.exec(header)?.[1]),
  },
  'any token is accepted': {
    violates: ['auth.bearer.unknown'],
    plant: wrapping(
      'isUsableSession',
      ({ original, app }, row, given) =>
        original(row, given) || app.store.sessions.every(({ token }) => token !== given),
    ),
  },
  'reading one row needs a token, but any will do': {
    violates: ['auth.bearer.unknown'],
    plant: reading(() => true),
  },
  'reading one row can be done with an expired token': {
    violates: ['auth.bearer.expired'],
    plant: reading(isStored),
  },
  'an invalid token is answered with 403': {
    violates: ['auth.bearer.unknown'],
    plant: answering('invalidToken', (answer) => changeStatus(answer, 401, 403)),
  },
  'tokens are compared without regard to case': {
    violates: ['auth.bearer.unknown'],
    plant: comparing((stored, given) => stored.toLowerCase() === given.toLowerCase()),
  },
  'the beginning of a token is enough': {
    violates: ['auth.bearer.unknown'],
    plant: comparing((stored, given) => stored.startsWith(given)),
  },
  'a token may have more at its end': {
    violates: ['auth.bearer.unknown'],
    plant: comparing((stored, given) => given.startsWith(stored)),
  },
  'an expired token is accepted': {
    violates: ['auth.bearer.expired'],
    plant: (app) => {
      app.isUsableSession = (row, token) => row.token === token;
    },
  },
  'the text of a missing token is not JSON': {
    violates: ['auth.bearer.error-body'],
    plant: answering('missingToken', (answer) => ({ ...answer, body: 'Unauthorized' })),
  },
  'the text of an invalid token is a number': {
    violates: ['auth.bearer.error-body'],
    plant: answering('invalidToken', (answer) => ({ ...answer, body: '{"error":401}' })),
  },
  'the text of an expired token is in another member': {
    violates: ['auth.bearer.error-body'],
    plant: wrapping('rejectToken', ({ original, app }, request) => {
      const rejection = original(request);
      const token = app.tokenOf(request.headers.authorization ?? '') ?? '';
      if (rejection === undefined || !isStored(token, app)) return rejection;
      return changeBody(rejection, ({ error }) => ({ message: error }));
    }),
  },
  'a preflight may come without a token, but not with a wrong one': {
    violates: ['auth.bearer.preflight-first'],
    plant: wrapping(
      'preflight',
      ({ original, app }, request) =>
        (request.headers.authorization === undefined ? undefined : app.rejectToken(request)) ??
        original(request),
    ),
  },
  'a preflight needs a token': {
    violates: ['auth.bearer.preflight-first'],
    plant: wrapping(
      'preflight',
      ({ original, app }, request) => app.rejectToken(request) ?? original(request),
    ),
  },
  'a row is deleted before the token is checked': {
    violates: ['auth.bearer.no-effect'],
    plant: acting('DELETE'),
  },
  'a row of other values is created for a create without a token': {
    violates: ['auth.bearer.no-effect'],
    plant: wrapping('rejectToken', ({ original, app }, request) => {
      const rejection = original(request);
      const isMissing = request.method === 'POST' && request.headers.authorization === undefined;
      if (rejection !== undefined && isMissing && request.path === '/api/products') {
        app.route({ ...request, body: '{"name": "a record", "price": 1}' });
      }
      return rejection;
    }),
  },
  'a row is created before the token is checked': {
    violates: ['auth.bearer.no-effect'],
    plant: acting('POST'),
  },
  'a row is updated before the token is checked': {
    violates: ['auth.bearer.no-effect'],
    plant: acting('PUT'),
  },
  'a row is created although the header has three parts': {
    violates: ['auth.bearer.no-effect'],
    plant: acting('POST', (header) => header.split(' ').length > 2),
  },
  'a row is deleted although the token comes first': {
    violates: ['auth.bearer.no-effect'],
    plant: acting('DELETE', (header) => header.endsWith(' Bearer')),
  },
  'a row is updated with an expired token, and then rejected': {
    violates: ['auth.bearer.no-effect'],
    plant: acting('PUT', (header, app) => isStored(header.replace('Bearer ', ''), app)),
  },
  'a colon, a comma or an equals sign may follow the scheme': {
    violates: ['auth.bearer.two-parts'],
    plant: parsing((header) => /^Bearer[:,= ](\S+)$/.exec(header)?.[1]),
  },
  'a header is decoded before it is split': {
    violates: ['auth.bearer.two-parts'],
    plant: wrapping('tokenOf', ({ original }, header) => original(header.replaceAll('%20', ' '))),
  },
  'the scheme and the token may stand anywhere in a header': {
    violates: ['auth.bearer.two-parts'],
    plant: parsing((header) => /(?:^| )Bearer (\S+)$/.exec(header)?.[1]),
  },
  'the first of several tokens in a header counts': {
    violates: ['auth.bearer.two-parts'],
    plant: wrapping('tokenOf', ({ original }, header) => original(header.split(', ')[0] ?? '')),
  },
  'the word Bearer is cut out of the header': {
    violates: ['auth.bearer.two-parts'],
    plant: parsing((header) =>
      header.startsWith('Bearer') ? header.slice('Bearer'.length).replace(/^ /, '') : undefined,
    ),
  },
  'the scheme has to begin with Bearer': {
    violates: ['auth.bearer.scheme'],
    plant: parsing((header) => /^Bearer\S* (\S+)$/.exec(header)?.[1]),
  },
  'the scheme has to end with Bearer': {
    violates: ['auth.bearer.scheme'],
    plant: parsing((header) => /^\S*Bearer (\S+)$/.exec(header)?.[1]),
  },
  'the token may come before its scheme': {
    violates: ['auth.bearer.scheme'],
    plant: wrapping('tokenOf', ({ original }, header) =>
      original(header.replace(/^(\S+) Bearer$/, 'Bearer $1')),
    ),
  },
  'a token as a user of Basic is accepted': {
    violates: ['auth.bearer.scheme'],
    plant: wrapping('tokenOf', ({ original }, header) => {
      const encoded = /^Basic (\S+)$/.exec(header)?.[1];
      if (encoded === undefined) return original(header);
      return Buffer.from(encoded, 'base64').toString().split(':')[0];
    }),
  },
  'a comma after the token is left out': {
    violates: ['auth.bearer.unknown'],
    plant: comparing((stored, given) => given.replace(/,$/, '') === stored),
  },
  'a token may stand in quotes': {
    violates: ['auth.bearer.unknown'],
    plant: comparing((stored, given) => given.replace(/^"(.*)"$/, '$1') === stored),
  },
  'a token may come in base64': {
    violates: ['auth.bearer.unknown'],
    plant: comparing(
      (stored, given) => given === stored || Buffer.from(given, 'base64').toString() === stored,
    ),
  },
  'an API key is accepted as a token': {
    violates: ['auth.bearer.unknown'],
    plant: wrapping(
      'isUsableSession',
      ({ original, app }, row, token) =>
        original(row, token) || app.store.keys.some(({ key }) => key === token),
    ),
  },
  'a right token as an API key makes up for a wrong one': {
    violates: ['auth.bearer.unknown'],
    plant: wrapping('rejectToken', ({ original, app }, request) => {
      const isRight = app.store.sessions.some(
        (row) => row.token === request.headers['x-api-key'] && app.isUsableSession(row, row.token),
      );
      const isBeside = request.headers.authorization !== undefined;
      return isBeside && isRight ? undefined : original(request);
    }),
  },
  'any space before the token will do': {
    violates: ['auth.bearer.two-parts'],
    plant: parsing((header) => /^Bearer\s(\S+)$/.exec(header)?.[1]),
  },
  'no token is ever accepted': {
    violates: ['auth.bearer.accepted'],
    plant: comparing(() => false),
  },
};

/** Faults of bearer tokens, by their descriptions. */
export const bearerFaults: Faults = Object.fromEntries(
  Object.entries(faults).map(([name, fault]): [string, Fault] => [
    name,
    { ...fault, section: '5.2', profile: 'bearer' },
  ]),
);
