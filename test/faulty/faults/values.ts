/** Faults in the processing of values: texts, numbers, bodies and query strings. */

import type { ReceivedRequest } from '../exchange.js';
import type { Json } from '../guard.js';
import { type Faults, itemizing, type Plant, receiving, wrapping } from './fault.js';

/** Changes the body of every create and update. */
function everywhere(resource: 'User' | 'Product', change: (body: Json) => Json): Plant {
  return (app) => {
    receiving(`create${resource}`, change)(app);
    receiving(resource === 'User' ? 'replaceUser' : 'updateProduct', change)(app);
  };
}

/** Changes one member of a body, if it is a text. */
const text = (member: string, change: (value: string) => string) => (body: Json) => {
  const value = body[member];
  return typeof value === 'string' ? { ...body, [member]: change(value) } : body;
};

/** Changes one member of a body, if it is a number. */
const number = (member: string, change: (value: number) => number) => (body: Json) => {
  const value = body[member];
  return typeof value === 'number' ? { ...body, [member]: change(value) } : body;
};

/** Changes the text of all or some bodies before parsing. */
function rewriting(
  change: (body: string) => string,
  isConcerned: (request: ReceivedRequest) => boolean = () => true,
): Plant {
  return wrapping('withBody', ({ original }, request, handler) =>
    original(isConcerned(request) ? { ...request, body: change(request.body) } : request, handler),
  );
}

const texts: Faults = {
  'a new name loses the blanks at its ends': {
    section: '2 users',
    violates: ['users.fields.any-text'],
    plant: receiving(
      'createUser',
      text('name', (name) => name.trim()),
    ),
  },
  'a changed email loses the blanks at its ends': {
    section: '2 users',
    violates: ['users.fields.any-text'],
    plant: receiving(
      'replaceUser',
      text('email', (email) => email.trim()),
    ),
  },
  'a new email loses the blanks at its ends': {
    section: '2 users',
    violates: ['users.fields.any-text'],
    plant: receiving(
      'createUser',
      text('email', (email) => email.trim()),
    ),
  },
  'doubled percent signs in a new name become one': {
    section: '2 users',
    violates: ['users.fields.any-text'],
    plant: receiving(
      'createUser',
      text('name', (name) => name.replaceAll('%%', '%')),
    ),
  },
  'names are brought into one normal form': {
    section: '2 users',
    violates: ['users.fields.any-text'],
    plant: everywhere(
      'User',
      text('name', (name) => name.normalize('NFC')),
    ),
  },
  'percent signs in a description are decoded': {
    section: '2 products',
    violates: ['products.fields.any-text'],
    plant: everywhere(
      'Product',
      text('description', (description) => description.replaceAll('%25', '%')),
    ),
  },
  'line ends of other systems are replaced in a description': {
    section: '2 products',
    violates: ['products.fields.any-text'],
    plant: everywhere(
      'Product',
      text('description', (description) => description.replaceAll('\r\n', '\n')),
    ),
  },
  'listed descriptions are escaped for HTML': {
    section: '2 products',
    violates: ['products.fields.any-text'],
    plant: itemizing(text('description', (value) => value.replaceAll('<', '&lt;'))),
  },
  'a name of a user ends after 255 characters': {
    section: '2 users',
    violates: ['users.fields.long-text'],
    plant: everywhere(
      'User',
      text('name', (name) => name.slice(0, 255)),
    ),
  },
  'a changed name of a user ends after 255 characters': {
    section: '2 users',
    violates: ['users.fields.long-text'],
    plant: receiving(
      'replaceUser',
      text('name', (name) => name.slice(0, 255)),
    ),
  },
  'a changed description ends after 200 characters': {
    section: '2 products',
    violates: ['products.fields.long-text'],
    plant: receiving(
      'updateProduct',
      text('description', (value) => value.slice(0, 200)),
    ),
  },
  'an email ends after 254 characters': {
    section: '2 users',
    violates: ['users.fields.long-text'],
    plant: everywhere(
      'User',
      text('email', (email) => email.slice(0, 254)),
    ),
  },
  'a description ends after 4096 characters': {
    section: '2 products',
    violates: ['products.fields.long-text'],
    plant: everywhere(
      'Product',
      text('description', (value) => value.slice(0, 4096)),
    ),
  },
  'a new email is stored in small letters': {
    section: '2 users',
    violates: ['users.fields.any-text'],
    plant: receiving(
      'createUser',
      text('email', (email) => email.toLowerCase()),
    ),
  },
  'the domain of a new email is stored in small letters': {
    section: '2 users',
    violates: ['users.fields.any-text'],
    plant: receiving(
      'createUser',
      text('email', (email) => email.replace(/@.*/, (domain) => domain.toLowerCase())),
    ),
  },
  'what follows a plus in an email is lost': {
    section: '2 users',
    violates: ['users.fields.any-text'],
    plant: receiving(
      'createUser',
      text('email', (email) => email.replace(/\+[^@_]*/, '')),
    ),
  },
  'letters beyond the first plane become question marks': {
    section: '2 users',
    violates: ['users.create.echo'],
    plant: everywhere(
      'User',
      text('name', (name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
    ),
  },
  'quotes in a name are doubled': {
    section: '2 users',
    violates: ['users.create.echo'],
    plant: everywhere(
      'User',
      text('name', (name) => name.replaceAll("'", "''")),
    ),
  },
  'backslashes in a description are dropped': {
    section: '2 products',
    violates: ['products.read.values'],
    plant: everywhere(
      'Product',
      text('description', (description) => description.replaceAll('\\', '')),
    ),
  },
  'a description ends at a control character': {
    section: '2 products',
    violates: ['products.fields.any-text'],
    plant: everywhere(
      'Product',
      text('description', (description) => description.split('\u0001')[0] ?? ''),
    ),
  },
  'dots and the like are lost before the @': {
    section: '2 users',
    violates: ['users.fields.any-text'],
    plant: everywhere(
      'User',
      text('email', (email) => email.replace(/^[a-z0-9]+[._+]/i, '')),
    ),
  },
};

const numbers: Faults = {
  'a negative price loses its sign': {
    section: '2 products',
    violates: ['products.fields.round-trip'],
    plant: receiving('createProduct', number('price', Math.abs)),
  },
  'a negative stock is stored as 0': {
    section: '2 products',
    violates: ['products.fields.round-trip'],
    plant: receiving(
      'updateProduct',
      number('stock', (value) => Math.max(value, 0)),
    ),
  },
  'prices are rounded to cents': {
    section: '2 products',
    violates: ['products.fields.price-digits'],
    plant: everywhere(
      'Product',
      number('price', (price) => (price < 1 ? price : Math.round(price * 100) / 100)),
    ),
  },
  'a changed price keeps ten digits': {
    section: '2 products',
    violates: ['products.fields.price-digits'],
    plant: receiving(
      'updateProduct',
      number('price', (price) => Number(price.toPrecision(10))),
    ),
  },
  'prices have the precision of 32 bits': {
    section: '2 products',
    violates: ['products.create.echo'],
    plant: everywhere('Product', number('price', Math.fround)),
  },
  'a price ends at 32 bits': {
    section: '2 products',
    violates: ['products.fields.price-digits'],
    plant: everywhere(
      'Product',
      number('price', (price) => Math.min(price, 2 ** 31)),
    ),
  },
  'an even stock beyond a million loses one piece': {
    section: '2 products',
    violates: ['products.fields.round-trip'],
    plant: everywhere(
      'Product',
      number('stock', (stock) => (stock > 1e6 && stock % 2 === 0 ? stock - 1 : stock)),
    ),
  },
  'a zero with a fraction is no zero': {
    section: '7',
    violates: ['products.create.price-required'],
    plant: rewriting(
      (body) => body.replace('"price":0.0}', '"price":1}'),
      ({ method }) => method === 'POST',
    ),
  },
};

/** The values that other languages treat as empty. */
const isEmptyThere = (value: unknown) => value === '0' || value === 'false' || value === 'null';

const emptiness: Faults = {
  'a user cannot be called 0': {
    section: '4.1 POST',
    violates: ['users.create.name-truthy'],
    plant: wrapping('isCompleteUser', ({ original }, body) => original(body) && body.name !== '0'),
  },
  'a product cannot be called false': {
    section: '4.2 POST',
    violates: ['products.create.name-truthy'],
    plant: wrapping(
      'isCompleteProduct',
      ({ original }, body) => original(body) && !isEmptyThere(body.name),
    ),
  },
  'a new description of 0 is none': {
    section: '4.2 rule 2',
    violates: ['products.create.description-as-given'],
    plant: receiving('createProduct', (body) => ({
      ...body,
      description: body.description === '0' ? null : body.description,
    })),
  },
  'an update with a blank description keeps the stored one': {
    section: '4.2 rule 3',
    violates: ['products.update.truthy-stored'],
    plant: merging((value) => typeof value === 'string' && value.trim() === ''),
  },
  'an update with the text 0 keeps the stored one': {
    section: '4.2 rule 3',
    violates: ['products.update.truthy-stored'],
    plant: merging(isEmptyThere),
  },
};

/** Keeps stored values in place of new ones. */
function merging(isKept: (value: unknown) => boolean): Plant {
  return wrapping('mergedField', ({ original }, product, field, body) =>
    isKept(body[field]) ? product[field] : original(product, field, body),
  );
}

/** Searches the id in the unparsed query string. */
function identifying(pattern: RegExp): Plant {
  return wrapping('idOf', (_wrapped, request) => {
    const id = pattern.exec(request.search)?.[1];
    return id === undefined ? undefined : decodeURIComponent(id);
  });
}

const requests: Faults = {
  'an escaped slash keeps its backslash': {
    section: '4',
    violates: ['http.json.any-form'],
    plant: rewriting((body) => body.replaceAll('\\/', '\\\\/')),
  },
  'a number ends at its exponent': {
    section: '4',
    violates: ['http.json.any-form'],
    plant: rewriting((body) => body.replace(/(":\d+(?:\.\d+)?)E-?\d+/g, '$1')),
  },
  'capitals in an escape sequence are taken for zeros': {
    section: '4',
    violates: ['http.json.any-form'],
    plant: rewriting((body) =>
      body.replace(/\\u[\dA-F]{4}/g, (sequence) => sequence.replace(/[A-F]/g, '0')),
    ),
  },
  'a name of a member with escape sequences is another one': {
    section: '4',
    violates: ['http.json.any-form'],
    plant: rewriting((body) => body.replace('"\\u0065', '"another')),
  },
  'an id with percent signs is not decoded': {
    section: '4',
    violates: ['http.query.encoded'],
    plant: wrapping(
      'idOf',
      ({ original }, request) => /[?&]id=(%3\d+)/.exec(request.search)?.[1] ?? original(request),
    ),
  },
  'the name of a parameter with percent signs is another one': {
    section: '4',
    violates: ['http.query.encoded'],
    plant: wrapping('limitOf', ({ original }, request) =>
      request.search.includes('%6c') ? 20 : original(request),
    ),
  },
  'a parameter whose name begins with id is the id': {
    section: '4',
    violates: ['users.routing.id-first'],
    plant: identifying(/[?&]id[^=]*=([^&]+)/),
  },
  'a parameter whose name ends with id is the id': {
    section: '4',
    violates: ['users.routing.id-first'],
    plant: identifying(/id=([^&]+)/),
  },
};

/** Faults in the processing of values, by their descriptions. */
export const valueFaults: Faults = { ...texts, ...numbers, ...emptiness, ...requests };
