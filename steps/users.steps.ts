/** Steps about users alone. */
import { Given, Then, When } from '@cucumber/cucumber';
import type { Exchange } from '../conformance/http/exchange.js';
import {
  anArray,
  compare,
  demand,
  isObject,
  mismatch,
  present,
} from '../conformance/verdict/compare.js';
import { Blocked } from '../conformance/verdict/verdict.js';
import { bodyOf, demandSuccess, idOf, isId, isSuccess, requireSuccess } from './answers.js';
import { findListed, findRow, requestList, requireListed } from './lists.js';
import {
  createRow,
  ownEmail,
  ownName,
  readRow,
  replacementBody,
  requestRemoval,
  requestRow,
  requestUpdate,
  tryToCreate,
  updateRow,
} from './rows.js';
import { waitForNextSecond } from './timestamps.js';
import type { Json, Row, ScenarioWorld } from './world.js';

// A check that must not change anything takes the list as long as it is.
Given(
  'so many users that the list should show more than {int}',
  async function (this: ScenarioWorld, count: number) {
    if (this.run.readOnly) return;
    const exchange = await requestList(this, 'users');
    const missing = count + 1 - idsIn(exchange).length;
    for (let made = 0; made < Math.max(missing, 1); made += 1) await createRow(this, 'users');
    this.answers = [exchange];
  },
);

/** Of the items of a list, as they go into the query string. */
function idsIn(exchange: Exchange): string[] {
  const body = bodyOf(exchange);
  const items = Array.isArray(body) ? body.filter(isObject) : [];
  return items
    .map(({ id }) => id)
    .filter(isId)
    .map(String);
}

// Lists that are read later on are the shorter for it.
Then('these users are deleted again', async function (this: ScenarioWorld) {
  if (this.run.readOnly) return;
  for (const row of this.rows) await requestRemoval(this, row);
});

When('a client lists the users', async function (this: ScenarioWorld) {
  await requestList(this, 'users');
});

When(
  'a client creates another user with the same e-mail address',
  async function (this: ScenarioWorld) {
    await tryToCreate(this, 'users', { email: this.row.members.email });
  },
);

// What a target looks up first can be out of date when it stores the user.
When(
  'a client creates {int} users at once with one e-mail address',
  async function (this: ScenarioWorld, count: number) {
    const email = ownEmail(this.run);
    const senders = Array.from({ length: count }, () => tryToCreate(this, 'users', { email }));
    await Promise.all(senders);
  },
);

When(
  'a client creates another user with the same e-mail address in capitals',
  async function (this: ScenarioWorld) {
    await tryToCreate(this, 'users', { email: String(this.row.members.email).toUpperCase() });
  },
);

When(
  'a client creates another user with the e-mail address that it had before',
  async function (this: ScenarioWorld) {
    requireSuccess(this.answer, 'users.update.status');
    await tryToCreate(this, 'users', { email: this.before.email });
  },
);

// The word is this run's own, so that no other user has it.
When('a client creates a user with a word as e-mail address', async function (this: ScenarioWorld) {
  await tryToCreate(this, 'users', { email: ownWord(this) });
});

const ownWord = ({ run }: ScenarioWorld) => `${run.marker}-word-${run.nextNumber()}`;

/** They begin with a zero, which gets lost when they are taken for a number. */
function ownDigits({ run }: ScenarioWorld): string {
  return `0${Buffer.from(`${run.marker}${run.nextNumber()}`).toString('hex').replace(/\D/g, '')}`;
}

When(
  'a client updates the user with an empty name and an e-mail address',
  async function (this: ScenarioWorld) {
    await updateRow(this, { name: '', email: ownEmail(this.run) });
  },
);

When(
  'a client updates the user with a name and an empty e-mail address',
  async function (this: ScenarioWorld) {
    await updateRow(this, { name: ownName(this.run), email: '' });
  },
);

When(
  'a client updates the user to the name of the first one',
  async function (this: ScenarioWorld) {
    const { name } = this.firstRow.members;
    await updateRow(this, { name, email: ownEmail(this.run) });
  },
);

// How it is answered that an e-mail address is taken is left open (rule 5).
Then(
  'the user is found with its new values, unless another one has that address',
  async function (this: ScenarioWorld) {
    const { id, members } = this.row;
    const isOther = (user: Json) => user.email === members.email && String(user.id) !== id;
    const { answer } = this;
    if (!isSuccess(answer) && (await findListed(this, 'users', isOther)).length > 0) return;
    demandSuccess(answer);
    demand(compare({ id, ...members }, await readRow(this, this.row), 'the row read'));
  },
);

When(
  'a client updates the user with a new name and the e-mail address that it has',
  async function (this: ScenarioWorld) {
    await updateRow(this, { name: ownName(this.run), email: this.row.members.email });
  },
);

When(
  'a client updates the user with a name and a word in place of an address',
  async function (this: ScenarioWorld) {
    await updateRow(this, { name: ownName(this.run), email: ownWord(this) });
  },
);

When(
  'a client updates the user with a name and digits in place of an address',
  async function (this: ScenarioWorld) {
    await updateRow(this, { name: ownName(this.run), email: ownDigits(this) });
  },
);

When(
  'a client updates the user to the e-mail address of the first one',
  async function (this: ScenarioWorld) {
    await updateRow(this, { name: ownName(this.run), email: this.rows[0]?.members.email });
  },
);

When(
  'a client updates the first user to the e-mail address of the latest one',
  async function (this: ScenarioWorld) {
    const { email } = this.row.members;
    await requestUpdate(this, this.firstRow, { name: ownName(this.run), email });
  },
);

// Another second, since a clock may count in whole ones.
When('a client updates the user at a later time', async function (this: ScenarioWorld) {
  const listed = await requireListed(this, this.row);
  await waitForNextSecond(this);
  await updateRow(this, replacementBody(this.run, 'users'));
  requireSuccess(this.answer, 'users.update.status');
  this.before = listed;
});

Then('the list shows the same created_at as before', async function (this: ScenarioWorld) {
  const { created_at } = this.before;
  demand(compare({ created_at }, await findRow(this, this.row), 'the listed row'));
});

Then('at most one user has that e-mail address', async function (this: ScenarioWorld) {
  const { email } = this.row.members;
  const holders = await findListed(this, 'users', (user) => user.email === email);
  if (holders.length === 0) throw new Blocked('users.list.complete', `No user has ${email}.`);
  if (holders.length > 1) demand([mismatch('the list', `one user with ${email}`, holders)]);
});

// The list

Then('the answer is an array of objects', function (this: ScenarioWorld) {
  demandSuccess(this.answer);
  const body = bodyOf(this.answer);
  if (!Array.isArray(body)) return demand(compare(anArray, body));
  const others = body.filter((item) => !isObject(item));
  if (others.length > 0) demand([mismatch('body', 'objects as items', others)]);
});

/** The items of the listed users, each found by the id of a row that the scenario made. */
function itemsOf(world: ScenarioWorld, row: Row): readonly Json[] {
  demandSuccess(world.answer);
  const body = bodyOf(world.answer);
  if (!Array.isArray(body)) throw new Blocked('users.list.array', 'The list is no array.');
  return body.filter(isObject).filter(({ id }) => String(id) === row.id);
}

Then('the answer holds each of these users once', function (this: ScenarioWorld) {
  const expected = this.rows.map(({ id, members }) => [{ id, ...members }]);
  const observed = this.rows.map((row) => itemsOf(this, row));
  demand(expected.flatMap((items, index) => compare(items, observed[index], nameItems(index))));
  demandDistinct(bodyOf(this.answer));
});

// A list that is cut at its beginning may lack users that are older than the scenario.
Then(
  'every user that was listed before is in it, too, or gone',
  async function (this: ScenarioWorld) {
    const listed = new Set(idsIn(this.answer));
    const lost = this.answers.flatMap(idsIn).filter((id) => !listed.has(id));
    for (const id of lost) {
      const found = idOf(await requestRow(this, { resource: 'users', id }));
      if (found === id) demand([mismatch('body', `an item with the id ${id}`, 'no such item')]);
    }
  },
);

function demandDistinct(body: unknown): void {
  const ids = new Set<string>();
  for (const item of Array.isArray(body) ? body.filter(isObject) : []) {
    const id = String(item.id);
    if (ids.has(id)) demand([mismatch('body', `one item with the id ${id}`, 'another one')]);
    ids.add(id);
  }
}

const nameItems = (index: number) => `body: items of user ${index + 1}`;

Then(
  'each of these users has the members id, name, email and created_at',
  function (this: ScenarioWorld) {
    const expected = { id: present, name: present, email: present, created_at: present };
    const observed = this.rows.map((row) => itemsOf(this, row)[0]);
    demand(observed.flatMap((item, index) => compare(expected, item, nameItems(index))));
  },
);

Then('it is recorded in which order the users come', function (this: ScenarioWorld) {
  const ids = idsIn(this.answer).map(BigInt);
  const isSorted = (sign: 1n | -1n) =>
    ids.every((id, index) => index === 0 || sign * (id - (ids[index - 1] ?? id)) > 0);
  const order = isSorted(1n) ? 'ascending ids' : isSorted(-1n) ? 'descending ids' : 'another order';
  this.run.recorder.observe(order);
});
