/** Faults of users (§4.1) and of their fields (§2). */
import type { Application } from '../application.js';
import type { Json } from '../guard.js';
import type { User } from '../store.js';
import {
  answering,
  changeStatus,
  type FalseyKind,
  type Fault,
  type Faults,
  falseyKinds,
  fillingIn,
  listing,
  type Plant,
  reshaping,
  showing,
  without,
  wrapping,
} from './fault.js';

/** Treats one falsey value of one member as filled. */
function acceptFalsey(member: 'name' | 'email', kind: FalseyKind): Fault {
  const rule = kind === 'absent' || kind === 'empty' ? 'required' : 'falsey';
  return {
    section: rule === 'required' ? '4.1 POST' : '7',
    violates: [`users.create.${member}-${rule}`],
    plant: fillingIn('isCompleteUser', member, kind),
  };
}

const falseyFaults: Faults = Object.fromEntries(
  (['name', 'email'] as const).flatMap((member) =>
    falseyKinds.map((kind) => [
      `a user is created whose ${member} is ${kind}`,
      acceptFalsey(member, kind),
    ]),
  ),
);

const creating: Faults = {
  'a user is created with status 200': {
    section: '4.1 POST',
    violates: ['users.create.status'],
    plant: answering('createUser', (answer) => changeStatus(answer, 201, 200)),
  },
  'a created user is answered without its id': {
    section: '4.1 POST',
    violates: ['users.create.id'],
    plant: reshaping('createUser', (body) => without(body, 'id')),
  },
  'a created user is answered with the id of the next one': {
    section: '4.1 POST',
    violates: ['users.create.id'],
    plant: reshaping('createUser', (body) => ({ ...body, id: Number(body.id) + 1 })),
  },
  'a created user has an id of digits in a text': {
    section: '4.1 POST',
    violates: ['users.create.id-integer'],
    plant: reshaping('createUser', (body) => ({ ...body, id: `${body.id}` })),
  },
  'a created user is answered without its email': {
    section: '4.1 POST',
    violates: ['users.create.echo'],
    plant: reshaping('createUser', (body) => without(body, 'email')),
  },
  'a created user is answered with HTML entities in its name': {
    section: '4.1 POST',
    violates: ['users.create.echo'],
    plant: reshaping('createUser', (body) => ({
      ...body,
      name: String(body.name).replaceAll('<', '&lt;'),
    })),
  },
  'a user without an email is rejected with 422': {
    section: '4.1 POST',
    violates: ['users.create.email-required'],
    plant: answering('createUser', (answer, request) => {
      const isMissing = request.body.includes('"name"') && !/"email":"[^"]/.test(request.body);
      return isMissing ? changeStatus(answer, 400, 422) : answer;
    }),
  },
  'a user is stored although it is rejected': {
    section: '2 users',
    violates: ['users.fields.required'],
    plant: wrapping('createUser', ({ original, app }, request, body) => {
      const answer = original(request, body);
      if (answer.status === 400) app.store.addUser(body.name ?? '', body.email ?? '');
      return answer;
    }),
  },
  'a user cannot be posted when the query has an id': {
    section: '4.1 rule 2',
    violates: ['users.create.any-query'],
    plant: wrapping('createUser', ({ original, app }, request, body) =>
      app.idOf(request) === undefined ? original(request, body) : app.invalidRequest(request),
    ),
  },
  'a POST with the id of a user updates it': {
    section: '4.1 rule 2',
    violates: ['users.create.any-query'],
    plant: wrapping('createUser', ({ original, app }, request, body) => {
      const id = app.idOf(request);
      const isKnown = id !== undefined && app.findUser(id) !== undefined;
      return isKnown
        ? changeStatus(app.replaceUser(request, id, body), 200, 201)
        : original(request, body);
    }),
  },
  'two users may have the same email': {
    section: '2 users',
    violates: ['users.fields.email-unique'],
    plant: (app) => {
      app.isEmailTaken = () => false;
    },
  },
  'an update may take the email of another user': {
    section: '2 users',
    violates: ['users.fields.email-unique'],
    plant: wrapping(
      'isEmailTaken',
      ({ original }, email, besides) => besides === undefined && original(email),
    ),
  },
};

/** Changes the list of users, which is an array. */
function reshapingList(change: (users: readonly Json[]) => unknown): Plant {
  return reshaping('listUsers', (list) => change(Object.values(list) as Json[]));
}

const reading: Faults = {
  'a user is read with status 203': {
    section: '4.1 GET with id',
    violates: ['users.read.status'],
    plant: answering('readUser', (answer) => changeStatus(answer, 200, 203)),
  },
  'a user is read as an array of one': {
    section: '2 JSON representations',
    violates: ['users.read.members'],
    plant: reshaping('readUser', (body) => [body]),
  },
  'a user is read without its email': {
    section: '2 JSON representations',
    violates: ['users.read.members'],
    plant: showing('userRead', (user) => without(user, 'email')),
  },
  'a user is read with backslashes doubled': {
    section: '2 JSON representations',
    violates: ['users.read.members'],
    plant: showing('userRead', (user) => ({
      ...user,
      name: String(user.name).replaceAll('\\', '\\\\'),
    })),
  },
  'every id reads the first user': {
    section: '4.1 GET with id',
    violates: ['users.read.members'],
    plant: (app) => {
      app.readUser = (_request, id) =>
        app.findUser(id) === undefined
          ? app.unknownUser()
          : app.json(200, app.userRead(app.store.users[0] as User));
    },
  },
  'a read user has an id of digits in a text': {
    section: '2 users',
    violates: ['users.fields.id-integer'],
    plant: showing('userRead', (user) => ({ ...user, id: String(user.id) })),
  },
  'an unknown user is read as null': {
    section: '4.1 GET with id',
    violates: ['users.read.unknown'],
    plant: answering('readUser', (answer) =>
      answer.status === 404 ? { ...answer, status: 200, body: 'null' } : answer,
    ),
  },
  'an unknown user is answered with 400': {
    section: '4.1 GET with id',
    violates: ['users.read.unknown'],
    plant: answering('readUser', (answer) => changeStatus(answer, 404, 400)),
  },
  'a page in the query wins over the id of a user': {
    section: '4.1 rule 1',
    violates: ['users.routing.id-first'],
    plant: wrapping('readUser', ({ original, app }, request, id) =>
      request.query.has('page') ? app.listUsers(request) : original(request, id),
    ),
  },
  'users are listed with status 206': {
    section: '4.1 GET without id',
    violates: ['users.list.status'],
    plant: answering('listUsers', (answer) => changeStatus(answer, 200, 206)),
  },
  'users are listed inside an envelope': {
    section: '4.1 GET without id',
    violates: ['users.list.array'],
    plant: reshapingList((users) => ({ data: users })),
  },
  'users are listed by their id': {
    section: '4.1 GET without id',
    violates: ['users.list.array'],
    plant: reshapingList((users) => Object.fromEntries(users.map((user) => [user.id, user]))),
  },
  'the list lacks the newest user': {
    section: '4.1 GET without id',
    violates: ['users.list.complete'],
    plant: listing((users) => users.slice(0, -1)),
  },
  'the list holds the newest user twice': {
    section: '4.1 GET without id',
    violates: ['users.list.complete'],
    plant: listing((users) => [...users, ...users.slice(-1)]),
  },
  'the list shows users without created_at': {
    section: '4.1 GET without id',
    violates: ['users.list.members'],
    plant: reshapingList((users) => users.map((user) => without(user, 'created_at'))),
  },
  'the list shows an email as an object': {
    section: '2 users',
    violates: ['users.list.complete'],
    plant: reshapingList((users) =>
      users.map((user) => ({ ...user, email: { address: user.email } })),
    ),
  },
  'a user that is read was created in 1970, and not in the list': {
    section: '2 users',
    violates: ['users.fields.created-at'],
    plant: showing('userRead', (user) => ({ ...user, created_at: '1970-01-01 00:00:00' })),
  },
  'all users are created in 1970': {
    section: '2 users',
    violates: ['users.fields.created-at'],
    plant: showing('userListed', (user) => ({ ...user, created_at: '1970-01-01 00:00:00' })),
  },
};

/** Stores an update differently. */
function assigning(assign: (user: User, body: Json, app: Application) => void): Plant {
  return (app) => {
    app.assignUser = (user, body) => assign(user, body, app);
  };
}

const updating: Faults = {
  'a user is updated with status 201': {
    section: '4.1 PUT',
    violates: ['users.update.status'],
    plant: answering('replaceUser', (answer) => changeStatus(answer, 200, 201)),
  },
  'an updated user is answered as it was before': {
    section: '4.1 PUT',
    violates: ['users.update.answer'],
    plant: wrapping('replaceUser', ({ original, app }, request, id, body) => {
      const before = app.findUser(id);
      const shown = before && app.userStored(before);
      const answer = original(request, id, body);
      return answer.status === 200 ? app.json(200, shown) : answer;
    }),
  },
  'an updated user is answered without its id': {
    section: '4.1 PUT',
    violates: ['users.update.answer'],
    plant: reshaping('replaceUser', (body) => without(body, 'id')),
  },
  'replacing a user keeps its email': {
    section: '4.1 rule 3',
    violates: ['users.update.stores'],
    plant: assigning((user, body) => {
      user.name = body.name ?? null;
    }),
  },
  'replacing a user keeps its name': {
    section: '4.1 rule 3',
    violates: ['users.update.stores'],
    plant: assigning((user, body) => {
      user.email = body.email ?? null;
    }),
  },
  'an update renames the user before, too': {
    section: '4.1 rule 3',
    violates: ['users.update.stores'],
    plant: assigning((user, body, app) => {
      const before = app.store.users[app.store.users.indexOf(user) - 1];
      for (const one of [user, before ?? user]) one.name = body.name;
      user.email = body.email;
    }),
  },
  'an empty name keeps the stored one': {
    section: '4.1 rule 3',
    violates: ['users.update.unvalidated'],
    plant: assigning((user, body) => {
      user.name = body.name || user.name;
      user.email = body.email || user.email;
    }),
  },
  'an update with an empty name is rejected': {
    section: '4.1 rule 3',
    violates: ['users.update.unvalidated'],
    plant: wrapping('replaceUser', ({ original, app }, request, id, body) =>
      app.isFilled(body.name) ? original(request, id, body) : app.error(400, 'A name is required'),
    ),
  },
  'an update needs an email with an at sign': {
    section: '4.1 rule 3',
    violates: ['users.update.unvalidated'],
    plant: wrapping('replaceUser', ({ original, app }, request, id, body) =>
      String(body.email).includes('@') ? original(request, id, body) : app.error(400, 'No email'),
    ),
  },
  'an update of an unknown user creates it': {
    section: '4.1 PUT',
    violates: ['users.update.unknown'],
    plant: wrapping('replaceUser', ({ original, app }, request, id, body) => {
      if (app.findUser(id) !== undefined) return original(request, id, body);
      return app.json(200, app.userStored(app.store.addUser(body.name, body.email)));
    }),
  },
  'an update of an unknown user is ignored': {
    section: '4.1 PUT',
    violates: ['users.update.unknown'],
    plant: answering('replaceUser', (answer) => changeStatus(answer, 404, 200)),
  },
};

const deleting: Faults = {
  'a user is deleted with status 200': {
    section: '4.1 DELETE',
    violates: ['users.delete.status'],
    plant: answering('deleteUser', (_reply, _request, app) => app.json(200, {})),
  },
  'a deleted user stays': {
    section: '4.1 DELETE',
    violates: ['users.delete.removes'],
    plant: (app) => {
      app.store.removeUser = () => {};
    },
  },
  'a deleted user stays in the list': {
    section: '4.1 DELETE',
    violates: ['users.delete.removes'],
    plant: (app) => {
      const gone: User[] = [];
      const remove = app.store.removeUser.bind(app.store);
      app.store.removeUser = (id) => {
        const user = app.findUser(id);
        if (user !== undefined) gone.push(user);
        remove(id);
      };
      listing((users) => [...users, ...gone])(app);
    },
  },
  'a deletion removes the newest user': {
    section: '4.1 DELETE',
    violates: ['users.delete.removes'],
    plant: (app) => {
      app.store.removeUser = (id) => {
        if (app.findUser(id) !== undefined) app.store.users.pop();
      };
    },
  },
  'a deletion removes the user before, too': {
    section: '4.1 DELETE',
    violates: ['users.delete.removes'],
    plant: (app) => {
      const { store } = app;
      const remove = store.removeUser.bind(store);
      store.removeUser = (id) => {
        const index = store.users.findIndex((user) => String(user.id) === id);
        if (index > 0) store.users = store.users.filter((_user, place) => place !== index - 1);
        remove(id);
      };
    },
  },
  'deleting an unknown user is rejected': {
    section: '4.1 DELETE',
    violates: ['users.delete.unknown'],
    plant: wrapping('deleteUser', ({ original, app }, request, id) =>
      app.findUser(id) === undefined ? app.unknownUser() : original(request, id),
    ),
  },
};

/** Faults of users, by their descriptions. */
export const userFaults: Faults = {
  ...creating,
  ...falseyFaults,
  ...reading,
  ...updating,
  ...deleting,
};
