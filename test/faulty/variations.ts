/**
 * What a server may do otherwise and still conform: the specification leaves it open, so none of
 * these may be accused of anything.
 */
import { STATUS_CODES } from 'node:http';
import type { Application } from './application.js';
import type { Call, Reply } from './exchange.js';
import { answering, changeBody, changeStatus, showing, without } from './faults/fault.js';
import { emptyObjectReply } from './raw-server.js';
import type { Product } from './store.js';

type Plant = (application: Application) => void;

/** One thing done otherwise. */
export interface Variation {
  readonly plant: Plant;
  /** How many users and products are there before the check. */
  readonly rows?: number;
}

/** Writes JSON otherwise. */
function serializing(write: (value: unknown) => string): Plant {
  return (app) => {
    app.serialize = write;
  };
}

function reverseMembers(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return { extra: 'member', ...Object.fromEntries(Object.entries(value).reverse()) };
}

const escapeLetters = (text: string) =>
  text.replace(/[\u0080-\uffff]/g, (letter) => {
    return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });

/** Sends headers with every answer. */
function heading(headers: (call: Call, reply: Reply) => Record<string, string>): Plant {
  return answering('handle', (reply, call) => ({
    ...reply,
    headers: { ...reply.headers, ...headers(call, reply) },
  }));
}

/** How answers are written. */
const bodies = {
  'members come in another order, with more of them': {
    plant: serializing((value) =>
      JSON.stringify(JSON.parse(JSON.stringify(value), reverseMembers)),
    ),
  },
  'bodies are indented and end with a line end': {
    plant: serializing((value) => `\r\n${JSON.stringify(value, null, '\t')}\r\n`),
  },
  'letters beyond ASCII and slashes are escaped': {
    plant: serializing((value) => escapeLetters(JSON.stringify(value)).replaceAll('/', '\\/')),
  },
  'numbers have fractions and exponents': {
    plant: serializing((value) =>
      JSON.stringify(value)
        .replace(/"(id|stock|page|limit|total|pages)":(\d+)(?=[,}])/g, '"$1":$2.0')
        .replace(/"price":(\d+(?:\.\d+)?)(?=[,}])/g, '"price":$1e0'),
    ),
  },
  'a charset follows the media type': {
    plant: heading((_call, { body }) =>
      body === undefined ? {} : { 'content-type': 'Application/JSON;charset=UTF-8' },
    ),
  },
  'errors have the media type of problems': {
    plant: heading((_call, { status }) =>
      status >= 400 ? { 'content-type': 'application/problem+json' } : {},
    ),
  },
  'errors carry details': {
    plant: (app) => {
      app.errorBody = (message) => ({ details: { name: 'is wrong' }, error: message });
    },
  },
  'errors are in another language': {
    plant: (app) => {
      app.errorBody = () => ({ error: 'Das geht so nicht: „…“' });
    },
  },
  'an error has no details, which are null': {
    plant: (app) => {
      app.errorBody = (message) => ({ error: message, details: null, code: 17 });
    },
  },
} satisfies Record<string, Variation>;

/** Puts replies on the wire otherwise. */
function transmitting(send: (...given: Parameters<Application['transmit']>) => void): Plant {
  return (app) => {
    const transmit = app.transmit.bind(app);
    app.transmit = (reply, response) =>
      reply.body === undefined ? transmit(reply, response) : send(reply, response);
  };
}

const slownessMs = 4;

/** How answers are sent. */
const connections = {
  'a deletion answers with the bytes of an empty object': {
    plant: (app: Application) => {
      const transmit = app.transmit.bind(app);
      app.transmit = (reply, response) => {
        if (reply.status === 204) response.socket?.end(emptyObjectReply);
        else transmit(reply, response);
      };
    },
  },
  'connections close after every answer': {
    plant: heading(() => ({ connection: 'close' })),
  },
  'bodies come in chunks': {
    plant: transmitting(({ status, headers, body = '' }, response) => {
      response.writeHead(status, { ...headers });
      for (const character of body) response.write(character);
      response.end();
    }),
  },
  'answers take their time': {
    plant: transmitting(({ status, headers, body }, response) => {
      setTimeout(() => response.writeHead(status, { ...headers }).end(body), slownessMs);
    }),
  },
  'answers are those of HTTP 1.0': {
    plant: transmitting(({ status, headers, body = '' }, response) => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      const head = [`HTTP/1.0 ${status} ${STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n');
      response.socket?.end(head + body);
    }),
  },
  'header names are in capitals': {
    plant: answering('handle', (reply) => ({
      ...reply,
      headers: Object.fromEntries(
        Object.entries(reply.headers).map(([name, value]) => [name.toUpperCase(), value]),
      ),
    })),
  },
  'answers carry cookies and more': {
    plant: heading(() => ({
      'set-cookie': 'session=1; HttpOnly',
      'cache-control': 'no-store',
      etag: '"1"',
      'x-powered-by': 'patience',
    })),
  },
  'a 401 carries a challenge': {
    plant: heading(
      (_call, { status }): Record<string, string> =>
        status === 401 ? { 'www-authenticate': 'Key realm="products"' } : {},
    ),
  },
} satisfies Record<string, Variation>;

/** How CORS is done. */
const cors = {
  'a preflight is answered with 200': {
    plant: (app: Application) => {
      app.preflight = () => ({ status: 200, headers: {}, body: '' });
    },
  },
  'a preflight is answered with JSON': {
    plant: (app: Application) => {
      app.preflight = () => app.json(200, {});
    },
  },
  'the origin that asks is the one that is allowed': {
    plant: heading(({ headers }) => ({
      'access-control-allow-origin': headers.origin ?? 'https://app.example',
      vary: 'Origin',
    })),
  },
  'only the origin is stated': {
    plant: (app: Application) => {
      app.corsHeaders = () => ({ 'access-control-allow-origin': '*' });
    },
  },
} satisfies Record<string, Variation>;

/** Tells the time in a form of its own. */
function telling(now: () => string): Plant {
  return ({ store }) => {
    store.now = now;
  };
}

const hourMs = 3_600_000;
const yearMs = 365 * 24 * hourMs;

/** The time some hours east of Greenwich, in ISO 8601 without a zone. */
function timeEast(hours: number): string {
  return new Date(Date.now() + hours * hourMs).toISOString().slice(0, 19);
}

/** What rows look like. */
const rows = {
  'timestamps are in ISO 8601 with milliseconds': {
    plant: telling(() => new Date().toISOString()),
  },
  'timestamps name the zone of the server': {
    plant: telling(() => `${timeEast(2)}+02:00`),
  },
  'timestamps are in a zone that they do not name': {
    plant: telling(() => timeEast(-7)),
  },
  'the clock is a year slow': {
    plant: (app: Application) => {
      const now = () => new Date(Date.now() - yearMs);
      telling(() => now().toISOString())(app);
      heading(() => ({ date: now().toUTCString() }))(app);
    },
  },
  'rows have more columns': {
    plant: (app: Application) => {
      const extra = { deleted_at: null, tags: [], owner: { id: 1, name: 'Ada' } };
      for (const method of ['productRow', 'productStored', 'userListed', 'userStored'] as const) {
        showing(method, (shown) => ({ ...extra, ...shown }))(app);
      }
    },
  },
  'a single user has no created_at': {
    plant: showing('userRead', (user) => without(user, 'created_at')),
  },
  'an absent description is left out of the answer to a create': {
    plant: answering('createProduct', (reply) =>
      changeBody(reply, (body) =>
        body.description === null ? without(body, 'description') : body,
      ),
    ),
  },
  'ids are large': {
    plant: ({ store }: Application) => {
      store.nextId = (last) => Math.max(last, 2 ** 40) + 1;
    },
  },
  'ids have gaps': {
    plant: ({ store }: Application) => {
      store.nextId = (last) => last + 7;
    },
  },
  'the id of a deleted row is given again': {
    plant: ({ store }: Application) => {
      store.nextId = (_last, present) => Math.max(0, ...present.map(({ id }) => id)) + 1;
    },
  },
  'users come with the newest first': {
    plant: (app: Application) => {
      app.listUsers = () =>
        app.json(
          200,
          [...app.store.users].reverse().map((user) => app.userListed(user)),
        );
    },
  },
  'products of the same time come in another order each time': {
    plant: (app: Application) => {
      const order = app.orderProducts.bind(app);
      app.orderProducts = (products: readonly Product[]) => order(shuffle(products));
    },
  },
  'hundreds of rows are there already': { plant: () => {}, rows: 400 },
  'no rows are there yet': { plant: () => {}, rows: 0 },
} satisfies Record<string, Variation>;

function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** Answers requests that the specification says nothing about otherwise. */
const unspecified = {
  'an email that is taken is a bad request': {
    plant: answering('emailTaken', (reply) => changeStatus(reply, 409, 400)),
  },
  'an email that is taken is a fault of the server': {
    plant: answering('emailTaken', () => ({
      status: 500,
      headers: { 'content-type': 'text/html' },
      body: '<h1>UNIQUE constraint failed</h1>',
    })),
  },
  'a malformed body is a fault of the server': {
    plant: answering('unusableBody', (reply) => changeStatus(reply, 400, 500)),
  },
  'a user needs an email with an at sign': {
    plant: (app: Application) => {
      const isComplete = app.isCompleteUser.bind(app);
      app.isCompleteUser = (body) => isComplete(body) && String(body.email).includes('@');
    },
  },
  'a new name has to be a text': {
    plant: (app: Application) => {
      const withBody = app.withBody.bind(app);
      app.withBody = (call, handler) =>
        withBody(call, (same, body) =>
          call.method === 'POST' && isOddText(body.name)
            ? app.error(400, 'A name is a text')
            : handler(same, body),
        );
    },
  },
  'a limit beyond a hundred is capped': {
    plant: (app: Application) => {
      const limit = app.limitOf.bind(app);
      app.limitOf = (call) => Math.min(limit(call), 100);
    },
  },
  'a page that makes no sense is a bad request': {
    plant: answering('listProducts', (reply, { query }, app) => {
      const isSound = (text: string | null) => text === null || /^[1-9]\d{0,5}$/.test(text);
      const isBad = !isSound(query.get('page')) || !isSound(query.get('limit'));
      return isBad ? app.error(400, 'That is no page') : reply;
    }),
  },
  'HEAD is answered like GET': {
    plant: (app: Application) => {
      const serve = app.serve.bind(app);
      app.serve = (call) => serve(call.method === 'HEAD' ? { ...call, method: 'GET' } : call);
    },
  },
  'other paths have a page of their own': {
    plant: answering('notFound', () => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<!doctype html><title>Welcome</title>',
    })),
  },
} satisfies Record<string, Variation>;

const isOddText = (value: unknown) => Boolean(value) && typeof value !== 'string';

/** All variations, by what a person would say of the server. */
export const variations = { ...bodies, ...connections, ...cors, ...rows, ...unspecified };

/** The name of one. */
export type VariationName = keyof typeof variations;
