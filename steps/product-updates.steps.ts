/** Steps that update a product once for every choice of its fields, from each to all of them. */
import { Then } from '@cucumber/cucumber';
import type { Exchange } from '../conformance/http/exchange.js';
import { compare, demand } from '../conformance/verdict/compare.js';
import { bodyOf, requireSuccess } from './answers.js';
import { ownName, readRow, requestUpdate } from './rows.js';
import type { Json, ScenarioWorld } from './world.js';

const fields = ['name', 'description', 'price', 'stock'] as const;

const choices = Array.from({ length: 2 ** fields.length - 1 }, (_, number) =>
  fields.filter((_field, index) => (number + 1) & (2 ** index)),
);

/** The members of an object that are among the names, or are not. */
function pick(object: Json, names: readonly string[], among = true): Json {
  return Object.fromEntries(Object.entries(object).filter(([n]) => names.includes(n) === among));
}

/** Values that the product did not have before. */
function newValues({ run }: ScenarioWorld): Json {
  const number = run.nextNumber();
  return {
    name: ownName(run),
    description: `changed ${number} times`,
    price: number + 0.5,
    stock: number,
  };
}

interface Update {
  /** What was updated, in words for messages. */
  readonly place: string;
  readonly changes: Json;
  readonly answer: Exchange;
}

/** Updates the product by each choice of fields in turn. */
async function* updateByChoices(world: ScenarioWorld): AsyncGenerator<Update> {
  for (const choice of choices) {
    const changes = pick(newValues(world), choice);
    const answer = await requestUpdate(world, world.row, changes);
    requireSuccess(answer, 'products.update.status');
    const place = `after an update of ${choice.join(', ')}`;
    yield { place, changes, answer };
  }
}

Then('an update of any choice of fields stores those', async function (this: ScenarioWorld) {
  for await (const { place, changes } of updateByChoices(this)) {
    demand(compare(changes, await readRow(this, this.row), `the row read ${place}`));
  }
});

Then('an update of any choice of fields keeps the others', async function (this: ScenarioWorld) {
  let before = await readRow(this, this.row);
  for await (const { place, changes } of updateByChoices(this)) {
    const stored = await readRow(this, this.row);
    const others = pick(pick(before, fields), Object.keys(changes), false);
    demand(compare(others, stored, `the row read ${place}`));
    before = stored;
  }
});

Then(
  'an update of any choice of fields is answered with all of them',
  async function (this: ScenarioWorld) {
    const { id } = this.row;
    let merged = pick(await readRow(this, this.row), fields);
    for await (const { place, changes, answer } of updateByChoices(this)) {
      merged = { ...merged, ...changes };
      demand(compare({ id, ...merged }, bodyOf(answer), `the answer ${place}`));
    }
  },
);
