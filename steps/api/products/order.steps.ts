/** Steps that judge the order of the list of products, newest first (§4.2 rule 1). */
import {
  compare,
  demand,
  Expectation,
  Given,
  inBody,
  render,
  Then,
} from '../../../conformance/index.js';
import { isSuccess } from '../../world/answers.js';
import { notListed } from '../../world/lists.js';
import { listProducts } from '../../world/pages.js';
import { requestUpdate } from '../../world/requests.js';
import type { JsonObject, ScenarioRow } from '../../world/service.js';
import { timeOrEarliest } from '../../world/timestamps.js';
import type { ServiceWorld } from '../../world/world.js';
import { ownName } from '../requests/bodies.js';
import { createRow, readRow } from '../rows/rows.js';
import { repeatUntilLater } from '../values/clock.js';
import { demandBound, findDisorder } from './whole-lists.js';

/** The members by which a wrong order could sort products. */
interface Sortable {
  readonly name: string;
  readonly price: number;
}

/**
 * No order by name or price equals the order in time: the two older products have the lowest and the
 * highest of each.
 */
const older: readonly Sortable[] = [
  { name: 'A', price: 1 },
  { name: 'Z', price: 1_000_000 },
];
const newer: readonly Sortable[] = [
  { name: 'M', price: 500 },
  { name: 'N', price: 501 },
];

async function createNamed(world: ServiceWorld, { name, price }: Sortable): Promise<JsonObject> {
  const row = await createRow(world, 'products', { name: `${name} ${ownName(world.run)}`, price });
  return await readRow(world, row);
}

Given('products that were created at two different times', async function (this: ServiceWorld) {
  let latest: JsonObject = {};
  for (const product of older) latest = await createNamed(this, product);
  const { created_at } = latest;
  await repeatUntilLater(this, async () => {
    for (const product of newer) latest = await createNamed(this, product);
    return latest.created_at === created_at ? undefined : latest;
  });
});

// Later than the creation of any. Other requirements judge the update itself.
Given('the oldest of these was updated last', async function (this: ServiceWorld) {
  const newest = timeOrEarliest((await readRow(this, this.row)).created_at);
  await repeatUntilLater(this, async () => {
    const answer = await requestUpdate(this, this.firstRow, { stock: 9 });
    if (!isSuccess(answer)) return answer;
    const { updated_at } = await readRow(this, this.firstRow);
    return timeOrEarliest(updated_at) > newest ? answer : undefined;
  });
});

// All products of the first page may have the same time, which proves no order.
Then(
  'the list is ordered by created_at, newest first, to its end or to its {int}th product',
  async function (this: ServiceWorld, bound: number) {
    demandBound(bound);
    demand(await findDisorder(this));
  },
);

Then(
  'the first product of the list is not older than the newest of these',
  async function (this: ServiceWorld) {
    const { created_at } = await readRow(this, this.row);
    const { rows } = await listProducts(this, {});
    // Null has no defined place in the order: databases sort it first or last.
    const index = rows.findIndex((row) => row.created_at !== null);
    const isNewest = (value: unknown) => timeOrEarliest(value) >= timeOrEarliest(created_at);
    if (!isNewest(rows[index]?.created_at)) requireBeginning(rows, this.row);
    const expected = new Expectation(`${render(created_at)} or later`, isNewest);
    const place = inBody('data', Math.max(index, 0));
    demand(compare({ created_at: expected }, rows[index], place));
  },
);

/**
 * The order itself is the first suspect: unless pages begin at a wrong place, the list does.
 *
 * @throws Blocked when the rows are in order, but are not the first ones of the list
 */
function requireBeginning(rows: readonly JsonObject[], newest: ScenarioRow): void {
  const times = rows.map((row) => timeOrEarliest(row.created_at));
  const isOrdered = times.every((time, index) => time <= (times[index - 1] ?? time));
  const isShown = rows.some((row) => String(row.id) === newest.id);
  const reasons = ['products.list.order', 'products.list.offset', 'products.list.rows'];
  if (isOrdered && !isShown) throw notListed(newest, reasons);
}
