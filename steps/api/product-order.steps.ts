/** Steps that judge the order of the list of products, newest first (§4.2 rule 1). */
import { Given, Then } from '../../conformance/scenarios/cucumber.js';
import {
  compare,
  demand,
  Expectation,
  mismatch,
  render,
} from '../../conformance/verdict/compare.js';
import { isSuccess } from '../answers.js';
import type { Json, ScenarioWorld } from '../world.js';
import { ownName } from './bodies.js';
import { repeatUntilLater } from './clock.js';
import { defaultLimit, listProducts } from './pages.js';
import { requestUpdate } from './requests.js';
import { createRow, readRow } from './rows.js';
import { timeOf } from './timestamps.js';

/** What of a product tells its place in an order by anything else than time. */
interface Sortable {
  readonly name: string;
  readonly price: number;
}

/**
 * Names and prices are such that no order by them is the order in time: the two older products
 * have the lowest and the highest of each.
 */
const older: readonly Sortable[] = [
  { name: 'A', price: 1 },
  { name: 'Z', price: 1_000_000 },
];
const newer: readonly Sortable[] = [
  { name: 'M', price: 500 },
  { name: 'N', price: 501 },
];

async function createNamed(world: ScenarioWorld, { name, price }: Sortable): Promise<Json> {
  const row = await createRow(world, 'products', { name: `${name} ${ownName(world.run)}`, price });
  return await readRow(world, row);
}

Given('products that were created at two different times', async function (this: ScenarioWorld) {
  let latest: Json = {};
  for (const product of older) latest = await createNamed(this, product);
  const { created_at } = latest;
  await repeatUntilLater(this, async () => {
    for (const product of newer) latest = await createNamed(this, product);
    return latest.created_at === created_at ? undefined : latest;
  });
});

// Later than any was created. Whether it can be updated at all is not the question here.
Given('the oldest of these was updated last', async function (this: ScenarioWorld) {
  const newest = timeOf((await readRow(this, this.row)).created_at) ?? 0;
  await repeatUntilLater(this, async () => {
    const answer = await requestUpdate(this, this.firstRow, { stock: 9 });
    if (!isSuccess(answer)) return answer;
    const { updated_at } = await readRow(this, this.firstRow);
    return (timeOf(updated_at) ?? 0) > newest ? answer : undefined;
  });
});

/** A row of a page that shows when it was created. */
interface DatedRow {
  readonly created_at: unknown;
  /** The same in milliseconds since 1970. */
  readonly time: number;
  /** Its place on the page, from 0. */
  readonly index: number;
}

/** Of one page. A time that is null has no place in the order: some put it first, some last. */
async function readDatedRows(
  world: ScenarioWorld,
  page: number,
  limit = defaultLimit,
): Promise<readonly DatedRow[]> {
  const { rows } = await listProducts(world, { page, limit });
  return rows
    .map(({ created_at }, index) => ({ created_at, time: timeOf(created_at) ?? 0, index }))
    .filter(({ created_at }) => created_at !== null);
}

function demandNewestFirst(rows: readonly DatedRow[]): void {
  const place = rows.findIndex(({ time }, at) => time > (rows[at - 1]?.time ?? time));
  const [earlier, row] = [rows[place - 1], rows[place]];
  if (earlier === undefined || row === undefined) return;
  const bound = `not later than ${render(earlier.created_at)}`;
  demand([mismatch(`body.data[${row.index}].created_at`, bound, row.created_at)]);
}

/** In pages: so many products are rarely made at one time. */
const longestOrder = 50;

// The first page alone may hold products of one time, whose order says nothing.
Then(
  'each page is ordered by created_at, newest first, as far as the oldest of these',
  async function (this: ScenarioWorld) {
    const { created_at } = await readRow(this, this.firstRow);
    const isOlder = ({ time }: DatedRow) => time <= (timeOf(created_at) ?? 0);
    for (let page = 1; page <= longestOrder; page += 1) {
      const rows = await readDatedRows(this, page);
      demandNewestFirst(rows);
      const place = rows.find(isOlder)?.index;
      if (place === defaultLimit - 1) await demandOrderAfter(this, page);
      if (rows.length === 0 || place !== undefined) return;
    }
  },
);

/**
 * The last row of a page, and those after it. Pages cannot be held against each other, since others
 * add rows meanwhile: shorter ones have their bounds elsewhere.
 */
async function demandOrderAfter(world: ScenarioWorld, page: number): Promise<void> {
  const limit = defaultLimit - 1;
  const rowsBefore = page * defaultLimit - 1;
  demandNewestFirst(await readDatedRows(world, Math.floor(rowsBefore / limit) + 1, limit));
}

Then(
  'the first product of the list is not older than the newest of these',
  async function (this: ScenarioWorld) {
    const { created_at } = await readRow(this, this.row);
    const [first] = await readDatedRows(this, 1);
    const isNewest = (value: unknown) => (timeOf(value) ?? 0) >= (timeOf(created_at) ?? 0);
    const expected = new Expectation(`${render(created_at)} or later`, isNewest);
    const place = `body.data[${first?.index ?? 0}]`;
    demand(compare({ created_at: expected }, first, place));
  },
);
