/** Typical faults of attack filters in texts that look like SQL, a query, a path or markup. */

import type { ReceivedRequest } from '../exchange.js';
import type { Json } from '../guard.js';
import { type Faults, itemizing, listing, type Plant, receiving, wrapping } from './fault.js';

/** Rejects bodies of a method and path that match a pattern. */
function rejecting(method: string, path: string, pattern: RegExp): Plant {
  return wrapping('withBody', ({ original, app }, request: ReceivedRequest, handler) => {
    const isConcerned =
      request.method === method && request.path === path && pattern.test(request.body);
    return isConcerned ? app.error(400, 'That is suspicious') : original(request, handler);
  });
}

/** Changes one member of a body, if it is a text. */
const text = (member: string, change: (value: string) => string) => (body: Json) => {
  const value = body[member];
  return typeof value === 'string' ? { ...body, [member]: change(value) } : body;
};

const statement = /DROP TABLE|UNION SELECT/i;
const tags = /<[^>]*>/g;

/** Faults of attack filters, by their descriptions. */
export const suspiciousTextFaults: Faults = {
  'a user is rejected whose name looks like SQL': {
    section: '2 users',
    violates: ['users.fields.any-text'],
    plant: rejecting('POST', '/api/users', statement),
  },
  'an update of a user is rejected that looks like SQL': {
    section: '2 users',
    violates: ['users.fields.any-text'],
    plant: rejecting('PUT', '/api/users', statement),
  },
  'a product is rejected whose texts look like SQL': {
    section: '2 products',
    violates: ['products.fields.any-text'],
    plant: rejecting('POST', '/api/products', / OR 1=1|\/\*/),
  },
  'an update of a product is rejected that looks like a path': {
    section: '2 products',
    violates: ['products.fields.any-text'],
    plant: rejecting('PUT', '/api/products', /\.\.\//),
  },
  'the words of SQL are cut out of a name': {
    section: '2 users',
    violates: ['users.fields.any-text'],
    plant: receiving(
      'createUser',
      text('name', (name) => name.replace(/\b(DROP|UNION|SELECT)\b ?/g, '')),
    ),
  },
  'a path in a description is made shorter': {
    section: '2 products',
    violates: ['products.fields.any-text'],
    plant: receiving(
      'createProduct',
      text('description', (description) => description.replaceAll('/./', '/').replace('../', '')),
    ),
  },
  'what follows a number sign in a changed name is lost': {
    section: '2 users',
    violates: ['users.fields.any-text'],
    plant: receiving(
      'replaceUser',
      text('name', (name) => name.replace(/=b#c.*/, '=b')),
    ),
  },
  'comments of HTML are cut out of a changed description': {
    section: '2 products',
    violates: ['products.fields.any-text'],
    plant: receiving(
      'updateProduct',
      text('description', (description) => description.replace(/<!--.*?-->/g, '')),
    ),
  },
  'tags are cut out of an email': {
    section: '2 users',
    violates: ['users.fields.any-text'],
    plant: receiving(
      'createUser',
      text('email', (email) => email.replace(tags, '')),
    ),
  },
  'quotes in an email are doubled': {
    section: '2 users',
    violates: ['users.fields.any-text'],
    plant: receiving(
      'createUser',
      text('email', (email) => email.replaceAll("'", "''")),
    ),
  },
  'an email is listed with its percent signs decoded': {
    section: '2 users',
    violates: ['users.fields.any-text'],
    plant: listing((users) =>
      users.map((user) => ({ ...user, email: String(user.email).replaceAll('%20', ' ') })),
    ),
  },
  'addresses in listed descriptions become links': {
    section: '2 products',
    violates: ['products.fields.any-text'],
    plant: itemizing((row) => ({
      ...row,
      description: row.description && String(row.description).replace(/https:\S+/, '<$&>'),
    })),
  },
};
