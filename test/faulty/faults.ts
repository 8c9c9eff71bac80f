/**
 * Single faults of the conforming application. Each breaks one rule and names the requirements
 * that it violates; everything else about the server stays right.
 */
import type { Profile } from '../../conformance/run.js';
import type { Application } from './application.js';
import { currentTimestamp } from './store.js';

/** One broken rule. */
export interface Fault {
  /** The part of the specification that is violated. */
  readonly section: string;
  /** Ids of the requirements that must fail; others may be blocked by them. */
  readonly violates: readonly string[];
  /** Where it shows, unless in `basic`. */
  readonly profile?: Profile;
  /** Replaces the methods that hold the rule. */
  readonly plant: (application: Application) => void;
}

/** All faults, by what a person would say of the server. */
export const faults = {
  'products show the price as text': {
    section: '2',
    violates: ['products.fields.price-number'],
    plant: (app) => {
      const row = app.productRow;
      app.productRow = (product) => ({ ...row.call(app, product), price: String(product.price) });
    },
  },
  'users are listed inside an envelope': {
    section: '4.1',
    violates: ['users.list.array'],
    plant: (app) => {
      app.listUsers = () => app.json(200, { data: app.store.users.map((u) => app.userListed(u)) });
    },
  },
  'an unknown user is read as null': {
    section: '4.1',
    violates: ['users.read.unknown'],
    plant: (app) => {
      app.readUser = (_call, id) => {
        const user = app.findUser(id);
        return app.json(200, user === undefined ? null : app.userRead(user));
      };
    },
  },
  'a user needs no email': {
    section: '4.1',
    violates: ['users.create.email-required'],
    plant: (app) => {
      app.isCompleteUser = (body) => app.isFilled(body.name);
    },
  },
  'a user is created with status 200': {
    section: '4.1',
    violates: ['users.create.status'],
    plant: (app) => {
      const create = app.createUser;
      app.createUser = (call, body) => {
        const reply = create.call(app, call, body);
        return reply.status === 201 ? { ...reply, status: 200 } : reply;
      };
    },
  },
  'a user cannot be posted when the query has an id': {
    section: '4.1 rule 2',
    violates: ['users.create.any-query'],
    plant: (app) => {
      const create = app.createUser;
      app.createUser = (call, body) =>
        app.idOf(call) === undefined ? create.call(app, call, body) : app.invalidRequest(call);
    },
  },
  'replacing a user keeps its email': {
    section: '4.1 rule 3',
    violates: ['users.update.stores'],
    plant: (app) => {
      app.assignUser = (user, body) => {
        user.name = body.name ?? null;
      };
    },
  },
  'deleting an unknown user is refused': {
    section: '4.1',
    violates: ['users.delete.unknown'],
    plant: (app) => {
      const remove = app.deleteUser;
      app.deleteUser = (call, id) =>
        app.findUser(id) === undefined ? app.unknownUser() : remove.call(app, call, id);
    },
  },
  'a deleted product stays': {
    section: '4.2 rule 5',
    violates: ['products.delete.removes'],
    plant: (app) => {
      app.removeProduct = () => {};
    },
  },
  'the page count is rounded down': {
    section: '4.2 rule 1',
    violates: ['products.list.pages'],
    plant: (app) => {
      app.pageCount = (total, limit) => Math.floor(total / limit);
    },
  },
  'the first page skips a page': {
    section: '4.2 rule 1',
    violates: ['products.list.offset'],
    plant: (app) => {
      app.offsetOf = (page, limit) => page * limit;
    },
  },
  'an omitted stock is null': {
    section: '4.2 rule 2',
    violates: ['products.create.stock-default'],
    plant: (app) => {
      app.stockToCreate = (body) => body.stock ?? null;
    },
  },
  'an update sets a field to zero': {
    section: '4.2 rule 3',
    violates: ['products.update.falsey-keeps-stored'],
    plant: (app) => {
      app.mergedField = (product, field, body) => body[field] ?? product[field];
    },
  },
  'an update echoes the id as a number': {
    section: '4.2 rule 4',
    violates: ['products.update.id-as-received'],
    plant: (app) => {
      app.idToEcho = (id) => Number(id);
    },
  },
  'an inactive key is accepted': {
    section: '5.1',
    violates: ['auth.api-key.inactive'],
    plant: (app) => {
      app.isUsableKey = (row, key) => row.key === key;
    },
  },
  'a missing key is answered with 403': {
    section: '5.1',
    violates: ['auth.api-key.missing'],
    plant: (app) => {
      app.missingKey = () => app.error(403, 'An API key is required');
    },
  },
  'a preflight needs a key': {
    section: '5.1 order',
    violates: ['auth.api-key.preflight-first'],
    plant: (app) => {
      const preflight = app.preflight;
      app.preflight = (call) =>
        (app.isGuarded(call.path) ? app.rejectCaller(call) : undefined) ??
        preflight.call(app, call);
    },
  },
  'an expired token is accepted': {
    section: '5.2',
    profile: 'bearer',
    violates: ['auth.bearer.expired'],
    plant: (app) => {
      app.isUsableSession = (row, token) => row.token === token;
    },
  },
  'errors have a message instead of an error': {
    section: '7',
    violates: ['errors.body.message'],
    plant: (app) => {
      app.errorBody = (message) => ({ message });
    },
  },
  'the default limit is ten': {
    section: '8',
    violates: ['products.list.limit-default'],
    plant: (app) => {
      const limit = app.limitOf;
      app.limitOf = (call) => (call.query.get('limit') === null ? 10 : limit.call(app, call));
    },
  },
  'errors lack the CORS headers': {
    section: '1 Response.cors rule 1',
    violates: ['cors.headers.every-answer'],
    plant: (app) => {
      const handle = app.handle;
      app.handle = (call) => {
        const reply = handle.call(app, call);
        const headers = { 'content-type': 'application/json' };
        return reply.status >= 400 ? { ...reply, headers } : reply;
      };
    },
  },
  'an update changes the creation time': {
    section: '4.2 rule 3',
    violates: ['products.fields.created-at'],
    plant: (app) => {
      app.updateTimestamp = (product) => {
        product.created_at = '2001-01-01 00:00:00';
        return currentTimestamp();
      };
    },
  },
} satisfies Record<string, Fault>;

/** The name of one. */
export type FaultName = keyof typeof faults;
