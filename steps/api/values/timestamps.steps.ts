/** Steps about changes of created_at and updated_at (§2, §4.2 rule 3). */
import {
  Blocked,
  compare,
  type DataTable,
  demand,
  Given,
  inRow,
  mismatch,
  render,
  Then,
  When,
} from '../../../conformance/index.js';
import { isSuccess, requireSuccess } from '../../world/answers.js';
import { requireListed } from '../../world/lists.js';
import { requestUpdate } from '../../world/requests.js';
import type { JsonObject, Resource, ScenarioRow } from '../../world/service.js';
import {
  formOf,
  isToTheMinute,
  tellsSeconds,
  timeOf,
  timeOrEarliest,
} from '../../world/timestamps.js';
import type { ServiceWorld } from '../../world/world.js';
import { replacementBody } from '../requests/bodies.js';
import { demandOwnRow } from '../rows/adopted-rows.js';
import { createRow, lookAtRow, makeRow, readRow, updateRow } from '../rows/rows.js';
import { repeatUntilLater, theCurrentTime, waitForNextSecond } from './clock.js';

// Updates at a later time

/** An update of a product, and the row in reads before and after it. */
interface TimedUpdate {
  readonly row: ScenarioRow;
  readonly changes: () => JsonObject;
  readonly before: JsonObject;
  after: JsonObject;
}

async function planUpdate(
  world: ServiceWorld,
  row: ScenarioRow,
  changes: () => JsonObject,
): Promise<TimedUpdate> {
  const before = await readRow(world, row);
  return { row, changes, before, after: before };
}

/**
 * Repeats the updates until every updated_at changes: a clock may count whole seconds. While one stays
 * the same, the next ones are not sent.
 */
async function updateUntilLater(
  world: ServiceWorld,
  updates: readonly TimedUpdate[],
): Promise<void> {
  const isLater = ({ before, after }: TimedUpdate) => after.updated_at !== before.updated_at;
  await repeatUntilLater(world, async () => {
    for (const update of updates.filter((one) => !isLater(one))) {
      const { row, changes } = update;
      requireSuccess(await requestUpdate(world, row, changes()), 'products.update.status');
      update.after = await readRow(world, row);
      if (!isLater(update)) return undefined;
    }
    return true;
  });
}

async function updateRowUntilLater(world: ServiceWorld, changes: () => JsonObject): Promise<void> {
  const update = await planUpdate(world, world.rowOf('products'), changes);
  world.before = update.before;
  await updateUntilLater(world, [update]);
}

When('a client updates the product at a later time', async function (this: ServiceWorld) {
  await updateRowUntilLater(this, () => ({ price: this.run.nextNumber() }));
});

When(
  'a client updates the product with the values that it has, at a later time',
  async function (this: ServiceWorld) {
    await updateRowUntilLater(this, () => this.row.members);
  },
);

When('a client updates another product at a later time', async function (this: ServiceWorld) {
  const first = await readRow(this, this.rowOf('products'));
  await createRow(this, 'products');
  await updateRowUntilLater(this, () => ({ price: this.run.nextNumber() }));
  this.before = first;
});

// In another second, since a clock may count whole seconds.
When('a client updates the user at a later time', async function (this: ServiceWorld) {
  await updateUserLater(this);
});

// A read-only check uses an unchanged user.
Given('a user that was updated at a later time', async function (this: ServiceWorld) {
  await createRow(this, 'users');
  if (!this.run.readOnly) await updateUserLater(this);
});

async function updateUserLater(world: ServiceWorld): Promise<void> {
  const listed = await requireListed(world, world.rowOf('users'));
  await waitForNextSecond(world);
  await updateRow(world, 'users', replacementBody(world.run, 'users'));
  requireSuccess(world.answer, 'users.update.status');
  world.before = listed;
}

// The time of creation

Then('its created_at is the same as before', async function (this: ServiceWorld) {
  const { created_at } = this.before;
  demand(compare({ created_at }, await readRow(this, this.row), inRow('the row read')));
});

Then('the list shows the same created_at as before', async function (this: ServiceWorld) {
  const { created_at } = this.before;
  demand(compare({ created_at }, await requireListed(this, this.row), inRow('the listed row')));
});

// Only one variant shows it to those who read a single user (§2).
Then('a read shows the created_at of the list, or none', async function (this: ServiceWorld) {
  const { created_at } = await readRow(this, this.row);
  if (created_at === undefined || created_at === null) return;
  const { answer } = this;
  const listed = await requireListed(this, this.row);
  if (timeOf(created_at) === timeOf(listed.created_at)) return;
  const expected = `${render(listed.created_at)}, as in the list`;
  demand([mismatch(inRow('the row read', 'created_at'), expected, created_at)], answer);
});

// A faulty target may read its clock only once, at its start.
Then(
  'a {resource} that is created now is newer',
  async function (this: ServiceWorld, resource: Resource) {
    const { created_at: earlier } = this.before;
    if (this.run.readOnly || !tellsSeconds(earlier)) return;
    const isLater = ({ created_at }: JsonObject) =>
      timeOrEarliest(created_at) > timeOrEarliest(earlier);
    let latest: JsonObject = {};
    await repeatUntilLater(this, async () => {
      const row = await createRow(this, resource);
      latest = resource === 'users' ? await requireListed(this, row) : await readRow(this, row);
      return isLater(latest) ? latest : undefined;
    });
    const place = inRow('a row made a second later', 'created_at');
    const expected = `later than ${render(earlier)}`;
    if (!isLater(latest)) demand([mismatch(place, expected, latest.created_at)]);
  },
);

Then('the form of created_at in the list is recorded', async function (this: ServiceWorld) {
  const item = await requireListed(this, this.row);
  this.run.recorder.observe(formOf(item.created_at));
});

// The time of the latest update

/** One statement sets both; a target may still read its clock twice. */
const longestInsertMs = 5000;

Then('its updated_at is the time of its creation', async function (this: ServiceWorld) {
  demandOwnRow(this);
  const { created_at, updated_at } = await lookAtRow(this, this.row);
  if (!theCurrentTime(this.answer).holds(created_at)) {
    const likely =
      created_at === undefined ? 'products.read.columns' : 'products.fields.created-at';
    throw new Blocked(likely, `A new row has the created_at ${render(created_at)}.`);
  }
  const difference = Math.abs(timeOrEarliest(updated_at) - timeOrEarliest(created_at));
  if (difference > longestInsertMs) {
    demand([
      mismatch(inRow('the row read', 'updated_at'), `about ${render(created_at)}`, updated_at),
    ]);
  }
});

Then(
  'the updated_at of the first product is the same as before',
  async function (this: ServiceWorld) {
    const { updated_at } = this.before;
    const stored = await readRow(this, this.firstRowOf('products'));
    demand(compare({ updated_at }, stored, inRow('the row read')));
  },
);

Then(
  'the updated_at of the product is the same as before, unless the request was accepted',
  async function (this: ServiceWorld) {
    if (isSuccess(this.answer)) return;
    const { updated_at } = this.before;
    demand(
      compare({ updated_at }, await readRow(this, this.rowOf('products')), inRow('the row read')),
    );
  },
);

Then('its updated_at is later than before', async function (this: ServiceWorld) {
  const { updated_at } = await lookAtRow(this, this.row);
  demandLater(updated_at, this.before.updated_at, 'the row read');
});

// One product for each, so that one pause suffices for all.
Then(
  'an update with each of these sets updated_at to a later time:',
  async function (this: ServiceWorld, table: DataTable) {
    const updates: TimedUpdate[] = [];
    for (const [json = ''] of table.raw()) {
      const row = await makeRow(this, 'products');
      updates.push(await planUpdate(this, row, () => JSON.parse(json)));
    }
    await updateUntilLater(this, updates);
    for (const { before, after, changes } of updates) {
      const view = `the row read after an update with ${render(changes())}`;
      demandLater(after.updated_at, before.updated_at, view);
    }
  },
);

/** The maximum time between two updates of a slow target; times of two zones differ by more. */
const longestUpdateMs = 10 * 60_000;

/** A time without seconds may stay the same, since a minute is too long to wait. */
function demandLater(time: unknown, earlier: unknown, view: string): void {
  if (timeOf(earlier) === undefined) {
    const explanation = `Before the update updated_at was ${render(earlier)}.`;
    throw new Blocked(['products.fields.updated-at', 'products.read.columns'], explanation);
  }
  const gained = timeOrEarliest(time) - timeOrEarliest(earlier);
  const isSameMinute = gained === 0 && isToTheMinute(time) && isToTheMinute(earlier);
  if ((gained > 0 && gained < longestUpdateMs) || isSameMinute) return;
  const expected = `later than ${render(earlier)}, by seconds and not by hours`;
  demand([mismatch(inRow(view, 'updated_at'), expected, time)]);
}
