/** Steps that judge the stored and the kept fields of an update of a product (§4.2 rule 3). */
import {
  Blocked,
  compare,
  type DataTable,
  demand,
  type Exchange,
  Given,
  inRow,
  render,
  shownBy,
  Then,
} from '../../../conformance/index.js';
import { demandSuccess, isRejected, isSuccess, requireSuccess } from '../../world/answers.js';
import { judgeEach } from '../../world/concurrent-actions.js';
import { contentOf } from '../../world/contents.js';
import { requestUpdate } from '../../world/requests.js';
import type { JsonObject } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import { ownName } from '../requests/bodies.js';
import { makeRow, readRow } from '../rows/rows.js';

const statusRequirement = 'products.update.status';

// Every combination of fields

const fields = ['name', 'description', 'price', 'stock'] as const;

const choices = Array.from({ length: 2 ** fields.length - 1 }, (_, number) =>
  fields.filter((_field, index) => (number + 1) & (2 ** index)),
);

/** The members with the given names. */
function pick(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));
}

/** Values different from the product's earlier ones. */
function newValues({ run }: ServiceWorld): JsonObject {
  const number = run.nextNumber();
  return {
    name: ownName(run),
    description: `changed ${number} times`,
    price: number + 0.5,
    stock: number,
  };
}

interface Update {
  /** A description of the update, for messages. */
  readonly place: string;
  readonly changes: JsonObject;
  /** The fields without a change. */
  readonly others: readonly string[];
  readonly answer: Exchange;
  /** The row in reads before and after it. */
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** A product, and its updates by each combination of fields. */
interface UpdatedProduct {
  readonly id: string;
  /** Its fields before the first update. */
  readonly created: JsonObject;
  readonly updates: readonly Update[];
}

/** Creates and updates a product once in a run; other scenarios share the result. */
async function shareUpdates(world: ServiceWorld): Promise<UpdatedProduct> {
  return await world.run.shared.use('updates by each choice of fields', async () => {
    const { id, members } = await makeRow(world, 'products');
    const updates: Update[] = [];
    let before = await readRow(world, world.row);
    const created = storedFields(before, pick(members, fields));
    for (const choice of choices) {
      const update = await updateByChoice(world, choice, before);
      updates.push(update);
      before = update.after;
    }
    return { id, created, updates };
  });
}

/** The fields of a read, in which a value of another type than the sent one counts as the sent one. */
function storedFields(read: JsonObject, sent: JsonObject): JsonObject {
  const isOfType = (name: string) => typeof read[name] === typeof sent[name];
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, isOfType(name) ? read[name] : value]),
  );
}

async function updateByChoice(
  world: ServiceWorld,
  choice: readonly string[],
  before: JsonObject,
): Promise<Update> {
  const changes = pick(newValues(world), choice);
  const others = fields.filter((name) => !choice.includes(name));
  const answer = await requestUpdate(world, world.row, changes);
  requireSuccess(answer, statusRequirement);
  const after = await readRow(world, world.row);
  const place = `after an update of ${choice.join(', ')}`;
  return { place, changes, others, answer, before, after };
}

Then('an update of any choice of fields stores those', async function (this: ServiceWorld) {
  const { updates } = await shareUpdates(this);
  for (const { place, changes, after } of updates) {
    demand(compare(changes, after, inRow(`the row read ${place}`)));
  }
});

Then('an update of any choice of fields keeps the others', async function (this: ServiceWorld) {
  const { updates } = await shareUpdates(this);
  for (const { place, others, before, after } of updates) {
    demand(compare(pick(before, others), after, inRow(`the row read ${place}`)));
  }
});

Then(
  'an update of any choice of fields is answered with all of them',
  async function (this: ServiceWorld) {
    const { id, created, updates } = await shareUpdates(this);
    let merged = created;
    for (const { place, changes, answer } of updates) {
      merged = { ...merged, ...changes };
      demand(compare({ id, ...merged }, contentOf(answer), inRow(`the answer ${place}`)), answer);
    }
  },
);

// Single fields, one after the other on the same row

Then(
  'an update of the product with each of these is stored:',
  async function (this: ServiceWorld, table: DataTable) {
    const updates = table.raw().map(([member = '', json = '']) => ({ [member]: JSON.parse(json) }));
    await judgeEach(updates.map((changes) => () => demandStored(this, changes)));
  },
);

async function demandStored(world: ServiceWorld, changes: JsonObject): Promise<void> {
  const row = world.rowOf('products');
  const answer = await requestUpdate(world, row, changes);
  demandSuccess(answer);
  const place = inRow(`the row read after an update with ${render(changes)}`);
  demand(compare(changes, await readRow(world, row), place));
}

// Falsey values

// The twin of an update with a falsey value
Given(
  'the product was updated with {member} {value}',
  async function (this: ServiceWorld, member: string, value: unknown) {
    const row = this.rowOf('products');
    requireSuccess(await requestUpdate(this, row, { [member]: value }), statusRequirement);
  },
);

// When the target has not stored the value, the scenario is blocked at the end.
Then(
  'its {member} is still {value} after the same update with each of these:',
  async function (this: ServiceWorld, member: string, value: unknown, table: DataTable) {
    const { [member]: stored } = await readRow(this, this.row);
    const kept = {
      read: { [member]: stored },
      answered: storedFields({ [member]: stored }, { [member]: value }),
    };
    const texts = table.raw().map(([json = '']) => json);
    if (!(await areAllKept(this, member, kept, texts))) {
      await requestUpdate(this, this.row, { [member]: value });
      for (const json of texts) await demandKept(this, member, kept, json);
    }
    if (compare(value, stored).length === 0) return;
    throw new Blocked('products.update.stores', `${member} ${render(value)} was not stored.`);
  },
);

/** The kept member, as reads and as answers to updates show it. */
interface Kept {
  readonly read: JsonObject;
  readonly answered: JsonObject;
}

/** A value of another type may be rejected, which also keeps the stored value. */
function mayReject({ read }: Kept, member: string, value: unknown): boolean {
  return value !== null && typeof value !== typeof read[member];
}

/**
 * Whether updates with all values are answered as they must be, and a read after the last one shows
 * the kept member. No value restores what another one has changed, so one read is enough.
 */
async function areAllKept(
  world: ServiceWorld,
  member: string,
  kept: Kept,
  texts: readonly string[],
): Promise<boolean> {
  for (const json of texts) {
    const value: unknown = JSON.parse(json);
    const answer = await requestUpdate(world, world.row, { [member]: value });
    const isRight = isSuccess(answer)
      ? compare(kept.answered, contentOf(answer)).length === 0
      : isRejected(answer) && mayReject(kept, member, value);
    if (!isRight) return false;
  }
  return compare(kept.read, await readRow(world, world.row)).length === 0;
}

/** Judges one value alone, which names it in the mismatch. */
async function demandKept(
  world: ServiceWorld,
  member: string,
  kept: Kept,
  json: string,
): Promise<void> {
  const { read, answered } = kept;
  const value: unknown = JSON.parse(json);
  const answer = await requestUpdate(world, world.row, { [member]: value });
  if (!mayReject(kept, member, value) || !isRejected(answer)) demandSuccess(answer);
  const inAnswer = isSuccess(answer)
    ? shownBy(
        answer,
        compare(answered, contentOf(answer), inRow(`the answer to an update with ${json}`)),
      )
    : [];
  const place = inRow(`the row read after an update with ${json}`);
  const stored = compare(read, await readRow(world, world.row), place);
  demand([...inAnswer, ...stored], stored.length === 0 ? answer : undefined);
}
