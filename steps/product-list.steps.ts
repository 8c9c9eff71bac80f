/** Steps about the list of products: envelope, pages, counts, order. */
import { Given, Then, When } from '@cucumber/cucumber';
import {
  anInteger,
  anObject,
  compare,
  demand,
  Expectation,
  isObject,
  mismatch,
  present,
  render,
} from '../conformance/verdict/compare.js';
import { Blocked, type Mismatch, TargetFailure } from '../conformance/verdict/verdict.js';
import { bodyOf, demandSuccess, isSuccess } from './answers.js';
import {
  defaultLimit,
  expectedLength,
  findLastPage,
  findRow,
  listProducts,
  type ProductPage,
  readEnvelope,
  readPage,
  requestList,
} from './lists.js';
import { listParameters } from './queries.js';
import { createRow, ownName, productColumns, readRow, requestUpdate } from './rows.js';
import { repeatUntilLater, timeOf } from './timestamps.js';
import type { Json, ScenarioWorld } from './world.js';

When('a client lists the products', async function (this: ScenarioWorld) {
  await requestList(this, 'products');
});

When(
  'a client lists the products with {listParameters}',
  async function (this: ScenarioWorld, text: string) {
    await requestList(this, 'products', listParameters(text));
  },
);

When(
  'a client lists the products with {word} as {string}',
  async function (this: ScenarioWorld, name: string, value: string) {
    await requestList(this, 'products', [[name, value]]);
  },
);

// The envelope

const anArrayOfObjects = new Expectation(
  'an array of objects',
  (value) => Array.isArray(value) && value.every(isObject),
);

Then(
  'the answer has an array data and an object pagination with its four members',
  function (this: ScenarioWorld) {
    demandSuccess(this.answer);
    const pagination = { page: present, limit: present, total: present, pages: present };
    demand(compare({ data: anArrayOfObjects, pagination: anObject }, bodyOf(this.answer)));
    demand(compare({ pagination }, bodyOf(this.answer)));
  },
);

/** The scenario's own request has to succeed before its page can be looked at. */
function answeredPage({ answer }: ScenarioWorld): ProductPage {
  demandSuccess(answer);
  return readPage(answer);
}

Then('page, limit, total and pages are integers', function (this: ScenarioWorld) {
  demandSuccess(this.answer);
  readEnvelope(this.answer);
  const pagination = { page: anInteger, limit: anInteger, total: anInteger, pages: anInteger };
  demand(compare({ pagination }, bodyOf(this.answer)));
});

Then('the pagination reports the page that was asked for', function (this: ScenarioWorld) {
  answeredPage(this);
  const page = Number(new URL(this.answer.request.url).searchParams.get('page'));
  demand(compare({ pagination: { page } }, bodyOf(this.answer)));
});

Then('the pagination reports the {word} {int}', function (this: ScenarioWorld, name, value) {
  answeredPage(this);
  demand(compare({ pagination: { [name]: value } }, bodyOf(this.answer)));
});

Then(
  'the list holds the product with its values and all columns',
  async function (this: ScenarioWorld) {
    const { id, members } = this.row;
    const item = await findRow(this, this.row);
    demand(compare({ id, ...members }, item, 'the listed row'));
    demand(compare(productColumns, item, 'the listed row'));
  },
);

// Which rows a page holds

Then('the page holds {int} products', function (this: ScenarioWorld, count: number) {
  const { rows } = answeredPage(this);
  demand(compare(count, rows.length, 'body.data.length'));
});

/** How many products there are at least: those that the scenario made and did not delete. */
function countOwn({ rows, removed }: ScenarioWorld): number {
  return rows.filter(({ id }) => !removed.has(id)).length;
}

/** How often the list is read again when others change it at the same time. */
const attempts = 20;
/** A row that others make and remove in the meantime can look like a difference, but not for long. */
const confirmations = 3;

/**
 * Compares until the list rests: what is read before and after must be the same. A difference has
 * to show several times.
 *
 * @throws TargetFailure when the list never rests.
 */
async function compareAtRest(
  reference: () => Promise<unknown>,
  findDifferences: () => Promise<readonly Mismatch[]>,
): Promise<readonly Mismatch[]> {
  let confirmed = 0;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = await reference();
    const differences = await findDifferences();
    if (compare(before, await reference()).length > 0) continue;
    confirmed += 1;
    if (differences.length === 0 || confirmed === confirmations) return differences;
  }
  throw new TargetFailure(`The list changed ${attempts} times while it was being read.`);
}

/** How many products there are, found by turning pages and not by the target's own count. */
async function countByPages(world: ScenarioWorld, limit: number): Promise<number> {
  const last = await findLastPage(world, limit);
  return last === undefined
    ? Number.POSITIVE_INFINITY
    : (last.page - 1) * limit + last.content.rows.length;
}

const endlessPages: Mismatch = {
  path: 'the pages of the list',
  expected: 'an empty one after the last product',
  observed: 'products on every page that was asked for, even hundreds of thousands further on',
};

function compareCounts(expected: number, observed: number, own: number): Mismatch[] {
  const path = 'products on all pages';
  if (observed === Number.POSITIVE_INFINITY) return [endlessPages];
  if (observed < own) return [mismatch(path, `${own} or more`, observed)];
  return compare(expected, observed, path);
}

/**
 * Whether the first and the last pages, and the one after, hold what the total in the same answer
 * leaves for them. Each answer is looked at alone, so that others may change the list meanwhile.
 */
async function pagesFitTotal(world: ScenarioWorld, limit: number): Promise<boolean> {
  const first = await listProducts(world, { page: 1, limit });
  const last = Math.max(1, Math.ceil(first.total / limit));
  for (const page of new Set([1, 2, last, last + 1])) {
    const { rows, total } = page === 1 ? first : await listProducts(world, { page, limit });
    if (rows.length !== expectedLength(page, limit, total)) return false;
  }
  return first.total >= countOwn(world);
}

// When pages and total do not fit, this tells which of them is wrong.
Then(
  'pages of {int} products end after as many products as pages of {int}',
  async function (this: ScenarioWorld, limit: number, otherLimit: number) {
    if (await pagesFitTotal(this, limit)) return;
    const count = () => countByPages(this, otherLimit);
    const difference = await compareAtRest(count, async () =>
      compareCounts(await count(), await countByPages(this, limit), countOwn(this)),
    );
    demand(difference);
  },
);

const timesOf = ({ rows }: ProductPage) => rows.map(({ created_at }) => created_at);

/** Longer lists are not asked for as a whole, since a target may bound its pages. */
const longestPage = defaultLimit;

// Where there are no more than two pages, they differ in their length.
Then('without a page the first one is given', async function (this: ScenarioWorld) {
  const { total } = await listProducts(this, { limit: 1 });
  if (total >= 2 * longestPage) return demand(await compareWithFirstPage(this));
  const limit = Math.min(Math.max(1, total - 1), longestPage);
  const { rows, ...pagination } = await listProducts(this, { limit });
  demand(compare(expectedLength(1, limit, pagination.total), rows.length, 'body.data.length'));
});

/** By the times of the rows, since those of the same time can come in any order. */
async function compareWithFirstPage(world: ScenarioWorld): Promise<readonly Mismatch[]> {
  const limit = longestPage;
  const readFirst = async () => timesOf(await listProducts(world, { page: 1, limit }));
  return await compareAtRest(readFirst, async () => {
    const given = timesOf(await listProducts(world, { limit }));
    return compare(await readFirst(), given, 'created_at in body.data');
  });
}

// Counts

Then(
  'the total of the pagination is the number of products that the list holds',
  async function (this: ScenarioWorld) {
    const limit = 2;
    if (await pagesFitTotal(this, limit)) return;
    const last = await findLastPage(this, limit);
    const count = last === undefined ? 0 : (last.page - 1) * limit + last.content.rows.length;
    if (last === undefined || count < countOwn(this)) {
      throw new Blocked('products.list.offset', 'Turning the pages does not count the products.');
    }
    demand(compare(count, last.content.total, 'body.pagination.total'));
  },
);

Then(
  'the number of pages is floor\\(\\(total + limit - 1) \\/ limit)',
  function (this: ScenarioWorld) {
    const { total, limit, pages } = answeredPage(this);
    demand(compare(Math.floor((total + limit - 1) / limit), pages, 'body.pagination.pages'));
  },
);

// Order

/**
 * Names and prices are such that no order by them is the order in time: the two older products
 * have the lowest and the highest of each.
 */
const older = [
  { name: 'A', price: 1 },
  { name: 'Z', price: 1_000_000 },
];
const newer = [
  { name: 'M', price: 500 },
  { name: 'N', price: 501 },
];

async function createNamed(world: ScenarioWorld, { name, price }: (typeof older)[number]) {
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

/** Of one page. A time that is null has no place in the order: some put it first, some last. */
async function readDatedRows(world: ScenarioWorld, page = 1) {
  const { rows } = await listProducts(world, { page, limit: defaultLimit });
  return rows
    .map(({ created_at }, index) => ({ created_at, time: timeOf(created_at) ?? 0, index }))
    .filter(({ created_at }) => created_at !== null);
}

function demandNewestFirst(rows: Awaited<ReturnType<typeof readDatedRows>>): void {
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
    const isOlder = ({ time }: { readonly time: number }) => time <= (timeOf(created_at) ?? 0);
    for (let page = 1; page <= longestOrder; page += 1) {
      const rows = await readDatedRows(this, page);
      demandNewestFirst(rows);
      if (rows.length === 0 || rows.some(isOlder)) return;
    }
  },
);

Then(
  'the first product of the list is not older than the newest of these',
  async function (this: ScenarioWorld) {
    const { created_at } = await readRow(this, this.row);
    const [first] = await readDatedRows(this);
    const isNewest = (value: unknown) => (timeOf(value) ?? 0) >= (timeOf(created_at) ?? 0);
    const expected = new Expectation(`${render(created_at)} or later`, isNewest);
    const place = `body.data[${first?.index ?? 0}]`;
    demand(compare({ created_at: expected }, first, place));
  },
);
