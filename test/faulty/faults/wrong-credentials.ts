/** Faults of guards that accept credentials other than the stored keys and tokens (§5). */
import type { ReceivedRequest } from '../exchange.js';
import { type Faults, type Plant, wrapping } from './fault.js';

/** Whether a plain object has a member of the credential's name: it has inherited members, too. */
const isInherited = (given: unknown) => typeof given === 'string' && given in {};

const isNull = (given: unknown) => given === 'null';

/** Whether the credential is a pattern of the whole stored one. */
function isMatch(stored: string, given: string): boolean {
  try {
    return new RegExp(`^(?:${given})$`).test(stored);
  } catch {
    return false;
  }
}

/** Accepts additional keys for one resource. */
function acceptingKeys(path: string, isAccepted: (key: unknown) => boolean): Plant {
  return wrapping('rejectKey', ({ original }, request) => {
    const isConcerned = request.path === path && isAccepted(request.headers['x-api-key']);
    return isConcerned ? undefined : original(request);
  });
}

function acceptingTokens(isAccepted: (token: unknown) => boolean): Plant {
  return wrapping(
    'isUsableSession',
    ({ original }, row, token) => original(row, token) || isAccepted(token),
  );
}

/** Accepts the requests that `isOpen` selects, with any key or without one. */
function opening(isOpen: (request: ReceivedRequest) => boolean): Plant {
  return wrapping('rejectCaller', ({ original }, request) =>
    isOpen(request) ? undefined : original(request),
  );
}

/** Sets the updated_at of a product to the current time before the credential is checked. */
function touching(): Plant {
  return wrapping('rejectCaller', ({ original, app }, request) => {
    const isUpdate = request.method === 'PUT' && request.path === '/api/products';
    const product = isUpdate ? app.findProduct(app.idOf(request) ?? '') : undefined;
    if (product !== undefined) product.updated_at = app.store.now();
    return original(request);
  });
}

/** Faults of guards, by their descriptions. */
export const wrongCredentialFaults: Faults = {
  'the name of an inherited member is accepted as a key': {
    section: '5.1',
    violates: ['auth.api-key.unknown'],
    plant: acceptingKeys('/api/products', isInherited),
  },
  'a key is a regular expression for the stored ones': {
    section: '5.1',
    violates: ['auth.api-key.unknown'],
    plant: (app) => {
      app.isUsableKey = (row, key) => row.active === 1 && isMatch(row.key, key);
    },
  },
  'the word null is accepted as a key': {
    section: '5.1',
    violates: ['auth.api-key.unknown'],
    plant: acceptingKeys('/api/products', isNull),
  },
  'for users, the name of an inherited member is accepted as a key': {
    section: '5.1',
    violates: ['auth.users-api-key.unknown'],
    profile: 'users-api-key',
    plant: acceptingKeys('/api/users', isInherited),
  },
  'for users, the word null is accepted as a key': {
    section: '5.1',
    violates: ['auth.users-api-key.unknown'],
    profile: 'users-api-key',
    plant: acceptingKeys('/api/users', isNull),
  },
  'the name of an inherited member is accepted as a token': {
    section: '5.2',
    violates: ['auth.bearer.unknown'],
    profile: 'bearer',
    plant: acceptingTokens(isInherited),
  },
  'a token is a regular expression for the stored ones': {
    section: '5.2',
    violates: ['auth.bearer.unknown'],
    profile: 'bearer',
    plant: wrapping(
      'isUsableSession',
      ({ original }, row, token) => isMatch(row.token, token) && original(row, row.token),
    ),
  },
  'a token may have more at its beginning': {
    section: '5.2',
    violates: ['auth.bearer.unknown'],
    profile: 'bearer',
    plant: wrapping(
      'isUsableSession',
      ({ original }, row, token) => token.endsWith(row.token) && original(row, row.token),
    ),
  },
  'the word null is accepted as a token': {
    section: '5.2',
    violates: ['auth.bearer.unknown'],
    profile: 'bearer',
    plant: acceptingTokens(isNull),
  },
  'products are updated without a key': {
    section: '5.1',
    violates: ['auth.api-key.missing'],
    plant: opening(
      ({ method, path, headers }) =>
        method === 'PUT' && path === '/api/products' && headers['x-api-key'] === undefined,
    ),
  },
  'a product is touched before the key is checked': {
    section: '5.1 Order',
    violates: ['auth.api-key.no-effect'],
    plant: touching(),
  },
  'a product is touched before the token is checked': {
    section: '5.2',
    violates: ['auth.bearer.no-effect'],
    profile: 'bearer',
    plant: touching(),
  },
  'products are deleted with any key, or without one': {
    section: '5.1',
    violates: ['auth.api-key.missing'],
    plant: opening(({ method, path }) => method === 'DELETE' && path === '/api/products'),
  },
};
