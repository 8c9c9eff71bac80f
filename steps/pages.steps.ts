/** Steps that turn the pages of the list of products, from the first one to beyond the last. */
import { Then, When } from '@cucumber/cucumber';
import { compare, demand, mismatch } from '../conformance/verdict/compare.js';
import { expectedLength, listProducts, requestList, walkProducts, walks } from './lists.js';
import { listParameters } from './queries.js';
import type { ScenarioWorld } from './world.js';

// Rows of the same time may change places from page to page, so that one walk can miss some.
Then('pages of {int} products hold each of these', async function (this: ScenarioWorld, limit) {
  const missing = new Set(this.rows.map(({ id }) => id));
  for (let walk = 0; walk < walks && missing.size > 0; walk += 1) {
    for await (const { id } of walkProducts(this, { limit })) {
      missing.delete(String(id));
      if (missing.size === 0) return;
    }
  }
  const found = `none with the id ${[...missing].join(', ')}`;
  demand([mismatch(`the pages of ${limit}`, 'each product', found)]);
});

/** The numbers of the first page, of the last one, and of the one after it. */
async function notablePages(world: ScenarioWorld, limit: number): Promise<readonly number[]> {
  const { total } = await listProducts(world, { page: 1, limit });
  const last = Math.max(1, Math.ceil(total / limit));
  return [1, last, last + 1];
}

When(
  'a client lists the products beyond the last page of {int}',
  async function (this: ScenarioWorld, limit: number) {
    const page = (await notablePages(this, limit)).at(-1);
    await requestList(this, 'products', listParameters(`page ${page} and limit ${limit}`));
  },
);

Then(
  'the number of pages follows from the total on every page of {int}',
  async function (this: ScenarioWorld, limit: number) {
    for (const page of await notablePages(this, limit)) {
      const { total, pages } = await listProducts(this, { page, limit });
      const expected = Math.floor((total + limit - 1) / limit);
      demand(compare(expected, pages, `body.pagination.pages of page ${page}`));
    }
  },
);

Then(
  'beyond the last page of {int} products the total counts at least these',
  async function (this: ScenarioWorld, limit: number) {
    const page = (await notablePages(this, limit)).at(-1) ?? 1;
    const { total } = await listProducts(this, { page, limit });
    const own = this.rows.length;
    if (total < own) demand([mismatch('body.pagination.total', `${own} or more`, total)]);
  },
);

Then(
  'without a limit, page {int} holds what the total leaves for pages of {int}',
  async function (this: ScenarioWorld, page: number, limit: number) {
    const { rows, total } = await listProducts(this, { page });
    demand(compare(expectedLength(page, limit, total), rows.length, 'body.data.length'));
  },
);
