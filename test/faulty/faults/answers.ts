/** Faults in one kind of answer, while other answers show the stored values. */
import type { Application } from '../application.js';
import type { Answer, ReceivedRequest } from '../exchange.js';
import type { Json } from '../guard.js';
import { currentTimestamp } from '../store.js';
import {
  answering,
  enveloping,
  type Faults,
  itemizing,
  listing,
  type Plant,
  reshaping,
  wrapping,
} from './fault.js';

const listed: Faults = {
  'products are listed as if they were created now': {
    section: '4.2 GET without id',
    violates: ['products.fields.created-at'],
    plant: itemizing((row) => ({ ...row, created_at: currentTimestamp() })),
  },
  'products are listed as if they had never been updated': {
    section: '4.2 GET without id',
    violates: ['products.update.updated-at'],
    plant: itemizing((row) => ({ ...row, updated_at: row.created_at })),
  },
  'products are listed with id, name and price only': {
    section: '2 JSON representations',
    violates: ['products.list.rows'],
    plant: itemizing(({ id, name, price }) => ({ id, name, price })),
  },
  'what is null is left out of listed products': {
    section: '4.2 GET without id',
    violates: ['products.list.rows'],
    plant: itemizing((row) =>
      Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
    ),
  },
  'the pagination reports the number of rows as limit': {
    section: '2 JSON representations',
    violates: ['products.list.reports-limit'],
    plant: enveloping(({ data, pagination }) => ({
      data,
      pagination: { ...pagination, limit: data.length },
    })),
  },
  'the first page has the default limit': {
    section: '4.2 rule 1',
    violates: ['products.list.reports-limit', 'products.list.limit'],
    plant: wrapping('limitOf', ({ original, app }, request) => {
      if (app.pageOf(request) > 1) return original(request);
      return original({ ...request, query: new URLSearchParams() });
    }),
  },
  'the total is the largest that was ever answered': {
    section: '4.2 rule 1',
    violates: ['products.list.total'],
    plant: (app) => {
      let largest = 0;
      wrapping('pagination', ({ original }, page, limit, total) => {
        largest = Math.max(largest, total);
        return original(page, limit, largest);
      })(app);
    },
  },
  'the list of users begins with one that comes again': {
    section: '4.1 GET without id',
    violates: ['users.list.complete'],
    plant: listing((users) => [...users.slice(0, 1), ...users]),
  },
  'the list of users ends after a hundred': {
    section: '4.1 GET without id',
    violates: ['users.list.complete'],
    plant: listing((users) => users.slice(-100)),
  },
  'the list of users lacks the first one': {
    section: '4.1 GET without id',
    violates: ['users.list.complete'],
    plant: listing((users) => users.slice(1)),
  },
  'the list of users lacks the earliest of more than a hundred': {
    section: '4.1 GET without id',
    violates: ['users.list.complete'],
    rows: 120,
    plant: listing((users) => users.slice(-100)),
  },
};

const updated: Faults = {
  'the answer to an update shows the price as text': {
    section: '2 products',
    violates: ['products.fields.price-number'],
    plant: reshaping('updateProduct', (shown) => ({ ...shown, price: String(shown.price) })),
  },
  'the answer to an update shows the stock as text': {
    section: '2 products',
    violates: ['products.fields.stock-integer'],
    plant: reshaping('updateProduct', (shown) => ({ ...shown, stock: String(shown.stock) })),
  },
  'the answer to an update shows an empty description for none': {
    section: '4.2 PUT',
    violates: ['products.update.answer'],
    plant: reshaping('updateProduct', (shown) => ({
      ...shown,
      description: shown.description ?? '',
    })),
  },
};

/** Answers a PUT of an empty e-mail address. */
function puttingNoEmail(
  answer: (app: Application, request: ReceivedRequest, id: string, body: Json) => Answer,
): Plant {
  return wrapping('replaceUser', ({ original, app }, request, id, body) =>
    app.findUser(id) !== undefined && body.email === ''
      ? answer(app, request, id, body)
      : original(request, id, body),
  );
}

const users: Faults = {
  'a user is stored twice': {
    section: '4.1 POST',
    violates: ['users.create.id'],
    plant: answering('createUser', (answer, _request, app) => {
      const user = app.store.users.at(-1);
      if (answer.status === 201) app.store.addUser(user?.name, `again-${user?.email}`);
      return answer;
    }),
  },
  'users with an empty name are not listed': {
    section: '4.1 GET without id',
    violates: ['users.list.complete'],
    plant: listing((users) => users.filter(({ name }) => name !== '')),
  },
  'users are no longer listed once they were updated': {
    section: '4.1 GET without id',
    violates: ['users.list.complete'],
    plant: listing((users) => users.filter((user) => user.updated_at === user.created_at)),
  },
  'an update with an empty email is rejected': {
    section: '4.1 rule 3',
    violates: ['users.update.unvalidated'],
    plant: puttingNoEmail((app) => app.error(400, 'An email is required')),
  },
  'an update with an email of an unusual form is rejected': {
    section: '4.1 rule 3',
    violates: ['users.update.unvalidated'],
    plant: wrapping('replaceUser', ({ original, app }, request, id, body) =>
      /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(String(body.email))
        ? original(request, id, body)
        : app.error(400, 'This is no email'),
    ),
  },
  'an update with an empty email keeps the old one': {
    section: '4.1 rule 3',
    violates: ['users.update.unvalidated'],
    plant: puttingNoEmail((app, _request, id, body) => {
      const user = app.findUser(id);
      if (user === undefined) return app.unknownUser();
      app.assignUser(user, { ...body, email: user.email });
      return app.json(200, app.userStored(user));
    }),
  },
  'a user is looked for by the name in the query string before the id': {
    section: '4.1 rule 1',
    violates: ['users.routing.id-first'],
    plant: wrapping('readUser', ({ original, app }, request, id) => {
      const name = request.query.get('name');
      const named = app.store.users.find((user) => user.name === name);
      return name === null ? original(request, id) : original(request, String(named?.id));
    }),
  },
  'a user called null is stored without a name': {
    section: '4.1 POST',
    violates: ['users.create.name-truthy'],
    plant: answering('createUser', (answer, _request, app) => {
      const user = app.store.users.at(-1);
      if (answer.status === 201 && user?.name === 'null') user.name = '';
      return answer;
    }),
  },
};

/** Faults in single answers, by their descriptions. */
export const answerFaults: Faults = { ...listed, ...updated, ...users };
