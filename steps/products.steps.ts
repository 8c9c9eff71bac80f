/** Steps about products alone: columns, merging, times. The list has a file of its own. */
import { type DataTable, Given, Then, When } from '@cucumber/cucumber';
import type { Exchange } from '../conformance/http/exchange.js';
import { compare, demand, Expectation, mismatch, render } from '../conformance/verdict/compare.js';
import { Blocked } from '../conformance/verdict/verdict.js';
import { demandOwnRow } from './adopted-rows.js';
import { bodyOf, demandSuccess, isSuccess, requireSuccess } from './answers.js';
import { createRow, productColumns, readRow, replacementBody, requestUpdate } from './rows.js';
import { isToTheMinute, repeatUntilLater, timeOf } from './timestamps.js';
import type { Json, Row, ScenarioWorld } from './world.js';

Then('the answer has all columns of a product', function (this: ScenarioWorld) {
  demandSuccess(this.answer);
  demand(compare(productColumns, bodyOf(this.answer)));
});

Then(
  'the answer and the stored product have the {member} {value}',
  async function (this: ScenarioWorld, member: string, value: unknown) {
    await demandStored(this, { [member]: value });
  },
);

// A value that is falsey (rule 2) and of another type may be refused for its type.
Then(
  'the answer and the stored product, if it was accepted, have the {member} {value}',
  async function (this: ScenarioWorld, member: string, value: unknown) {
    if (!isRefused(this.answer)) await demandStored(this, { [member]: value });
  },
);

async function demandStored(world: ScenarioWorld, members: Json): Promise<void> {
  const { answer } = world;
  demandSuccess(answer);
  const stored = await readRow(world, world.row);
  demand([...compare(members, bodyOf(answer)), ...compare(members, stored, 'the row read')]);
}

const isRefused = ({ response }: Exchange) => response.status >= 400 && response.status < 500;

// Updates

const statusRequirement = 'products.update.status';

Then('the id in the answer is exactly the text that was sent', function (this: ScenarioWorld) {
  demandSuccess(this.answer);
  demandText(this.answer, this.row.id);
});

function demandText(answer: Exchange, id: string): void {
  const sameText = new Expectation(`the text ${render(id)}`, (value) => value === id);
  demand(compare({ id: sameText }, bodyOf(answer)));
}

When(
  'a client updates the product by its id with a zero in front',
  async function (this: ScenarioWorld) {
    const row = { ...this.row, id: `0${this.row.id}` };
    await requestUpdate(this, row, replacementBody(this.run, 'products'));
  },
);

Then(
  'the id in the answer, if it was accepted, is exactly the text that was sent',
  function (this: ScenarioWorld) {
    if (isSuccess(this.answer)) demandText(this.answer, `0${this.row.id}`);
  },
);

// The twin of an update with a falsey value: it has to be stored.
Given(
  'the product can be updated with {member} {value}',
  async function (this: ScenarioWorld, member: string, value: unknown) {
    requireSuccess(await requestUpdate(this, this.row, { [member]: value }), statusRequirement);
    const differences = compare({ [member]: value }, await readRow(this, this.row));
    if (differences.length === 0) return;
    throw new Blocked('products.update.stores', `${member} ${render(value)} was not stored.`);
  },
);

// A value of another type may be refused, which keeps what is stored as well.
Then(
  'its {member} is still {value} after the same update with each of these:',
  async function (this: ScenarioWorld, member: string, stored: unknown, table: DataTable) {
    for (const [json = ''] of table.raw()) {
      const value: unknown = JSON.parse(json);
      const answer = await requestUpdate(this, this.row, { [member]: value });
      const isOtherType = value !== null && typeof value !== typeof stored;
      if (!isOtherType || !isRefused(answer)) demandSuccess(answer);
      const kept = { [member]: stored };
      if (isSuccess(answer))
        demand(compare(kept, bodyOf(answer), `the answer to an update with ${json}`));
      const place = `the row read after an update with ${json}`;
      demand(compare(kept, await readRow(this, this.row), place));
    }
  },
);

// Times

/** An update of a product, and what a read shows before and after it. */
interface TimedUpdate {
  readonly row: Row;
  readonly changes: () => Json;
  readonly before: Json;
  after: Json;
}

async function planUpdate(
  world: ScenarioWorld,
  row: Row,
  changes: () => Json,
): Promise<TimedUpdate> {
  const before = await readRow(world, row);
  return { row, changes, before, after: before };
}

/** Until the target shows another updated_at, which a clock that counts in seconds takes a while for. */
async function updateUntilLater(
  world: ScenarioWorld,
  updates: readonly TimedUpdate[],
): Promise<void> {
  const isLater = ({ before, after }: TimedUpdate) => after.updated_at !== before.updated_at;
  await repeatUntilLater(world, async () => {
    for (const update of updates.filter((one) => !isLater(one))) {
      const { row, changes } = update;
      requireSuccess(await requestUpdate(world, row, changes()), statusRequirement);
      update.after = await readRow(world, row);
    }
    return updates.every(isLater) || undefined;
  });
}

async function updateRowUntilLater(world: ScenarioWorld, changes: () => Json): Promise<void> {
  const update = await planUpdate(world, world.row, changes);
  world.before = update.before;
  await updateUntilLater(world, [update]);
}

When('a client updates the product at a later time', async function (this: ScenarioWorld) {
  await updateRowUntilLater(this, () => ({ price: this.run.nextNumber() }));
});

When(
  'a client updates the product with the values that it has, at a later time',
  async function (this: ScenarioWorld) {
    await updateRowUntilLater(this, () => this.row.members);
  },
);

When('a client updates another product at a later time', async function (this: ScenarioWorld) {
  const first = await readRow(this, this.row);
  await createRow(this, 'products');
  await updateRowUntilLater(this, () => ({ price: this.run.nextNumber() }));
  this.before = first;
});

Then(
  'the updated_at of the first product is the same as before',
  async function (this: ScenarioWorld) {
    const { updated_at } = this.before;
    demand(compare({ updated_at }, await readRow(this, this.firstRow), 'the row read'));
  },
);

Then('its updated_at is later than before', async function (this: ScenarioWorld) {
  const { updated_at } = await readRow(this, this.row);
  demandLater(updated_at, this.before.updated_at, 'the row read');
});

/** From one update to the next, however slow the target is; times of two zones differ by more. */
const longestUpdateMs = 10 * 60_000;

/** A clock that tells no seconds would have to be waited for too long: it may show the same minute. */
function demandLater(time: unknown, earlier: unknown, place: string): void {
  const gained = (timeOf(time) ?? 0) - (timeOf(earlier) ?? Number.POSITIVE_INFINITY);
  const isSameMinute = gained === 0 && isToTheMinute(time) && isToTheMinute(earlier);
  if ((gained > 0 && gained < longestUpdateMs) || isSameMinute) return;
  const expected = `later than ${render(earlier)}, by seconds and not by hours`;
  demand([mismatch(`${place}.updated_at`, expected, time)]);
}

// A product for each of them, so that time has to go by only once.
Then(
  'an update with each of these sets updated_at to a later time:',
  async function (this: ScenarioWorld, table: DataTable) {
    const updates: TimedUpdate[] = [];
    for (const [json = ''] of table.raw()) {
      const row = await createRow(this, 'products');
      updates.push(await planUpdate(this, row, () => JSON.parse(json)));
    }
    await updateUntilLater(this, updates);
    for (const { before, after, changes } of updates) {
      const place = `the row read after an update with ${render(changes())}`;
      demandLater(after.updated_at, before.updated_at, place);
    }
  },
);

Then('its created_at is the same as before', async function (this: ScenarioWorld) {
  const created_at = this.before.created_at;
  demand(compare({ created_at }, await readRow(this, this.row), 'the row read'));
});

/** Both are set by one statement; a target may still read its clock twice. */
const longestInsertMs = 5000;

Then('its updated_at is that of its creation', async function (this: ScenarioWorld) {
  demandOwnRow(this);
  const { created_at, updated_at } = await readRow(this, this.row);
  const difference = Math.abs((timeOf(updated_at) ?? 0) - (timeOf(created_at) ?? 0));
  if (difference > longestInsertMs) {
    demand([mismatch('the row read.updated_at', `about ${render(created_at)}`, updated_at)]);
  }
});
