/** Faults that show in one kind of answer alone, while others show what is stored. */
import type { Application, Json } from '../application.js';
import type { Call, Reply } from '../exchange.js';
import { currentTimestamp } from '../store.js';
import { answering, changeBody, type Fault, type Faults } from './fault.js';

type Plant = Fault['plant'];

/** Changes the items of a page of products. */
function itemizing(change: (row: Json) => Json): Plant {
  return answering('listProducts', (reply) =>
    changeBody(reply, ({ data, ...rest }) => ({ data: (data as Json[]).map(change), ...rest })),
  );
}

/** Changes the answer to an update of a product. */
function answeringUpdates(change: (shown: Json) => Json): Plant {
  return answering('updateProduct', (reply) =>
    reply.status === 200 ? changeBody(reply, change) : reply,
  );
}

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
    plant: answering('listProducts', (reply) =>
      changeBody(reply, ({ data, pagination }) => ({
        data,
        pagination: { ...(pagination as Json), limit: (data as Json[]).length },
      })),
    ),
  },
  'the total is the largest that was ever answered': {
    section: '4.2 rule 1',
    violates: ['products.list.total'],
    plant: (app) => {
      const pagination = app.pagination.bind(app);
      let largest = 0;
      app.pagination = (page, limit, total) => {
        largest = Math.max(largest, total);
        return pagination(page, limit, largest);
      };
    },
  },
  'the list of users begins with one that comes again': {
    section: '4.1 GET without id',
    violates: ['users.list.complete'],
    plant: (app) => {
      app.listUsers = () => {
        const { users } = app.store;
        return app.json(
          200,
          [...users.slice(0, 1), ...users].map((user) => app.userListed(user)),
        );
      };
    },
  },
  'the list of users ends after a hundred': {
    section: '4.1 GET without id',
    violates: ['users.list.complete'],
    plant: (app) => {
      app.listUsers = () =>
        app.json(
          200,
          app.store.users.slice(-100).map((user) => app.userListed(user)),
        );
    },
  },
};

const updated: Faults = {
  'the answer to an update shows the price as text': {
    section: '2 products',
    violates: ['products.fields.price-number'],
    plant: answeringUpdates((shown) => ({ ...shown, price: String(shown.price) })),
  },
  'the answer to an update shows the stock as text': {
    section: '2 products',
    violates: ['products.fields.stock-integer'],
    plant: answeringUpdates((shown) => ({ ...shown, stock: String(shown.stock) })),
  },
  'the answer to an update shows an empty description for none': {
    section: '4.2 PUT',
    violates: ['products.update.answer'],
    plant: answeringUpdates((shown) => ({ ...shown, description: shown.description ?? '' })),
  },
};

/** Answers a PUT of an empty e-mail address. */
function puttingNoEmail(
  answer: (app: Application, call: Call, id: string, body: Json) => Reply,
): Plant {
  return (app) => {
    const replace = app.replaceUser.bind(app);
    app.replaceUser = (call, id, body) =>
      app.findUser(id) !== undefined && body.email === ''
        ? answer(app, call, id, body)
        : replace(call, id, body);
  };
}

const users: Faults = {
  'a user is stored twice': {
    section: '4.1 POST',
    violates: ['users.create.id'],
    plant: answering('createUser', (reply, _call, app) => {
      const user = app.store.users.at(-1);
      if (reply.status === 201) app.store.addUser(user?.name, `again-${user?.email}`);
      return reply;
    }),
  },
  'users with an empty name are not listed': {
    section: '4.1 GET without id',
    violates: ['users.update.unvalidated'],
    plant: (app) => {
      app.listUsers = () => {
        const users = app.store.users.filter(({ name }) => name !== '');
        return app.json(
          200,
          users.map((user) => app.userListed(user)),
        );
      };
    },
  },
  'users are no longer listed once they were updated': {
    section: '4.1 GET without id',
    violates: ['users.fields.created-at'],
    plant: (app) => {
      app.listUsers = () => {
        const users = app.store.users.filter((user) => user.updated_at === user.created_at);
        return app.json(
          200,
          users.map((user) => app.userListed(user)),
        );
      };
    },
  },
  'an update with an empty email is refused': {
    section: '4.1 rule 3',
    violates: ['users.update.unvalidated'],
    plant: puttingNoEmail((app) => app.error(400, 'An email is required')),
  },
  'an update with an empty email keeps the old one': {
    section: '4.1 rule 3',
    violates: ['users.update.unvalidated'],
    plant: puttingNoEmail((app, _call, id, body) => {
      const user = app.findUser(id);
      if (user === undefined) return app.unknownUser();
      app.assignUser(user, { ...body, email: user.email });
      return app.json(200, app.userStored(user));
    }),
  },
  'a user is looked for by the name in the query string before the id': {
    section: '4.1 rule 1',
    violates: ['users.routing.id-first'],
    plant: (app) => {
      const read = app.readUser.bind(app);
      app.readUser = (call, id) => {
        const name = call.query.get('name');
        const named = app.store.users.find((user) => user.name === name);
        return name === null ? read(call, id) : read(call, String(named?.id));
      };
    },
  },
  'a user called null is stored without a name': {
    section: '4.1 POST',
    violates: ['users.create.name-truthy'],
    plant: answering('createUser', (reply, _call, app) => {
      const user = app.store.users.at(-1);
      if (reply.status === 201 && user?.name === 'null') user.name = '';
      return reply;
    }),
  },
};

/** By what a person would say of the server. */
export const answerFaults: Faults = { ...listed, ...updated, ...users };
