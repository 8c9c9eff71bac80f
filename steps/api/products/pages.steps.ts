/** Steps that judge the rows and the pagination of pages (§4.2 rule 1). */
import {
  Blocked,
  compare,
  condition,
  demand,
  differing,
  findStableDifferences,
  Given,
  inBody,
  inList,
  inRow,
  inWords,
  type Mismatch,
  mismatch,
  type Place,
  Then,
} from '../../../conformance/index.js';
import { compareLength } from '../../world/answers.js';
import { mostWalks, walkProducts } from '../../world/lists.js';
import {
  answeredPage,
  defaultLimit,
  expectedLength,
  findLastPage,
  lastPageNumber,
  listProducts,
  type ProductPage,
} from '../../world/pages.js';
import type { JsonObject } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import { createRow, requireRemoval } from '../rows/rows.js';
import { takeRows } from '../rows/shared-rows.js';
import { compareLengths, listPages, pagesFitTotal } from './page-counts.js';
import { demandBound, findGapsAndRepetitions } from './whole-lists.js';

// The rows of a page

Then('the page contains {int} products', function (this: ServiceWorld, count: number) {
  const { rows } = answeredPage(this.answer);
  demand(compareLength(count, rows.length, inBody('data')));
});

// When pages and total disagree, this finds the wrong one.
Then(
  'pages of {int} products contain as many products as pages of {int}',
  async function (this: ServiceWorld, limit: number, otherLimit: number) {
    if (await pagesFitTotal(this, limit)) return;
    demand(await compareLengths(this, limit, otherLimit, this.remainingRows.length));
  },
);

// Rows from before the run are evidence, too.
Then(
  'the pages contain each product once, to the end of the list or to its {int}th product',
  async function (this: ServiceWorld, bound: number) {
    demandBound(bound);
    await this.scenario.hold('products');
    demand(await findGapsAndRepetitions(this));
  },
);

// Rows with the same time may move between pages, so one walk can miss some.
Then(
  'pages of {int} products contain each of these',
  async function (this: ServiceWorld, limit: number) {
    const missing = new Set(this.rowsOf('products').map(({ id }) => id));
    for (let walk = 0; walk < mostWalks && missing.size > 0; walk += 1) {
      for await (const { id } of walkProducts(this, { limit })) {
        missing.delete(String(id));
        if (missing.size === 0) return;
      }
    }
    const found = inWords(`none with the id ${[...missing].join(', ')}`);
    const place = inList(`the pages of ${limit}`);
    demand([differing(place, condition('each product'), found, 'absent')]);
  },
);

// Defaults

// A full second page suffices, although others may delete some of its products meanwhile.
Given('at least {int} products', async function (this: ServiceWorld, count: number) {
  const second = await listProducts(this, { page: 2, limit: defaultLimit });
  if (second.rows.length !== defaultLimit) await takeRows(this, 'products', count);
});

/** A target may bound its pages, so longer pages are not requested. */
const longestPage = defaultLimit;

// With at most two pages, their lengths differ.
Then('without a page the list returns the first page', async function (this: ServiceWorld) {
  const { total } = await listProducts(this, { limit: 1 });
  if (total >= 2 * longestPage) return demand(await compareWithFirstPage(this));
  const limit = Math.min(Math.max(1, total - 1), longestPage);
  const first = await listProducts(this, { limit });
  const expected = expectedLength(1, limit, first.total);
  demand(compareLength(expected, first.rows.length, inBody('data')));
});

const timesOf = (rows: readonly JsonObject[]) => rows.map(({ created_at }) => created_at);

/** Compares the times of the rows, since rows with the same time may come in any order. */
async function compareWithFirstPage(world: ServiceWorld): Promise<readonly Mismatch[]> {
  const limit = longestPage;
  const readFirst = async () => timesOf((await listProducts(world, { page: 1, limit })).rows);
  const findDifferences = async () => {
    const given = timesOf((await listProducts(world, { limit })).rows);
    return compare(await readFirst(), given, inBody('data'));
  };
  return await findStableDifferences(world.scenario, readFirst, findDifferences, 'products');
}

Then(
  'without a limit, page {int} has the length that the total implies for pages of {int}',
  async function (this: ServiceWorld, page: number, limit: number) {
    const { rows, total } = await listProducts(this, { page });
    const differences = compareLength(
      expectedLength(page, limit, total),
      rows.length,
      inBody('data'),
    );
    if (differences.length === 0) return;
    const same = await listProducts(this, { page, limit });
    if (same.rows.length === rows.length) {
      throw new Blocked(
        ['products.list.total', 'products.list.offset'],
        `Page ${page} has ${rows.length} products with the limit ${limit}, too: the total ${total} does not fit.`,
      );
    }
    demand(differences);
  },
);

// The total

Then(
  'the total of the pagination is the number of products that the list contains',
  async function (this: ServiceWorld) {
    const limit = 2;
    // While others create products, these pages need not show the end of the list.
    await this.scenario.hold('products');
    if (await pagesFitTotal(this, limit)) return;
    const last = await findLastPage(this, limit);
    const isCounted = last !== undefined && last.count >= this.remainingRows.length;
    const isWhole = isCounted && (await isCountedAlike(this, [limit, defaultLimit]));
    if (!isWhole || (await findGapsAndRepetitions(this)).length > 0) {
      await demandGrowth(this);
      throw new Blocked('products.list.offset', 'The pages do not yield a count of the products.');
    }
    demand(compare(last.count, last.content.total, inBody('pagination', 'total')));
  },
);

/**
 * A wrong total must be seen this often, since other clients may create and delete products
 * meanwhile.
 */
const [mostCreates, mostDeletions] = [3, 8];

async function readTotal(world: ServiceWorld): Promise<number> {
  return (await listProducts(world, { page: 1, limit: 1 })).total;
}

Then('the total falls when another product is deleted', async function (this: ServiceWorld) {
  let [before, after] = [0, 0];
  for (let made = 0; made < mostDeletions && after >= before; made += 1) {
    const row = this.remainingRows.at(-1) ?? (await createRow(this, 'products'));
    before = await readTotal(this);
    await requireRemoval(this, row);
    after = await readTotal(this);
  }
  const expected = `less than ${before} after a deletion`;
  if (after >= before) demand([mismatch(inBody('pagination', 'total'), expected, after)]);
});

/** Without reliable pages, one more product must at least increase the total. */
async function demandGrowth(world: ServiceWorld): Promise<void> {
  let [before, after] = [0, 0];
  for (let made = 0; made < mostCreates && after <= before; made += 1) {
    before = await readTotal(world);
    await createRow(world, 'products');
    after = await readTotal(world);
  }
  const expected = `more than ${before} after a create`;
  if (after <= before) demand([mismatch(inBody('pagination', 'total'), expected, after)]);
}

/** Whether pages of two lengths contain the same number of products. */
async function isCountedAlike(
  world: ServiceWorld,
  [limit, other]: readonly [number, number],
): Promise<boolean> {
  return (await compareLengths(world, limit, other, 0)).length === 0;
}

Then(
  'beyond the last page of {int} products the total counts at least these',
  async function (this: ServiceWorld, limit: number) {
    await this.scenario.hold('products');
    const first = await listProducts(this, { page: 1, limit });
    const page = lastPageNumber(first.total, limit) + 1;
    const { total } = await listProducts(this, { page, limit });
    const own = this.rowsOf('products').length;
    if (total < own) demand([mismatch(inBody('pagination', 'total'), `${own} or more`, total)]);
  },
);

// The number of pages

Then(
  'the number of pages is floor\\(\\(total + limit - 1) \\/ limit)',
  async function (this: ServiceWorld) {
    const page = answeredPage(this.answer);
    // Another requirement judges that the requested limit is reported.
    const asked = new URL(this.answer.request.url).searchParams.get('limit');
    const limit = asked === null ? page.limit : Number(asked);
    await demandPageCount(this, page, limit, inBody('pagination', 'pages'));
  },
);

// On the first page, the last page and the next one
Then(
  'the number of pages follows from the total on every page of {int}',
  async function (this: ServiceWorld, limit: number) {
    const first = await listProducts(this, { page: 1, limit });
    const last = lastPageNumber(first.total, limit);
    const others = await listPages(this, [last, last + 1], limit);
    for (const { page, content } of [{ page: 1, content: first }, ...others]) {
      const place = inRow(`page ${page}: body`, 'pagination', 'pages');
      await demandPageCount(this, content, limit, place);
    }
  },
);

/** @throws Blocked when the number of pages follows from another limit or total than it should */
async function demandPageCount(
  world: ServiceWorld,
  page: ProductPage,
  limit: number,
  place: Place,
): Promise<void> {
  const { exchange, total, pages } = page;
  const differences = compare(pageCount(total, limit), pages, place);
  if (differences.length === 0) return;
  const reported = Number(page.pagination.limit);
  if (reported !== limit && pageCount(total, reported) === pages) {
    const explanation = `${pages} pages are right for the reported limit ${reported}, but ${limit} was requested.`;
    throw new Blocked('products.list.reports-limit', explanation, exchange);
  }
  const count = (await findLastPage(world, limit))?.count;
  if (count !== undefined && count !== total && pageCount(count, limit) === pages) {
    const explanation = `The pages contain ${count} products: ${pages} pages of ${limit} are right, and the total ${total} is wrong.`;
    throw new Blocked('products.list.total', explanation, exchange);
  }
  demand(differences, exchange);
}

function pageCount(total: number, limit: number): number {
  return Math.floor((total + limit - 1) / limit);
}
