/** Steps about the list of users, which has no pages. */
import {
  anArray,
  Blocked,
  compare,
  condition,
  demand,
  differing,
  type Exchange,
  Given,
  inBody,
  inRow,
  inWords,
  isObject,
  type Mismatch,
  mismatch,
  present,
  Then,
} from '../../../conformance/index.js';
import { demandSuccess, isId } from '../../world/answers.js';
import { runConcurrently } from '../../world/concurrent-actions.js';
import { contentOf, demandNoEnvelope, idOf } from '../../world/contents.js';
import { usersIn } from '../../world/lists.js';
import { requestList, requestRow } from '../../world/requests.js';
import type { JsonObject, ScenarioRow } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import { changingBody } from '../requests/bodies.js';
import { createRow, discardRow, expectedRow, updateRow } from '../rows/rows.js';
import { nameEndingIn, takeRowWith } from '../rows/shared-rows.js';

// A long list

// A read-only check uses the existing list.
Given(
  'enough users for a list of more than {int}, one of them with letters beyond Latin-1',
  async function (this: ServiceWorld, count: number) {
    if (this.run.readOnly) {
      this.listedBefore = [];
      return;
    }
    this.listedBefore = idsIn(await requestList(this, 'users'));
    const missing = count + 1 - this.listedBefore.length;
    const create = () => createRow(this, 'users');
    await runConcurrently(Array.from({ length: Math.max(missing, 1) }, () => create));
    await takeRowWith(this, 'users', ...nameEndingIn(this, 'Zoë, 日本, 🎉'));
  },
);

// An update may be rejected, and then the user keeps its name.
Given('a user whose name was emptied', async function (this: ServiceWorld) {
  await createRow(this, 'users');
  if (this.run.readOnly) return;
  await updateRow(this, 'users', changingBody(this.run, 'users', { name: '' }));
});

/** The mismatch of a list that lacks a row. */
function missingItem(id: string): Mismatch {
  return differing(inBody(), condition(`an item with the id ${id}`), inWords('no such item'));
}

/** The ids in a list, as texts. */
function idsIn(exchange: Exchange): string[] {
  return usersIn(exchange)
    .map(({ id }) => id)
    .filter(isId)
    .map(String);
}

// A list that starts too late may lack users that are older than the scenario.
Then('every user listed before is still in it or deleted', async function (this: ServiceWorld) {
  const listed = new Set(idsIn(this.answer));
  const lost = this.listedBefore.filter((id) => !listed.has(id));
  for (const id of lost) {
    const found = idOf(await requestRow(this, { resource: 'users', id }));
    if (found === id) demand([missingItem(id)]);
  }
});

// The list is read twice, since that user may be new.
Then('no user has the id before the lowest one in the list', async function (this: ServiceWorld) {
  const { answer } = this;
  const [lowest] = idsIn(answer).map(BigInt).sort(ascending);
  if (lowest === undefined || lowest <= 1n) return;
  const id = String(lowest - 1n);
  const isUser = idOf(await requestRow(this, { resource: 'users', id })) === id;
  const isMissing = isUser && !idsIn(await requestList(this, 'users')).includes(id);
  if (isMissing) demand([missingItem(id)]);
});

const ascending = (a: bigint, b: bigint) => Number(a - b);

// Keeps later lists short. Other scenarios use shared users, which were listed before.
Then('these users are deleted again', async function (this: ServiceWorld) {
  if (this.run.readOnly) return;
  const made = this.rows.filter(({ id }) => !this.listedBefore.includes(id));
  await runConcurrently(made.map((row) => () => discardRow(this, row)));
});

// Frees the e-mail address for other scenarios.
Then('the user is deleted again', async function (this: ServiceWorld) {
  await discardRow(this, this.rowOf('users'));
});

// Items

Then('the answer is an array of objects', function (this: ServiceWorld) {
  demandSuccess(this.answer);
  demandNoEnvelope(this.answer);
  const body = contentOf(this.answer);
  if (!Array.isArray(body)) return demand(compare(anArray, body));
  const others = body.filter((item) => !isObject(item));
  if (others.length > 0) demand([mismatch(inBody(), 'only objects as items', others)]);
});

/** The items of the list with the id of the row. */
function itemsOf(world: ServiceWorld, row: ScenarioRow): readonly JsonObject[] {
  demandSuccess(world.answer);
  const body = contentOf(world.answer);
  if (!Array.isArray(body)) throw new Blocked('users.list.array', 'The list is not an array.');
  return body.filter(isObject).filter(({ id }) => String(id) === row.id);
}

// Other requirements judge an update that removes the user.
Then('the user is in the list or deleted', async function (this: ServiceWorld) {
  const row = this.rowOf('users');
  if (itemsOf(this, row).length > 0) return;
  const found = idOf(await requestRow(this, row));
  if (found === row.id) demand([missingItem(row.id)]);
});

const itemsOfUser = (index: number) => inRow(`the listed items of user ${index + 1}`);

Then('the answer contains each of these users once', function (this: ServiceWorld) {
  const rows = this.rowsOf('users');
  const differences = rows.map((row, index) =>
    compare([expectedRow(row)], itemsOf(this, row), itemsOfUser(index)),
  );
  demand(differences.flat());
  demandDistinct(contentOf(this.answer));
});

function demandDistinct(body: unknown): void {
  const ids = new Set<string>();
  for (const item of Array.isArray(body) ? body.filter(isObject) : []) {
    const id = String(item.id);
    if (ids.has(id))
      demand([
        differing(inBody(), condition(`one item with the id ${id}`), inWords('another one')),
      ]);
    ids.add(id);
  }
}

Then(
  'each of these users has the members id, name, email and created_at',
  function (this: ServiceWorld) {
    const expected = { id: present, name: present, email: present, created_at: present };
    const differences = this.rowsOf('users').map((row, index) =>
      compare(expected, itemsOf(this, row)[0], itemsOfUser(index)),
    );
    demand(differences.flat());
  },
);

Then('it is recorded in which order the users come', function (this: ServiceWorld) {
  const ids = idsIn(this.answer).map(BigInt);
  const isSorted = (sign: 1n | -1n) =>
    ids.every((id, index) => index === 0 || sign * (id - (ids[index - 1] ?? id)) > 0);
  const order = isSorted(1n) ? 'ascending ids' : isSorted(-1n) ? 'descending ids' : 'another order';
  this.run.recorder.observe(order);
});
